import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSearchParams } from 'react-router'
import { maxSearchLength } from '#contract/report-requests.ts'
import { type RosterFilter, rosterFilters } from '#contract/roster-rules.ts'
import { messageOf } from '../../client/request-error.ts'
import { listPeople } from '../../client/roster-calls.ts'
import { useTexts } from '../../language/texts.ts'
import { reportsKey, rosterKey, studentsKey } from '../../live/live-keys.ts'
import { pageFromAddress } from '../../parts/paging/page-address.ts'
import { StepUpCancelled, useStepUp } from '../../parts/step-up/use-step-up.tsx'
import { useInstitute } from '../../session/session.ts'
import { showError, showSuccess } from '../../ui/index.ts'

/** Rows on a page of the roster. */
export const rosterPageSize = 50

/** What is shown of the roster is in the address: it can be linked, and Back works. */
export function useRosterAddress() {
  const [address, setAddress] = useSearchParams()
  const show: RosterFilter = rosterFilters.find((one) => one === address.get('show')) ?? 'all'
  const section = address.get('section') ?? undefined
  const search = (address.get('search') ?? '').slice(0, maxSearchLength)
  const page = pageFromAddress(address.get('page'))
  /** Any change except that of the page leads to the first page. Null removes a part. */
  const change = (parts: Readonly<Record<string, string | null>>, how?: 'replace') => {
    const after = new URLSearchParams(location.search)
    if (!('page' in parts)) after.delete('page')
    for (const [name, value] of Object.entries(parts)) {
      if (value === null || value === '') after.delete(name)
      else after.set(name, value)
    }
    setAddress(after, { replace: how === 'replace', preventScrollReset: true })
  }
  return { show, section, search, page, change }
}

/** The page of the roster that the address names. */
export function useRoster() {
  const { $id } = useInstitute()
  const { show, section, search, page } = useRosterAddress()
  const query = { show, section, search, limit: rosterPageSize, offset: page * rosterPageSize }
  return useQuery({
    queryKey: [...rosterKey($id), query],
    queryFn: () => listPeople(query),
    placeholderData: keepPreviousData,
  })
}

/** `done`: what is said then. */
export type RosterAct = { readonly act: () => Promise<unknown>; readonly done: string }
/** True where the server has done it. `onRefused`: instead of a message at the top. */
export type DoRosterAct = (act: RosterAct, onRefused?: (error: unknown) => void) => Promise<boolean>

/** Does one act on the roster, after a step-up where the server wants one, and reads everything about it again. */
export function useRosterActs(hasPasskey: boolean) {
  const texts = useTexts()
  const { $id } = useInstitute()
  const queries = useQueryClient()
  const stepUp = useStepUp('ORG', hasPasskey)
  const { mutateAsync, isPending } = useMutation({
    mutationFn: ({ act }: RosterAct) => stepUp.run(act),
    onSuccess: (_answer, { done }) => {
      showSuccess(done)
      for (const queryKey of [rosterKey($id), studentsKey($id), reportsKey($id)])
        void queries.invalidateQueries({ queryKey })
    },
  })
  const run: DoRosterAct = (act, onRefused = (error) => showError(messageOf(error, texts))) =>
    mutateAsync(act).then(
      () => true,
      (error: unknown) => {
        if (!(error instanceof StepUpCancelled)) onRefused(error)
        return false
      },
    )
  return { run, isBusy: isPending, dialog: stepUp.dialog }
}
