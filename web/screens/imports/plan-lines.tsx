import type { ReactNode } from 'react'
import { type ImportTexts, importTexts } from '#contract/import-texts.ts'
import type { ImportLinesPage, ImportPart, ImportPlan } from '#contract/imports.ts'
import { rosterTexts } from '#contract/roster-texts.ts'
import { describeProblem } from '#roster-files/describe-problem.ts'
import type { Lines, SpoiltLine } from '#roster-files/make-lines.ts'
import { readProduct } from '../../client/read-product.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from './imports.module.css'
import { PlanPages } from './plan-pages.tsx'

type PlanLine = ImportLinesPage['lines'][number]

type PlanLinesProps = {
  plan: Pick<ImportPlan, 'id' | 'seal'>
  part: ImportPart
  /** Lines that were not sent; among the problems they come first. */
  lines?: Lines
  /** Lines of questions that were answered, and a change of them. */
  same?: ReadonlySet<number>
  onSame?: (line: number, isSame: boolean) => void
  /** Of those who are not in the file. */
  chosen?: ReadonlySet<string>
  onToggle?: (personId: string) => void
}

/** One part of the plan, a hundred lines at a time. */
export function PlanLines({ plan, part, lines, same, onSame, chosen, onToggle }: PlanLinesProps) {
  const groups = useTextsOf(importTexts)
  const { plan: words } = groups
  const roster = useTextsOf(rosterTexts)
  const spoilt = part === 'problems' ? (lines?.spoilt ?? []) : []
  const hints: Partial<Record<ImportPart, string>> = { questions: words.questionsHint, absent: words.absentHint }
  return (
    <PlanPages
      queryKey={['imports', plan.id, plan.seal, part]}
      read={(after) => readProduct('GET /imports/:importId/lines', { importId: plan.id }, { part, after })}
      label={words.parts[part]}
      hint={hints[part]}
      head={headOf(part, groups)}
      first={spoilt.map((line) => <SpoiltRow key={line.line} spoilt={line} columns={lines?.columns ?? []} />)}
      row={(line: PlanLine) => (
        <LineRow
          line={line}
          part={part}
          answer={
            part === 'questions' && (
              <Answer line={line} isSame={same?.has(line.line ?? 0) ?? false} onSame={onSame ?? (() => undefined)} />
            )
          }
          field={
            onToggle && (
              <input
                type="checkbox"
                checked={chosen?.has(line.personId ?? '') ?? false}
                aria-label={roster.choose(line.now?.name ?? '')}
                onChange={() => onToggle(line.personId ?? '')}
              />
            )
          }
        />
      )}
    />
  )
}

function headOf(part: ImportPart, { plan: words, columns }: ImportTexts): readonly string[] {
  switch (part) {
    case 'problems':
      return [words.line, words.inFile, words.problem]
    case 'questions':
      return [words.line, words.inFile, words.onRoster, words.answer]
    case 'changed':
      return [words.line, words.inFile, words.fromTo]
    case 'new':
      return [words.line, words.inFile, columns.uses.email, words.section]
    case 'gone':
    case 'absent':
      return [words.onRoster, columns.uses.email, words.section]
  }
}

type LineRowProps = { line: PlanLine; part: ImportPart; answer: ReactNode; field: ReactNode }

function LineRow({ line, part, answer, field }: LineRowProps) {
  const words = useTextsOf(importTexts)
  const { number } = useFormat()
  const { file, now } = line
  const isMissing = part === 'gone' || part === 'absent'
  const [who, ...more] = headOf(part, words).slice(isMissing ? 0 : 1)
  const person = isMissing ? (now ?? file) : file
  return (
    <tr>
      {!isMissing && <td data-label={words.plan.line}>{line.line === null ? '' : number(line.line)}</td>}
      <td data-label={who}>
        {field ? (
          <div className={styles.check}>
            {field}
            <span>
              <Person {...person} email="" />
            </span>
          </div>
        ) : (
          <Person {...person} email={part === 'questions' || part === 'problems' ? person.email : ''} />
        )}
      </td>
      {part === 'problems' && <td data-label={more[0]}>{describeProblem(line, words, number)}</td>}
      {part === 'questions' && (
        <>
          <td data-label={more[0]}>{now && <Person {...now} />}</td>
          <td data-label={more[1]}>{answer}</td>
        </>
      )}
      {part === 'changed' && (
        <td data-label={more[0]}>
          <Changes file={file} now={now} />
        </td>
      )}
      {(part === 'new' || isMissing) && (
        <>
          <td data-label={more[0]}>{person.email}</td>
          <td data-label={more[1]}>{person.section}</td>
        </>
      )}
    </tr>
  )
}

type Told = PlanLine['file']

export function Person({ name, rollNumber, email }: Pick<Told, 'name' | 'rollNumber' | 'email'>) {
  return (
    <>
      {name !== '' && (
        <span className={styles.name} lang={nameLanguage(name)}>
          {name}
        </span>
      )}
      {rollNumber !== '' && <span className={styles.code}>{rollNumber}</span>}
      {email !== '' && <span className={styles.fact}>{email}</span>}
    </>
  )
}

/** Old values are struck. An empty cell changes nothing. */
function Changes({ file, now }: Pick<PlanLine, 'file' | 'now'>) {
  const { plan: words } = useTextsOf(importTexts)
  const changed = (['name', 'rollNumber', 'email', 'section'] as const).filter(
    (field) => now !== null && file[field] !== '' && file[field] !== now[field],
  )
  return changed.map((field) => {
    const write = (value: string) => (field === 'section' ? `${words.section} ${value}` : value)
    return (
      <span key={field} className={styles.change}>
        {now?.[field] && <del>{write(now[field])}</del>}
        <ins>{write(file[field])}</ins>
      </span>
    )
  })
}

type AnswerProps = { line: PlanLine; isSame: boolean; onSame: (line: number, isSame: boolean) => void }

function Answer({ line: { line, file }, isSame, onSame }: AnswerProps) {
  const { plan: words } = useTextsOf(importTexts)
  const { number } = useFormat()
  const place = line ?? 0
  return (
    <label className={styles.check}>
      <input
        type="checkbox"
        checked={isSame}
        aria-label={words.sameNamed(file.name, number(place))}
        onChange={({ currentTarget }) => onSame(place, currentTarget.checked)}
      />
      <span>{words.same}</span>
    </label>
  )
}

function SpoiltRow({ spoilt, columns }: { spoilt: SpoiltLine; columns: Lines['columns'] }) {
  const { plan: words, readerProblems } = useTextsOf(importTexts)
  const { number } = useFormat()
  const cell = (column: Lines['columns'][number]) => spoilt.cells[columns.indexOf(column)] ?? ''
  return (
    <tr>
      <td data-label={words.line}>{number(spoilt.line)}</td>
      <td data-label={words.inFile}>
        <Person
          name={[cell('givenName'), cell('familyName')].filter((part) => part !== '').join(' ')}
          rollNumber={spoilt.cell}
          email=""
        />
      </td>
      <td data-label={words.problem}>{readerProblems[spoilt.problem]}</td>
    </tr>
  )
}
