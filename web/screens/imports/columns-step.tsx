import { useMemo, useState } from 'react'
import { useNavigate } from 'react-router'
import { maxLinesACall, maxSourceLength } from '#contract/import-rules.ts'
import { importTexts } from '#contract/import-texts.ts'
import { paths } from '#contract/paths.ts'
import { normaliseText } from '#contract/text-fields.ts'
import { type FileLine, findChoiceProblem, makeLines } from '#roster-files/make-lines.ts'
import type { ReadTable } from '#roster-files/read-result.ts'
import { splitIntoCalls } from '#roster-files/split-calls.ts'
import { callProduct } from '../../client/call-product.ts'
import { checkText } from '../../forms/check-field.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { Button, Switch, TextField } from '../../ui/index.ts'
import { ColumnTable } from './column-table.tsx'
import type { DryRun } from './dry-run-step.tsx'
import { EarlierImports } from './earlier-imports.tsx'
import { FileChoice } from './file-choice.tsx'
import styles from './imports.module.css'
import { Notes } from './notes.tsx'
import { ReadSettings } from './read-settings.tsx'
import { proposeSource, recallColumns, rememberColumns } from './remembered-columns.ts'
import type { RosterFile } from './use-roster-file.ts'
import { useSending } from './use-sending.ts'
import { useWarnings } from './use-warnings.ts'

type ColumnsStepProps = {
  file: RosterFile
  onTried: (run: DryRun) => void
  /** Shows the result of an earlier import. */
  onShow: (id: string) => void
}

/** The file, and what of it is imported. */
export function ColumnsStep({ file, onTried, onShow }: ColumnsStepProps) {
  const words = useTextsOf(importTexts)
  const { number } = useFormat()
  const table = file.problem ? undefined : file.table
  const { length } = table?.rows ?? []
  const mayImport = useMay('office')
  const earlier = useRead('GET /imports', {})
  const { problem } = file
  return (
    <>
      {mayImport && (
        <FileChoice
          hint={words.file.hint}
          isReading={file.isReading}
          problem={
            problem &&
            (problem.line === undefined ? words.readProblems[problem.problem] : words.openQuote(number(problem.line)))
          }
          chosen={
            table && {
              name: table.fileName,
              fact: words.file.lines(length),
            }
          }
          onChoose={file.choose}
        />
      )}
      {table ? (
        <Columns file={file} table={table} onTried={onTried} />
      ) : (
        earlier.data && <EarlierImports title={words.earlier.title} imports={earlier.data.imports} onShow={onShow} />
      )}
    </>
  )
}

function Columns({ file, table, onTried }: { file: RosterFile; table: ReadTable } & Pick<ColumnsStepProps, 'onTried'>) {
  const { columns: words, warnings: warningWords } = useTextsOf(importTexts)
  const { number } = useFormat()
  const { $id } = useInstitute()
  const navigate = useNavigate()
  const [remembered] = useState(() => recallColumns($id))
  const { common } = useTexts()
  const [source, setSource] = useState(() => proposeSource(remembered?.source, table.source, words.sourceDefault))
  const [isWhole, setWhole] = useState(table.isWhole ?? false)
  const [isWanted, setWanted] = useState(true)
  const { uses, setUses } = file
  const lines = useMemo(() => makeLines(table, uses), [table, uses])
  const warnings = useWarnings(table, uses, lines)
  const isCut = isWhole && lines.spoilt.length > 0
  const { send, sent, isBusy } = useSending<readonly FileLine[], DryRun>(onTried)
  const sourceError = checkText(maxSourceLength)(source)
  const problem = findChoiceProblem(uses, lines.lines.length)
  const tryIt = () => {
    if (problem !== undefined || sourceError !== undefined) return
    rememberColumns($id, table, uses, { source, isWanted })
    const begin = {
      source: normaliseText(source),
      fileName: normaliseText(table.fileName).slice(0, 120),
      columns: [...lines.columns],
      isWhole: isWhole && !isCut,
    }
    send({
      parts: splitIntoCalls(lines.lines, maxLinesACall),
      sizeOf: (part) => part.length,
      begin: () => callProduct('POST /imports', {}, begin),
      send: (importId, part) => {
        const body = { lines: part.map(([line, ...cells]): [number, ...string[]] => [line, ...cells]) }
        return callProduct('POST /imports/:importId/lines', { importId }, body)
      },
      plan: async (importId) => ({
        lines,
        plan: await callProduct('POST /imports/:importId/plan', { importId }, {}),
      }),
    })
  }
  return (
    <>
      <ReadSettings table={table} onChange={file.readAgain} />
      <ColumnTable table={table} uses={uses} onChange={setUses} />
      <Notes list={isCut ? [...warnings, warningWords.notWhole(number(lines.spoilt.length))] : warnings} />
      <TextField
        label={words.source}
        hint={words.sourceHint}
        autoComplete="off"
        maxLength={maxSourceLength}
        className={styles.source}
        value={source}
        error={sourceError}
        onValueChange={setSource}
      />
      <Switch label={words.isWhole} hint={words.isWholeHint} checked={isWhole} onChange={setWhole} />
      <Switch label={words.remember} checked={isWanted} onChange={setWanted} />
      <p className={styles.quiet}>{words.note}</p>
      {problem && (
        <p role="status" className={styles.problem}>
          {words.problems[problem]}
        </p>
      )}
      {sent && (
        <p role="status" className={styles.quiet}>
          {sent.done < sent.all ? words.sending(number(sent.done), number(sent.all)) : words.comparing}
        </p>
      )}
      <div className={styles.actions}>
        <Button onClick={() => void navigate(paths.roster($id))}>{common.cancel}</Button>
        <Button kind="primary" busy={isBusy} disabled={problem !== undefined || file.isReading} onClick={tryIt}>
          {words.tryIt}
        </Button>
      </div>
    </>
  )
}
