import { useInfiniteQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { attendancePercent } from '#contract/attendance-percent.ts'
import type { CourseFigures } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { paths } from '#contract/paths.ts'
import { reportPaths } from '#contract/report-requests.ts'
import { readProduct } from '../../client/read-product.ts'
import { QueryError } from '../../kit/query-error.tsx'
import { useReadOf } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { ExportButtons } from '../../parts/export/export-buttons.tsx'
import { useInstitute } from '../../session/session.ts'
import { Button, Percentage, Table } from '../../ui/index.ts'

/** So many courses come with each answer. */
const pageSize = 50

/** What all courses come to, on the screen where it is asked for, and as a file. */
export function CoursesReport() {
  const words = useTextsOf('course', courseTexts).report
  const [isShown, setShown] = useState(false)
  const show = !isShown && <Button onClick={() => setShown(true)}>{words.show}</Button>
  return (
    <section className={styles.part} aria-label={words.title}>
      <h2>{words.title}</h2>
      <p className={styles.hint}>{words.about}</p>
      <ExportButtons path={reportPaths.exports.courses} query={{}}>
        {show}
      </ExportButtons>
      {isShown && <Figures />}
    </section>
  )
}

function Figures() {
  const words = useTextsOf('course', courseTexts).report
  const { queryKey } = useReadOf('GET /reports/courses', {})
  const report = useInfiniteQuery({
    queryKey,
    queryFn: ({ pageParam }) => readProduct('GET /reports/courses', {}, { after: String(pageParam) }),
    initialPageParam: 0,
    getNextPageParam: (last, all) => (last.courses.length < pageSize ? undefined : all.length * pageSize),
  })
  if (report.data === undefined) return report.error ? <QueryError error={report.error} of={report} /> : null
  const heads = [words.course, words.people, words.before, words.held, words.notTaken, words.below, words.percentage]
  return (
    <>
      <Table
        label={words.title}
        busy={false}
        outdated={false}
        head={heads.map((head) => (
          <th key={head} scope="col">
            {head}
          </th>
        ))}
        foot={null}
      >
        {report.data.pages
          .flatMap(({ courses }) => courses)
          .map((course) => (
            <Row key={course.id} course={course} />
          ))}
      </Table>
      {report.hasNextPage && (
        <div className={styles.actions}>
          <Button busy={report.isFetchingNextPage} onClick={() => void report.fetchNextPage()}>
            {words.more}
          </Button>
        </div>
      )}
    </>
  )
}

function Row({ course }: { course: CourseFigures }) {
  const words = useTextsOf('course', courseTexts).report
  const { $id } = useInstitute()
  const { number } = useFormat()
  const { id, code, title, people, before, held, notTaken, below, goal, counted, points } = course
  return (
    <tr>
      <td data-label={words.course}>
        <Link to={paths.courseRegister($id, id)}>{code}</Link>{' '}
        {title !== code && (
          <span className={styles.facts} lang={nameLanguage(title)}>
            {title}
          </span>
        )}
      </td>
      <td data-label={words.people}>{number(people)}</td>
      <td data-label={words.before}>{number(before)}</td>
      <td data-label={words.held}>{number(held)}</td>
      <td data-label={words.notTaken}>{number(notTaken)}</td>
      <td data-label={words.below}>{number(below)}</td>
      <td data-label={words.percentage}>
        {counted === 0 ? words.none : <Percentage percent={attendancePercent(points, 100 * counted)} line={goal} />}
      </td>
    </tr>
  )
}
