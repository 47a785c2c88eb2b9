import { useEffect, useState } from 'react'
import { guessColumns, type Uses } from '#roster-files/guess-columns.ts'
import { isOfBundle } from '#roster-files/keep-students.ts'
import type { ReadAnswer, ReadChoices, ReadTable } from '#roster-files/read-result.ts'
import { plainTitle } from '#roster-files/titles.ts'
import { useInstitute } from '../../session/session.ts'
import { readInWorker } from './reader/read-in-worker.ts'
import { applyRemembered, recallColumns } from './remembered-columns.ts'

/** The chosen files, how they are read, and what their columns become. */
export type RosterFile = {
  readonly isReading: boolean
  readonly problem: Extract<ReadAnswer, { problem: unknown }> | undefined
  readonly table: ReadTable | undefined
  readonly uses: Uses
  readonly choose: (files: readonly File[]) => void
  readonly readAgain: (choices: ReadChoices) => void
  readonly setUses: (uses: Uses) => void
}

type Reading = { readonly files: readonly File[]; readonly choices: ReadChoices }

/** Reads whenever other files or another way to read them are chosen. */
export function useRosterFile(): RosterFile {
  const { $id } = useInstitute()
  const [reading, setReading] = useState<Reading>({ files: [], choices: {} })
  const [read, setRead] = useState<{ readonly of: Reading; readonly answer: ReadAnswer } | undefined>()
  const [uses, setUses] = useState<Uses>([])
  useEffect(() => {
    if (reading.files.length === 0) return
    const leave = new AbortController()
    const show = (answer: ReadAnswer) => {
      if (leave.signal.aborted) return
      setRead({ of: reading, answer })
      if ('problem' in answer) return
      const isBundle = isOfBundle(answer.columns.map(({ title }) => plainTitle(title)))
      const remembered = isBundle ? undefined : recallColumns($id)
      setUses((remembered && applyRemembered(answer, remembered)) ?? guessColumns(answer))
    }
    readInWorker(reading.files, reading.choices, leave.signal).then(show, () => show({ problem: 'unreadable' }))
    return () => leave.abort()
  }, [reading, $id])
  const answer = reading.files.length > 0 ? read?.answer : undefined
  return {
    isReading: reading.files.length > 0 && read?.of !== reading,
    problem: answer && 'problem' in answer && read?.of === reading ? answer : undefined,
    table: answer && 'problem' in answer ? undefined : answer,
    uses,
    choose: (files) => {
      setRead(undefined)
      setReading({ files, choices: {} })
    },
    readAgain: (choices) => setReading({ ...reading, choices: { ...reading.choices, ...choices } }),
    setUses,
  }
}
