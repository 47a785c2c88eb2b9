import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { FinishedCheckIn } from '#contract/check-in.ts'
import { callProduct } from '../../client/call-product.ts'
import { signAndFinish } from '../../client/check-in-calls.ts'
import { messageOf, RequestError } from '../../client/request-error.ts'
import { useTextsOf } from '../../language/texts.ts'
import { readsBelow, runningSessionKey, studentsKey } from '../../live/live-keys.ts'
import { useInstitute } from '../../session/session.ts'
import { useLeaveSignal } from '../../session/use-leave-signal.ts'
import { sheetTexts } from './sheet-texts.ts'

export type ByHand = {
  /** One gesture for all of them. */
  readonly sign: (students: readonly string[], reason: string) => void
  readonly isPending: boolean
  /** Who was counted; undefined before the end. */
  readonly finished: FinishedCheckIn | undefined
  /** Why it was refused, in the reader's language. */
  readonly refusal: string | undefined
}

/** Marks students of a session by hand: begin, the gesture, finish. */
export function useByHand(sessionId: string): ByHand {
  const { byHand: words } = useTextsOf(sheetTexts)
  const { $id } = useInstitute()
  const queries = useQueryClient()
  const makeSignal = useLeaveSignal()
  const { mutate, isPending, data, error } = useMutation({
    mutationFn: async ({ students, reason }: { students: readonly string[]; reason: string }) => {
      const list = { way: 'hand' as const, session: sessionId, students: [...students], reason }
      return signAndFinish(await callProduct('POST /check-ins', {}, list), makeSignal())
    },
    onSettled: () => {
      for (const queryKey of [runningSessionKey($id), studentsKey($id)]) void queries.invalidateQueries({ queryKey })
      void queries.invalidateQueries(readsBelow('/reports', '/groups'))
    },
  })
  const reason = error instanceof RequestError ? error.reason : ''
  const ownWords = Object.entries(words.refused).find(([one]) => one === reason)?.[1]
  return {
    sign: (students, text) => {
      if (!isPending) mutate({ students, reason: text })
    },
    isPending,
    finished: data,
    refusal: error === null ? undefined : (ownWords ?? messageOf(error)),
  }
}
