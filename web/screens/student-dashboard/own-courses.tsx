import { Link } from 'react-router'
import type { OwnCourses as Answer } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { courseParameter } from '#contract/paths.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { MayBeOld } from '../../kit/may-be-old.tsx'
import { QueryError } from '../../kit/query-error.tsx'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { type Column, nothing, RegisterTable } from '../../parts/attendance-record/register-table.tsx'
import { useOutlook } from '../../parts/courses/use-outlook.ts'
import { Meter, Percentage, Stack } from '../../ui/index.ts'
import styles from './own-courses.module.css'
import { OwnStatus, OwnWay } from './own-status.tsx'
import { useCourseFacts } from './use-course-facts.ts'

type Course = Answer['courses'][number]

/** The student's courses at all institutes, with what each one counts. */
export function OwnCourses() {
  const { title } = useTextsOf(courseTexts).own
  const courses = useRead('GET /own/courses', {})
  const { data, error } = courses
  const columns = useColumns(data)
  if (data?.courses.length === 0) return null
  return (
    <Stack gap={16}>
      <h2 className={styles.heading}>{title}</h2>
      {data && <MayBeOld of={courses} />}
      {data ? (
        <div className={styles.courses}>
          <RegisterTable label={title} columns={columns} rows={data.courses} keyOf={({ id }) => id} busy={false} />
        </div>
      ) : (
        error && <QueryError error={error} of={courses} />
      )}
    </Stack>
  )
}

function useColumns(data: Answer | undefined): readonly Column<Course>[] {
  const reports = useTextsOf(reportsTexts)
  const words = useTextsOf(courseTexts)
  const { percent, number, day } = useFormat()
  const outlook = useOutlook()
  const factsOf = useCourseFacts()
  const goals = new Set(data?.courses.map(({ goal }) => percent(goal)))
  const runs = ({ endsAt, letter }: Course['sessions'][number]) => endsAt > (data?.serverTime ?? 0) && letter !== '-'
  return [
    {
      key: 'course',
      label: words.form.kinds.course,
      isMain: true,
      cell: (course) => (
        <span className={styles.name}>
          <Link to={`?${new URLSearchParams({ [courseParameter]: course.id })}`} lang={nameLanguage(course.title)}>
            {course.title}
          </Link>
          <span className={styles.fact}>{factsOf(course)}</span>
        </span>
      ),
    },
    {
      key: 'percentage',
      label: reports.columns.percentage,
      isVerdict: true,
      cell: ({ goal, working: { percentBp } }) =>
        percentBp === null ? (
          words.register.none
        ) : (
          <span className={styles.share}>
            <Meter percent={percentBp / 100} line={goal} height={8} />
            <Percentage percent={percentBp / 100} line={goal} />
          </span>
        ),
    },
    {
      key: 'attended',
      label: reports.columns.attended,
      isPlain: true,
      cell: ({ by, working: { percentBp, points, counted } }) =>
        percentBp === null ? nothing : words.own.counted[by](number(points / 100), number(counted)),
    },
    {
      key: 'outlook',
      label: words.own.toGoal([...goals].join(' / ')),
      isPlain: true,
      cell: (course) => outlook(course)[0] ?? nothing,
    },
    {
      key: 'last',
      label: words.own.last,
      cell: ({ sessions }) => {
        const last = sessions.findLast(({ letter }) => !'?·-'.includes(letter))
        return last ? (
          <span className={styles.last}>
            <OwnStatus letter={last.letter} isShort />
            <span>{day(last.startedAt)}</span>
            <OwnWay mark={last.mark} />
          </span>
        ) : (
          nothing
        )
      },
    },
    {
      key: 'now',
      label: words.today.running,
      isPlain: true,
      cell: ({ sessions }) => {
        const running = sessions.find(runs)
        return running ? (
          <span className={styles.running}>
            <b>{reports.running}</b> <span>{running.room}</span>
          </span>
        ) : (
          nothing
        )
      },
    },
  ]
}
