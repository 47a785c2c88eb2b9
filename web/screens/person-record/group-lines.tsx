import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { courseTexts } from '#contract/course-texts.ts'
import type { PersonRecord } from '#contract/person-record.ts'
import { reportsTexts } from '#contract/reports-texts.ts'
import { goodAttendancePercent } from '#contract/rules.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { lateJoinOf } from '../../parts/attendance-record/late-join.ts'
import { recordTexts } from '../../parts/attendance-record/record-texts.ts'
import { isClassLeftOut, shownStanding } from '../../parts/attendance-record/shown-standing.ts'
import { SinceJoining } from '../../parts/attendance-record/since-joining.tsx'
import { useOtherVerdict } from '../../parts/attendance-record/use-other-verdict.ts'
import { useOutlook } from '../../parts/courses/use-outlook.ts'
import { useInstitute } from '../../session/session.ts'
import { Card, Meter, Percentage } from '../../ui/index.ts'
import styles from './person-record.module.css'

/** Of the address: whose sessions are shown. */
export const groupParameter = 'group'

/** One line for each group, which shows its sessions below. */
export function GroupLines({ record: { whole, courses }, chosen }: { record: PersonRecord; chosen: string }) {
  const words = useTextsOf(recordTexts)
  const { $id } = useInstitute()
  return (
    <section aria-label={words.groups}>
      <Card as="ul" className={styles.groups}>
        {whole && <WholeLine whole={whole} isChosen={chosen === $id} />}
        {courses.map((course) => (
          <CourseLine key={course.id} course={course} isChosen={chosen === course.id} />
        ))}
      </Card>
    </section>
  )
}

type WholeLineProps = { whole: NonNullable<PersonRecord['whole']>; isChosen: boolean }

function WholeLine({ whole, isChosen }: WholeLineProps) {
  const words = useTextsOf(recordTexts)
  const reports = useTextsOf(reportsTexts)
  const { number } = useFormat()
  const { $id } = useInstitute()
  const sayOther = useOtherVerdict('institute')
  const { attended, counted, percentage, mayMiss, mustAttend } = shownStanding(whole)
  const late = lateJoinOf(whole)
  const outlook = mustAttend > 0 ? reports.mustAttend(number(mustAttend)) : reports.mayMiss(mayMiss)
  const other = sayOther(whole)
  return (
    <Line
      id={$id}
      title={words.whole}
      facts={[
        reports.attendedClasses(number(attended), counted),
        ...(percentage === null || late ? [] : [outlook]),
        ...(isClassLeftOut(whole) ? [reports.classRunning] : []),
        ...(other !== undefined && !late ? [other] : []),
      ]}
      isChosen={isChosen}
    >
      {late ? (
        <SinceJoining late={late} reader="institute" all={shownStanding(whole)} />
      ) : (
        <Share percent={percentage} goal={goodAttendancePercent} />
      )}
    </Line>
  )
}

type CourseLineProps = { course: PersonRecord['courses'][number]; isChosen: boolean }

function CourseLine({ course, isChosen }: CourseLineProps) {
  const words = useTextsOf(recordTexts)
  const { own } = useTextsOf(courseTexts)
  const { number, day } = useFormat()
  const outlook = useOutlook()
  const { id, code, title, isEnrolled, goal, by, since, working } = course
  const { percentBp, points, counted } = working
  return (
    <Line
      id={id}
      title={title}
      facts={[
        ...(code === title ? [] : [code]),
        ...(percentBp === null ? [] : [own.counted[by](number(points / 100), number(counted))]),
        ...outlook(course),
        since === null ? words.guest : isEnrolled ? words.since(day(since)) : words.over,
      ]}
      isChosen={isChosen}
    >
      <Share percent={percentBp === null ? null : percentBp / 100} goal={goal} />
    </Line>
  )
}

type LineProps = { id: string; title: string; facts: readonly string[]; isChosen: boolean; children: ReactNode }

function Line({ id, title, facts, isChosen, children }: LineProps) {
  return (
    <li className={styles.group} data-chosen={isChosen}>
      <div className={styles.names}>
        <Link
          to={`?${new URLSearchParams({ [groupParameter]: id })}`}
          aria-current={isChosen ? 'true' : undefined}
          preventScrollReset
          lang={nameLanguage(title)}
        >
          {title}
        </Link>
        <p className={styles.facts}>
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
      </div>
      <div className={styles.number}>{children}</div>
    </li>
  )
}

function Share({ percent, goal }: { percent: number | null; goal: number }) {
  const { none } = useTextsOf(courseTexts).register
  if (percent === null) return <p className={styles.facts}>{none}</p>
  return (
    <>
      <Meter percent={percent} line={goal} />
      <Percentage percent={percent} line={goal} />
    </>
  )
}
