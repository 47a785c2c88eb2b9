import { actingTexts } from '#contract/acting-texts.ts'
import type { InvitedStaff } from '#contract/staff.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { staffTexts } from '#contract/staff-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import type { StaffAct } from './use-people.ts'

/** An invitation, or its reminder, that says what became of it. `sent`: what is said where a mail goes. */
export function useInviteAct(): (ask: () => Promise<InvitedStaff>, role: StaffRole, sent: string) => StaffAct {
  const { people: words } = useTextsOf('staff', staffTexts)
  const { roles } = useTextsOf('acting', actingTexts)
  const { dateTime } = useFormat()
  return (ask, role, sent) => {
    let done = sent
    const act = async () => {
      const { mail, worksSince, ...list } = await ask()
      if (mail === 'spent') done = worksSince === null ? words.spent : words.worksOn(dateTime(worksSince), roles[role])
      return list
    }
    return { act, done: () => done }
  }
}
