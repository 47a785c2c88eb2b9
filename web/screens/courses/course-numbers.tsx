import type { ReactNode } from 'react'
import type { CourseRegister, RegisterPerson } from '#contract/course-sessions.ts'
import { countColumn, goalOf } from '#contract/register-numbers.ts'
import { registerTexts } from '#contract/register-texts.ts'
import type { AttendancePoint } from '#contract/reports.ts'
import { goodAttendancePercent } from '#contract/rules.ts'
import { Read } from '../../kit/read.tsx'
import { useRead } from '../../kit/use-read.ts'
import { makeFormat, useFormat, useLocale } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { AttendanceChart, type AttendanceChartProps } from '../../parts/attendance-chart/attendance-chart.tsx'
import { shareOf } from '../../parts/attendance-chart/chart-geometry.ts'
import { groupTexts } from '../../parts/group-head/group-texts.ts'
import { Card, EmptyState, Meter } from '../../ui/index.ts'
import styles from './course-numbers.module.css'
import { isTooLarge, TooLarge } from './course-register.tsx'
import { WatchList } from './watch-list.tsx'

/** How a group goes over its term, where its people stand, and who is or will soon be below the goal. */
export function CourseNumbers({ groupId }: { groupId: string }) {
  const overTime = useRead('GET /groups/:groupId/reports/attendance-over-time', { groupId })
  const register = useRead('GET /groups/:groupId/register', { groupId })
  const words = useTextsOf(groupTexts).list
  if (isTooLarge(register.error))
    return (
      <>
        <Chart groupId={groupId} />
        <TooLarge error={register.error} />
      </>
    )
  return (
    <Read of={register}>
      {(answer) => {
        const goal = goalOf(answer)
        const people = answer.people.filter(({ isEnrolled, working }) => isEnrolled && working.percentBp !== null)
        if (people.length === 0) return <EmptyState title={words.none} />
        return (
          <div className={styles.page}>
            <Chart groupId={groupId} running={pointOfRunning(answer)} />
            <Standing people={people} goal={goal}>
              {overTime.data?.sessionsPerPoint === 1 && <Weekdays points={overTime.data.points} goal={goal} />}
            </Standing>
            <WatchList register={answer} people={people} />
          </div>
        )
      }}
    </Read>
  )
}

function Chart({ groupId, running }: { groupId: string } & Pick<AttendanceChartProps, 'running'>) {
  const overTime = useRead('GET /groups/:groupId/reports/attendance-over-time', { groupId })
  return (
    <Read of={overTime}>
      {({ points, goal = goodAttendancePercent }) => <AttendanceChart {...{ points, goal, running }} />}
    </Read>
  )
}

/** The session that runs, so far. */
function pointOfRunning({ sessions, people }: CourseRegister): AttendancePoint | undefined {
  const at = sessions.findIndex(({ isOver }) => !isOver)
  const session = sessions[at]
  if (!session) return undefined
  const { number, startedAt } = session
  const { present, people: expected } = countColumn(people, at)
  return { firstNumber: number, lastNumber: number, startedAt, present, expected }
}

type StandingProps = { people: readonly RegisterPerson[]; goal: number; children: ReactNode }

/** Steps of five percent from the top down to the lowest one that has a person; the goal is a line between two of them. */
function Standing({ people, goal, children }: StandingProps) {
  const words = useTextsOf(registerTexts).numbers
  const { number, percent } = useFormat()
  const steps = stepsOf(people, goal)
  const most = Math.max(...steps.map(({ count }) => count))
  return (
    <Card as="section" className={styles.standing} aria-label={words.standing(number(people.length))}>
      <h2>{words.standing(number(people.length))}</h2>
      <ul>
        {steps.map(({ from, to, count }, at) => (
          <li key={from} data-below={from < goal} data-goal={from < goal && (steps[at - 1]?.from ?? 100) >= goal}>
            <span>{words.fromTo(number(from), percent(to))}</span>
            <span className={styles.track} aria-hidden="true">
              {count > 0 && <span style={{ inlineSize: `${(100 * count) / most}%` }} />}
            </span>
            <b>{number(count)}</b>
          </li>
        ))}
      </ul>
      {children}
    </Card>
  )
}

/** What was attended on each weekday, from Monday on. `points`: each is one session. */
function Weekdays({ points, goal }: Pick<AttendanceChartProps, 'points' | 'goal'>) {
  const words = useTextsOf(registerTexts).numbers
  const { weekday, percent } = useFormat()
  const { weekday: nameDay } = makeFormat(useLocale(), 'UTC')
  if (points.length === 0) return null
  const days = Map.groupBy(points, ({ startedAt }) => weekday(startedAt))
  return (
    <>
      <h3>{words.byWeekday}</h3>
      <ul className={styles.weekdays}>
        {Array.from({ length: 7 }, (_, day) => nameDay(Date.UTC(2024, 0, 1 + day))).map((name) => {
          const own = days.get(name)
          if (!own) return null
          const sum = (what: 'present' | 'expected') => own.reduce((all, point) => all + point[what], 0)
          const share = shareOf({ present: sum('present'), expected: sum('expected') })
          return (
            <li key={name}>
              <span>{name}</span>
              <Meter percent={share} line={goal} />
              <b>{percent(share)}</b>
            </li>
          )
        })}
      </ul>
    </>
  )
}

/** The goal itself always begins a step, so that each stands on one side of it. */
function stepsOf(people: readonly RegisterPerson[], goal: number) {
  const all = people.map(({ working }) => working.percentBp ?? 0)
  const lowest = Math.min(...all)
  const begins = [...new Set([...Array.from({ length: 20 }, (_, at) => 95 - 5 * at), goal])]
    .filter((from) => from < 100)
    .sort((one, other) => other - one)
  return begins
    .map((from, at) => {
      const next = begins[at - 1] ?? 101
      const count = all.filter((bp) => bp >= 100 * from && bp < 100 * next).length
      return { from, to: at === 0 ? 100 : next - 1, count }
    })
    .filter(({ from, to }) => to * 100 + 99 >= lowest || from >= goal)
}
