import { useInfiniteQuery } from '@tanstack/react-query'
import { courseImportTexts } from '#contract/course-import-texts.ts'
import type { CourseImport, CourseImportView, PlannedCourseAnswer } from '#contract/course-imports.ts'
import { importTexts } from '#contract/import-texts.ts'
import { readProduct } from '../../client/read-product.ts'
import { messageOf } from '../../client/request-error.ts'
import { useKeptError } from '../../forms/use-kept-error.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Button, EmptyState, ErrorState, Skeleton, Table } from '../../ui/index.ts'
import styles from './imports.module.css'

type PlannedCoursesProps = { plan: Pick<CourseImport, 'id' | 'seal'>; part: CourseImportView }

/** One part of the plan, fifty courses at a time. */
export function PlannedCourses({ plan, part }: PlannedCoursesProps) {
  const texts = useTexts()
  const { plan: words } = useTextsOf('courseImport', courseImportTexts)
  const { plan: common } = useTextsOf('import', importTexts)
  const page = useInfiniteQuery({
    queryKey: ['course-imports', plan.id, plan.seal, part],
    queryFn: ({ pageParam: after }) =>
      readProduct('GET /course-imports/:importId/courses', { importId: plan.id }, { part, after }),
    initialPageParam: '',
    getNextPageParam: ({ next }) => next,
  })
  const error = useKeptError(page)
  if (page.data === undefined) {
    if (!error) return <Skeleton width="100%" height="240px" />
    return <ErrorState message={messageOf(error, texts)} busy={page.isFetching} onRetry={() => void page.refetch()} />
  }
  const courses = page.data.pages.flatMap((one) => one.courses)
  if (courses.length === 0) return <EmptyState title={common.none} />
  const head = part === 'left-out' ? [words.course, common.problem] : [words.course, words.people, words.teachers]
  return (
    <>
      {part === 'gone' && <p className={styles.quiet}>{words.closes}</p>}
      <Table
        label={words.parts[part]}
        className={styles.lines}
        busy={false}
        outdated={false}
        head={head.map((column) => (
          <th key={column} scope="col">
            {column}
          </th>
        ))}
        foot={null}
      >
        {courses.map((course, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: courses are only added
          <tr key={index}>
            <td data-label={words.course}>
              <Course planned={course} />
            </td>
            {part === 'left-out' ? <Problem planned={course} /> : <People planned={course} />}
          </tr>
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

type Planned = { planned: PlannedCourseAnswer }

/** Old values are struck. */
function Course({ planned: { course, before, codeInFile } }: Planned) {
  const { plan: words } = useTextsOf('courseImport', courseImportTexts)
  const changed = (['code', 'title', 'term'] as const).filter((field) => before && before[field] !== course[field])
  return (
    <>
      <span className={styles.name}>{course.code}</span>
      <span className={styles.fact} lang={nameLanguage(course.title)}>
        {[course.title, course.term].filter((text) => text !== '').join(' · ')}
      </span>
      {changed.map((field) => (
        <span key={field} className={styles.change}>
          {before?.[field] && <del>{before[field]}</del>}
          <ins>{course[field]}</ins>
        </span>
      ))}
      {codeInFile !== null && <span className={styles.fact}>{words.codeTaken(codeInFile)}</span>}
    </>
  )
}

function Problem({ planned: { problem } }: Planned) {
  const { problems } = useTextsOf('courseImport', courseImportTexts)
  const { plan: common } = useTextsOf('import', importTexts)
  return <td data-label={common.problem}>{problem && problems[problem]}</td>
}

function People({ planned }: Planned) {
  const { plan: words } = useTextsOf('courseImport', courseImportTexts)
  const { number } = useFormat()
  const { begin, end, stay, unknown, unknownIds, ownLeftOut, teachersBegin, teachersEnd, teachersToInvite } = planned
  const ids = unknownIds.join(', ')
  const people = [
    ...(begin > 0 ? [words.begin(number(begin))] : []),
    ...(end > 0 ? [words.end(number(end))] : []),
    ...(stay > 0 ? [words.stay(number(stay))] : []),
    ...(unknown > 0 ? [words.unknown(number(unknown), unknown > unknownIds.length ? words.andMore(ids) : ids)] : []),
    ...(ownLeftOut ? [words.ownLeftOut] : []),
  ]
  const teachers = [
    ...teachersBegin.map(words.teacherBegins),
    ...teachersEnd.map(words.teacherEnds),
    ...teachersToInvite.map(words.teacherToInvite),
  ]
  return (
    <>
      <td data-label={words.people}>{listed(people)}</td>
      <td data-label={words.teachers}>{listed(teachers)}</td>
    </>
  )
}

const listed = (facts: readonly string[]) =>
  facts.map((fact) => (
    <span key={fact} className={styles.change}>
      {fact}
    </span>
  ))
