import type { UseQueryResult } from '@tanstack/react-query'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { HeldPasskeys as Held, HeldPasskey } from '#contract/passkey.ts'
import { confirmHeldPasskey, listHeldPasskeys } from '../../client/passkey-calls.ts'
import { messageOf } from '../../client/request-error.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts } from '../../language/texts.ts'
import { heldPasskeysKey } from '../../live/live-keys.ts'
import { type StepUp, StepUpCancelled, useStepUp } from '../../parts/step-up/use-step-up.tsx'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { ConfirmButton, showError, showSuccess, useLostFocus } from '../../ui/index.ts'
import styles from './held-passkeys.module.css'

/** The members' passkeys that wait for the organisation. */
export function useHeldPasskeys(): UseQueryResult<Held> {
  const { $id } = useInstitute()
  return useQuery({ queryKey: heldPasskeysKey($id), queryFn: listHeldPasskeys, enabled: useMay('officeAndDesk') })
}

/**
 * Members' new passkeys that replaced a lost one. Here and not on the screen for marking: confirming one lets a student be marked,
 * so it needs a step-up, and anyone can reach that screen (rules §5.7).
 */
export function HeldPasskeys({ held }: { held: UseQueryResult<Held> }) {
  const texts = useTexts()
  const titleId = useId()
  const stepUp = useStepUp('ORG', true)
  const lostFocus = useLostFocus()
  const passkeys = held.data?.passkeys ?? []
  return (
    <>
      {passkeys.length > 0 && (
        <section className={styles.held} aria-labelledby={titleId}>
          <h2 id={titleId} className={styles.title} tabIndex={-1}>
            {texts.heldPasskeys.title}
          </h2>
          <p className={styles.hint}>{texts.heldPasskeys.hint}</p>
          <ul className={styles.list} {...lostFocus}>
            {passkeys.map((passkey, place) => (
              <Row key={passkey.id} passkey={passkey} place={place} stepUp={stepUp} />
            ))}
          </ul>
        </section>
      )}
      {stepUp.dialog}
    </>
  )
}

/** `place`: a row that moves up under the pointer takes no second click. */
function Row({ passkey, place, stepUp }: { passkey: HeldPasskey; place: number; stepUp: StepUp }) {
  const { heldPasskeys } = useTexts()
  const { dateTime } = useFormat()
  const { mutate, isPending } = useConfirm(passkey, stepUp)
  const { studentName, rollNumber, createdAt, heldUntil } = passkey
  return (
    <li className={styles.row}>
      <div>
        <p>
          <b>{studentName}</b> <span className={styles.roll}>{rollNumber}</span>
        </p>
        <p className={styles.hint}>{heldPasskeys.times(dateTime(createdAt), dateTime(heldUntil))}</p>
      </div>
      <ConfirmButton
        question={place}
        busy={isPending}
        aria-label={heldPasskeys.confirmNamed(studentName)}
        onClick={() => mutate()}
      >
        {heldPasskeys.confirm}
      </ConfirmButton>
    </li>
  )
}

function useConfirm({ id, studentName }: HeldPasskey, stepUp: StepUp) {
  const texts = useTexts()
  const { $id } = useInstitute()
  const queries = useQueryClient()
  const queryKey = heldPasskeysKey($id)
  return useMutation({
    mutationFn: () => stepUp.run(() => confirmHeldPasskey(id)),
    // One after the other: there is one question who is there, and each answer is the whole list.
    scope: { id: queryKey.join(' ') },
    onSuccess: (left) => {
      queries.setQueryData(queryKey, left)
      showSuccess(texts.heldPasskeys.confirmed(studentName))
    },
    onError: (error) => {
      if (error instanceof StepUpCancelled) return
      showError(messageOf(error, texts))
      void queries.invalidateQueries({ queryKey })
    },
  })
}
