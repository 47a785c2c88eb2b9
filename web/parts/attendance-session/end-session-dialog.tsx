import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { RunningSession } from '#contract/attendance.ts'
import { takeBackMs } from '#contract/rules.ts'
import { callProduct } from '../../client/call-product.ts'
import { messageOf, RequestError } from '../../client/request-error.ts'
import { StepUpCancelled, withStepUp } from '../../kit/step-up.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { runningSessionKey } from '../../live/live-keys.ts'
import { profileKey, useInstitute } from '../../session/session.ts'
import { Button, ConfirmButton, Stack, showError, showSuccess, useDialogTitle } from '../../ui/index.ts'
import { deskTexts } from './desk-texts.ts'
import styles from './end-session-dialog.module.css'
import { keepSessionExpiry } from './session-expiry.ts'
import { useRemaining } from './use-remaining.ts'

export type EndSessionDialogProps = {
  onClose: () => void
  session: Pick<NonNullable<RunningSession['session']>, 'id' | 'number' | 'startedAt' | 'present' | 'hasMarks'>
  members: number
}

type How = 'end' | 'take-back'

/** The question about the end of a class, in its own chunk. It also offers to take the class back, where that is still possible. */
export function EndSessionDialog({ onClose, session, members }: EndSessionDialogProps) {
  const { common } = useTexts()
  const { end: words } = useTextsOf(deskTexts)
  const format = useFormat()
  const { act, doing } = useEndSession(session.id, onClose)
  const { number, present, hasMarks = present > 0 } = session
  const mayTakeBack = useRemaining(session.startedAt + takeBackMs) > 0 && !hasMarks
  useDialogTitle(words.title(format.number(number)))
  return (
    <Stack gap={12}>
      <p>{words.hint(format.number(present), format.number(members))}</p>
      <p>{words.afterwards}</p>
      {mayTakeBack && <p>{words.takeBackHint}</p>}
      <div className={styles.actions}>
        <Button onClick={onClose}>{common.cancel}</Button>
        {mayTakeBack && (
          <ConfirmButton busy={doing === 'take-back'} onClick={() => act('take-back')}>
            {words.takeBack}
          </ConfirmButton>
        )}
        <ConfirmButton kind="primary" busy={doing === 'end'} onClick={() => act('end')}>
          {words.action}
        </ConfirmButton>
      </div>
    </Stack>
  )
}

type Ending = {
  readonly act: (how: How) => void
  readonly doing: How | undefined
}

function useEndSession(sessionId: string, onDone: () => void): Ending {
  const { end: words } = useTextsOf(deskTexts)
  const { $id } = useInstitute()
  const queries = useQueryClient()
  const readAgain = () =>
    Promise.all([
      queries.invalidateQueries({ queryKey: runningSessionKey($id) }),
      queries.invalidateQueries({ queryKey: profileKey('ORG', $id) }),
    ])
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (how: How) => {
      const name = how === 'end' ? 'POST /sessions/:sessionId/end' : 'DELETE /sessions/:sessionId'
      return withStepUp(name, () => callProduct(name, { sessionId }))
    },
    onSuccess: (_, how) => {
      keepSessionExpiry($id, null)
      showSuccess(how === 'end' ? words.ended : words.takenBack)
      onDone()
      queries.setQueryData<RunningSession>(runningSessionKey($id), (known) => known && { ...known, session: null })
      void readAgain()
    },
    onError: (error) => {
      if (error instanceof StepUpCancelled) return
      // Another screen was faster: what it has done will show.
      const isGone = error instanceof RequestError && error.type === 'document_not_found'
      if (isGone) onDone()
      else showError(messageOf(error))
      void readAgain()
    },
  })
  return {
    act: (how) => {
      if (!isPending) mutate(how)
    },
    doing: isPending ? variables : undefined,
  }
}
