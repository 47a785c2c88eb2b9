import { createPortal } from 'react-dom'
import { registerLetters } from '#contract/course-cells.ts'
import type { CourseRegister as Register } from '#contract/course-sessions.ts'
import type { CourseDetail } from '#contract/courses.ts'
import { registerTexts } from '#contract/register-texts.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { MarkLegend } from '../../parts/courses/mark-legend.tsx'
import { useInstituteProfile } from '../../session/session.ts'
import styles from './printed-register.module.css'

/** So many sessions stand beside each other on a sheet. */
const sessionsASheet = 24

type PrintedRegisterProps = {
  register: Register
  /** Undefined where it could not be read. */
  course: CourseDetail | undefined
}

/** The whole register on paper: sheets of so many sessions, each with all people, and the percentages on the last. */
export function PrintedRegister({ register, course }: PrintedRegisterProps) {
  const { sessions, people } = register
  const begins = Array.from({ length: Math.ceil(sessions.length / sessionsASheet) }, (_, at) => at * sessionsASheet)
  // A person who was on no sheet has nothing to be read.
  const isOnSheet = ({ letters }: Register['people'][number]) => [...letters].some((letter) => letter !== '-')
  const printed = { ...register, people: people.filter(isOnSheet) }
  return createPortal(
    <div className={styles.paper}>
      {begins.map((begin) => (
        <Sheet key={begin} register={printed} course={course} begin={begin} />
      ))}
    </div>,
    document.body,
  )
}

function Sheet({ register, course: detail, begin }: PrintedRegisterProps & { begin: number }) {
  const words = useTextsOf(registerTexts)
  const { whole } = useTextsOf(reportTexts)
  const { shortDay, day, number } = useFormat()
  const { data: institute } = useInstituteProfile()
  const { course, sessions, people } = register
  const shown = sessions.slice(begin, begin + sessionsASheet)
  const isLast = begin + sessionsASheet >= sessions.length
  const [first, last] = [sessions[0]?.startedAt ?? 0, sessions.at(-1)?.startedAt ?? 0]
  const teachers = detail?.teachers.map(({ name }) => name).join(', ') ?? ''
  const facts = [
    [words.paper.teachers, teachers],
    [words.paper.term, detail?.term ?? ''],
  ].filter(([, fact]) => fact !== '')
  return (
    <section className={styles.sheet}>
      <header className={styles.head}>
        <p className={styles.title} lang={course && nameLanguage(course.title)}>
          {course === undefined || course.code === course.title
            ? (course?.title ?? whole)
            : `${course.code} · ${course.title}`}
        </p>
        <p className={styles.facts}>
          {[
            institute?.name ?? '',
            ...facts.map(([title, fact]) => `${title}: ${fact}`),
            words.period(day(first), day(last)),
            words.paper.people(number(people.length)),
          ]
            .filter((fact) => fact !== '')
            .map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
        </p>
      </header>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{words.name}</th>
            {shown.map(({ id, number: place, startedAt }) => (
              <th key={id} scope="col">
                <b>{number(place)}</b>
                <span>{shortDay(startedAt)}</span>
              </th>
            ))}
            {isLast && <th scope="col">{words.percentage}</th>}
          </tr>
        </thead>
        <tbody>
          {people.map(
            ({ personId, given, family, rollNumber, leftAt, letters, working: { percentage, points, counted } }) => (
              <tr key={personId}>
                <th scope="row">
                  <span lang={nameLanguage(joinNames(given, family))}>{joinNames(given, family)}</span>{' '}
                  <small>{leftAt === undefined ? rollNumber : `${rollNumber}, ${words.leftOn(day(leftAt))}`}</small>
                </th>
                {shown.map(({ id }, at) => {
                  const letter = letters[begin + at] ?? '-'
                  return <td key={id}>{letter === '-' ? '·' : letter}</td>
                })}
                {isLast && (
                  <td>
                    {percentage === null ? '' : <b>{percentage}</b>}{' '}
                    <small>{words.working(number(points / 100), number(counted))}</small>
                  </td>
                )}
              </tr>
            ),
          )}
        </tbody>
      </table>
      <footer className={styles.foot}>
        <MarkLegend
          className={styles.legend}
          letters={Object.values(registerLetters)
            .filter((letter) => people.some(({ letters }) => letters.includes(letter)))
            .join('')}
        />
        {isLast && <p className={styles.sign}>{words.paper.sign}</p>}
      </footer>
    </section>
  )
}
