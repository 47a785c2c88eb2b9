import { useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { type ImportTexts, importTexts } from '#contract/import-texts.ts'
import type { ImportLinesPage, ImportPart, ImportPlan } from '#contract/imports.ts'
import { describeProblem } from '#roster-files/describe-problem.ts'
import type { Lines, SpoiltLine } from '#roster-files/make-lines.ts'
import { readProduct } from '../../client/read-product.ts'
import { messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Button, EmptyState, ErrorState, Skeleton, Table } from '../../ui/index.ts'
import styles from './imports.module.css'

type PlanLine = ImportLinesPage['lines'][number]

type PlanLinesProps = {
  plan: Pick<ImportPlan, 'id' | 'seal'>
  part: ImportPart
  /** Lines that were not sent; among the problems they come first. */
  lines?: Lines
  /** Lines of questions that were answered, and a change of them. */
  same?: ReadonlySet<number>
  onSame?: (line: number, isSame: boolean) => void
}

/** One part of the plan, a hundred lines at a time. */
export function PlanLines({ plan, part, lines, same, onSame }: PlanLinesProps) {
  const texts = useTexts()
  const groups = useTextsOf('import', importTexts)
  const { plan: words } = groups
  const page = useInfiniteQuery({
    queryKey: ['imports', plan.id, plan.seal, part],
    queryFn: ({ pageParam: after }) =>
      readProduct('GET /imports/:importId/lines', { importId: plan.id }, { part, after }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const error = useKeptError(page)
  if (page.data === undefined) {
    if (!error) return <Skeleton width="100%" height="240px" />
    return <ErrorState message={messageOf(error, texts)} busy={page.isFetching} onRetry={() => void page.refetch()} />
  }
  const spoilt = part === 'problems' ? (lines?.spoilt ?? []) : []
  const found = page.data.pages.flatMap((one) => one.lines)
  if (found.length + spoilt.length === 0) return <EmptyState title={words.none} />
  return (
    <>
      {part === 'questions' && <p className={styles.quiet}>{words.questionsHint}</p>}
      <Table
        label={words.parts[part]}
        className={styles.lines}
        busy={false}
        outdated={false}
        head={headOf(part, groups).map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        foot={null}
      >
        {spoilt.map((line) => (
          <SpoiltRow key={line.line} spoilt={line} columns={lines?.columns ?? []} />
        ))}
        {found.map((line, index) => (
          <LineRow
            // biome-ignore lint/suspicious/noArrayIndexKey: lines are only added, and who is gone has none
            key={index}
            line={line}
            part={part}
            answer={
              part === 'questions' && (
                <Answer line={line} isSame={same?.has(line.line ?? 0) ?? false} onSame={onSame ?? (() => undefined)} />
              )
            }
          />
        ))}
      </Table>
      {page.hasNextPage && (
        <Button className={styles.more} busy={page.isFetchingNextPage} onClick={() => void page.fetchNextPage()}>
          {words.more}
        </Button>
      )}
    </>
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
      return [words.onRoster, columns.uses.email, words.section]
  }
}

function LineRow({ line, part, answer }: { line: PlanLine; part: ImportPart; answer: ReactNode }) {
  const words = useTextsOf('import', importTexts)
  const { number } = useFormat()
  const { file, now } = line
  const [who, ...more] = headOf(part, words).slice(part === 'gone' ? 0 : 1)
  const person = part === 'gone' ? (now ?? file) : file
  return (
    <tr>
      {part !== 'gone' && <td data-label={words.plan.line}>{line.line === null ? '' : number(line.line)}</td>}
      <td data-label={who}>
        <Person {...person} email={part === 'questions' || part === 'problems' ? person.email : ''} />
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
      {(part === 'new' || part === 'gone') && (
        <>
          <td data-label={more[0]}>{person.email}</td>
          <td data-label={more[1]}>{person.section}</td>
        </>
      )}
    </tr>
  )
}

type Told = PlanLine['file']

function Person({ name, rollNumber, email }: Pick<Told, 'name' | 'rollNumber' | 'email'>) {
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
  const { plan: words } = useTextsOf('import', importTexts)
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
  const { plan: words } = useTextsOf('import', importTexts)
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
  const { plan: words, readerProblems } = useTextsOf('import', importTexts)
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
