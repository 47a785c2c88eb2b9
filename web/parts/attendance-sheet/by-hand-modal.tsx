import { IconKey } from '@tabler/icons-react'
import type { FinishedCheckIn } from '#contract/check-in.ts'
import { Form } from '../../forms/form.tsx'
import { ReasonField, useReason } from '../../forms/reason-field.tsx'
import { nameLanguage } from '../../language/name-language.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Actions, Button, ConfirmButton, FieldError, Hint, Stack, useDialogTitle } from '../../ui/index.ts'
import styles from './by-hand.module.css'
import { sheetTexts } from './sheet-texts.ts'
import { useByHand } from './use-by-hand.ts'

/** A student who was chosen to be marked by hand. */
export type Chosen = { readonly studentId: string; readonly name: string }

const maxReasonLength = 200

type ByHandModalProps = {
  sessionId: string
  students: readonly Chosen[]
  onClose: () => void
  /** The server has answered about each student. */
  onDone: () => void
}

/** The reason, one gesture of the institute's passkey for all, and then who was counted. */
export function ByHandModal({ sessionId, students, onClose, onDone }: ByHandModalProps) {
  useDialogTitle(useTextsOf(sheetTexts).byHand.title)
  const { sign, isPending, finished, refusal } = useByHand(sessionId)
  if (finished) return <Outcome finished={finished} onDone={onDone} />
  return (
    <Question
      students={students}
      isPending={isPending}
      refusal={refusal}
      onClose={onClose}
      onSign={(reason) =>
        sign(
          students.map(({ studentId }) => studentId),
          reason,
        )
      }
    />
  )
}

type QuestionProps = {
  students: readonly Chosen[]
  isPending: boolean
  refusal: string | undefined
  onClose: () => void
  onSign: (reason: string) => void
}

function Question({ students, isPending, refusal, onClose, onSign }: QuestionProps) {
  const { common } = useTexts()
  const { byHand: words } = useTextsOf(sheetTexts)
  const reason = useReason({ max: maxReasonLength })
  return (
    <Form
      gap={20}
      onSubmit={() => {
        const said = reason.take()
        if (said !== undefined) onSign(said)
      }}
    >
      <Names label={words.students} names={students.map(({ name }) => name)} />
      <ReasonField label={words.reason} hint={words.reasonHint} of={reason} />
      <Hint>{words.signs}</Hint>
      <div role="alert">
        <FieldError message={refusal} />
      </div>
      <Actions>
        <Button onClick={onClose}>{common.cancel}</Button>
        <ConfirmButton
          type="submit"
          kind="primary"
          icon={<IconKey size={20} stroke={1.9} aria-hidden="true" />}
          busy={isPending}
        >
          {words.sign}
        </ConfirmButton>
      </Actions>
    </Form>
  )
}

const outcomes = ['counted', 'already-marked', 'withdrawn'] as const

function Outcome({ finished, onDone }: { finished: FinishedCheckIn; onDone: () => void }) {
  const { byHand: words } = useTextsOf(sheetTexts)
  return (
    <Stack role="status">
      {outcomes.map((outcome) => {
        const names = finished.marks.filter((mark) => mark.outcome === outcome).map(({ student }) => student.name)
        return names.length > 0 && <Names key={outcome} label={words.outcomes[outcome]} names={names} />
      })}
      <Actions>
        <Button kind="primary" onClick={onDone}>
          {words.done}
        </Button>
      </Actions>
    </Stack>
  )
}

function Names({ label, names }: { label: string; names: readonly string[] }) {
  return (
    <section className={styles.names}>
      <h3 className={styles.title}>{label}</h3>
      <ul>
        {names.map((name, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two students may have one name, and the list does not change
          <li key={index} lang={nameLanguage(name)}>
            {name}
          </li>
        ))}
      </ul>
    </section>
  )
}
