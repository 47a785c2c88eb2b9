import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import type { AttendanceSheet } from '#contract/attendance-sheet.ts'
import { maxHeadCount } from '#contract/rules.ts'
import { sheetTexts } from '#contract/sheet-texts.ts'
import { messageOf } from '../../client/request-error.ts'
import { saveHeadCount } from '../../client/sheet-calls.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { useSayPerson } from '../../language/use-say-person.ts'
import { Button, showError, TextField } from '../../ui/index.ts'
import { CheckCard } from './check-card.tsx'
import styles from './checks.module.css'
import { useSheetChange } from './use-sheet-change.ts'

/** One number: how many people a person has counted in the room, beside how many are marked. */
export function HeadCount({ sheet }: { sheet: AttendanceSheet }) {
  const { headCount: words } = useTextsOf('sheet', sheetTexts)
  const format = useFormat()
  const sayPerson = useSayPerson()
  const { headCount, counts, session } = sheet
  const state = headCount ? words.result(format.number(counts.marked), format.number(headCount.counted)) : words.none
  return (
    <CheckCard title={words.title} state={state}>
      <CountForm sessionId={session.id} />
      {headCount && (
        <p className={styles.hint}>
          {headCount.by
            ? words.countedBy(format.dateTime(headCount.countedAt), sayPerson(headCount.by))
            : words.countedAt(format.dateTime(headCount.countedAt))}
        </p>
      )}
    </CheckCard>
  )
}

function CountForm({ sessionId }: { sessionId: string }) {
  const texts = useTexts()
  const { headCount: words } = useTextsOf('sheet', sheetTexts)
  const change = useSheetChange(sessionId)
  const [typed, setTyped] = useState('')
  const [error, setError] = useState<string | undefined>()
  const { mutate, isPending } = useMutation({
    mutationFn: (counted: number) => saveHeadCount(sessionId, counted),
    onSuccess: (headCount) => {
      change({ headCount })
      setTyped('')
    },
    onError: (refusal) => showError(messageOf(refusal, texts)),
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    const counted = Number(typed)
    const isWrong = !/^\d+$/.test(typed.trim()) || counted > maxHeadCount
    setError(isWrong ? words.wrong : undefined)
    if (!isWrong) mutate(counted)
  }

  return (
    <form className={styles.form} noValidate onSubmit={submit}>
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
      <Button type="submit" busy={isPending}>
        {words.save}
      </Button>
    </form>
  )
}
