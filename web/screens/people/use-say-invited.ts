import { actingTexts } from '#contract/acting-texts.ts'
import type { InvitedStaff } from '#contract/staff.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { staffTexts } from './staff-texts.ts'

/** Says what became of an invitation, or of its reminder. `sent`: what is said where a mail goes. */
export function useSayInvited(): (role: StaffRole, sent: string) => (answer: InvitedStaff) => string {
  const { people: words } = useTextsOf(staffTexts)
  const { roles } = useTextsOf(actingTexts)
  const { dateTime } = useFormat()
  return (role, sent) =>
    ({ mail, worksSince }) => {
      if (mail !== 'spent') return sent
      return worksSince === null ? words.spent : words.worksOn(dateTime(worksSince), roles[role])
    }
}
