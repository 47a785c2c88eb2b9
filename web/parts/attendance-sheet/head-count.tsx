import { useState } from 'react'
import type { SheetChecks } from '#contract/attendance-sheet.ts'
import { maxHeadCount } from '#contract/rules.ts'
import { Form } from '../../forms/form.tsx'
import { useAct } from '../../kit/use-act.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useSayPerson } from '../../language/use-say-person.ts'
import { useReadsOnly } from '../../session/may.ts'
import { Button, Hint, TextField } from '../../ui/index.ts'
import { CheckCard } from './check-card.tsx'
import styles from './checks.module.css'
import { sheetTexts } from './sheet-texts.ts'
import { useSheetChange } from './use-sheet-change.ts'

type HeadCountProps = Pick<SheetChecks, 'headCount'> & {
  sessionId: string
  /** What stands beside the number that was counted. */
  say: (counted: string) => string
}

/** One number: how many people a person has counted in the room, beside how many the sheet has there. */
export function HeadCount({ headCount, sessionId, say }: HeadCountProps) {
  const { headCount: words } = useTextsOf(sheetTexts)
  const format = useFormat()
  const sayPerson = useSayPerson()
  const state = headCount ? say(format.number(headCount.counted)) : words.none
  return (
    <CheckCard title={words.title} state={state}>
      {!useReadsOnly() && <CountForm sessionId={sessionId} />}
      {headCount && (
        <Hint>
          {headCount.by
            ? words.countedBy(format.dateTime(headCount.countedAt), sayPerson(headCount.by))
            : words.countedAt(format.dateTime(headCount.countedAt))}
        </Hint>
      )}
    </CheckCard>
  )
}

function CountForm({ sessionId }: { sessionId: string }) {
  const { headCount: words } = useTextsOf(sheetTexts)
  const change = useSheetChange(sessionId)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | undefined>()
  const { run, isBusy } = useAct('PUT /sessions/:sessionId/head-count')
  async function save(counted: number) {
    const headCount = await run({ sessionId }, { counted })
    if (!headCount) return
    change({ headCount })
    setTyped('')
  }

  function submit() {
    if (isBusy) return
    const counted = Number(typed)
    const isWrong = !/^\d+$/.test(typed.trim()) || counted > maxHeadCount
    setError(isWrong ? words.wrong : undefined)
    if (!isWrong) void save(counted)
  }

  return (
    <Form className={styles.form} onSubmit={submit}>
      <TextField
        label={words.field}
        hint={words.hint}
        error={error}
        inputMode="numeric"
        autoComplete="off"
        value={typed}
        onValueChange={(value) => {
          setTyped(value)
          setError(undefined)
        }}
      />
      <Button type="submit" busy={isBusy}>
        {words.save}
      </Button>
    </Form>
  )
}
