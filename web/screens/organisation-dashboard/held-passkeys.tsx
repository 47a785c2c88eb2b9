import type { UseQueryResult } from '@tanstack/react-query'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import type { HeldPasskeys as Held, HeldPasskey } from '#contract/passkey.ts'
import { callProduct } from '../../client/call-product.ts'
import { messageOf } from '../../client/request-error.ts'
import { takeAnswer } from '../../kit/made-old.ts'
import { StepUpCancelled, withStepUp } from '../../kit/step-up.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { ConfirmButton, Hint, showError, showSuccess, useLostFocus } from '../../ui/index.ts'
import styles from './held-passkeys.module.css'
import { heldPasskeysTexts } from './held-passkeys-texts.ts'

/** The members' passkeys that wait for the organisation. */
export function useHeldPasskeys(): UseQueryResult<Held> {
  return useRead('GET /held-passkeys', {}, {}, { enabled: useMay('officeAndDesk') })
}

/**
 * Members' new passkeys that replaced a lost one. Here and not on the screen for marking: confirming one lets a student be marked,
 * so it needs a step-up, and anyone can reach that screen (rules §5.7).
 */
export function HeldPasskeys({ held }: { held: UseQueryResult<Held> }) {
  const heldPasskeysWords = useTextsOf(heldPasskeysTexts)
  const titleId = useId()
  const lostFocus = useLostFocus()
  const passkeys = held.data?.passkeys ?? []
  return (
    <>
      {passkeys.length > 0 && (
        <section className={styles.held} aria-labelledby={titleId}>
          <h2 id={titleId} className={styles.title} tabIndex={-1}>
            {heldPasskeysWords.title}
          </h2>
          <Hint>{heldPasskeysWords.hint}</Hint>
          <ul className={styles.list} {...lostFocus}>
            {passkeys.map((passkey, place) => (
              <Row key={passkey.id} passkey={passkey} place={place} />
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/** `place`: a row that moves up under the pointer takes no second click. */
function Row({ passkey, place }: { passkey: HeldPasskey; place: number }) {
  const heldPasskeys = useTextsOf(heldPasskeysTexts)
  const { dateTime } = useFormat()
  const { mutate, isPending } = useConfirm(passkey)
  const { studentName, rollNumber, createdAt, heldUntil } = passkey
  return (
    <li className={styles.row}>
      <div>
        <p>
          <b>{studentName}</b> <span className={styles.roll}>{rollNumber}</span>
        </p>
        <Hint>{heldPasskeys.times(dateTime(createdAt), dateTime(heldUntil))}</Hint>
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

const name = 'POST /held-passkeys/:passkeyId/confirm'

function useConfirm({ id, studentName }: HeldPasskey) {
  const heldPasskeys = useTextsOf(heldPasskeysTexts)
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => withStepUp(name, () => callProduct(name, { passkeyId: id })),
    // One after the other: there is one question who is there, and each answer is the whole list.
    scope: { id: name },
    onSuccess: (left) => {
      takeAnswer(queries, name, left)
      showSuccess(heldPasskeys.confirmed(studentName))
    },
    onError: (error) => {
      if (error instanceof StepUpCancelled) return
      showError(messageOf(error))
      takeAnswer(queries, name)
    },
  })
}
