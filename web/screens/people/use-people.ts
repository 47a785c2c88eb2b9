import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { StaffList } from '#contract/staff.ts'
import { messageOf } from '../../client/request-error.ts'
import { listStaff } from '../../client/staff-calls.ts'
import { useTexts } from '../../language/texts.ts'
import { StepUpCancelled, useStepUp } from '../../parts/step-up/use-step-up.tsx'
import { readAccountAgain, useInstitute } from '../../session/session.ts'
import { showError, showSuccess } from '../../ui/index.ts'

export type Member = StaffList['people'][number]
export type Invited = StaffList['invitations'][number]

/** One act on the list: its answer is the whole list. `done`: what is said then. */
export type StaffAct = { readonly act: () => Promise<StaffList>; readonly done: string | (() => string) }
/** True where the server has done it. */
export type DoStaffAct = (act: StaffAct) => Promise<boolean>

/** What a question about one person is asked with. */
export type AskedProps = { open: boolean; person: Member; onChange: DoStaffAct; onClose: () => void }

/** The people of the institute, and their changes, after a step-up where the server wants one. */
export function usePeople(hasPasskey: boolean) {
  const texts = useTexts()
  const { $id } = useInstitute()
  const queries = useQueryClient()
  const queryKey = ['staff', $id]
  const list = useQuery({ queryKey, queryFn: listStaff })
  const stepUp = useStepUp('ORG', hasPasskey)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ act }: StaffAct) => stepUp.run(act),
    onSuccess: (changed, { done }) => {
      queries.setQueryData(queryKey, changed)
      showSuccess(typeof done === 'string' ? done : done())
      // Owners change themselves, too.
      void readAccountAgain(queries)
    },
    onError: (error) => {
      if (!(error instanceof StepUpCancelled)) showError(messageOf(error, texts))
    },
  })
  const change: DoStaffAct = (act) =>
    mutateAsync(act).then(
      () => true,
      () => false,
    )
  return { list, change, isBusy: isPending, dialog: stepUp.dialog }
}
