import { createPortal } from 'react-dom'
import type { CourseRegister as Register } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from './printed-register.module.css'

/** So many sessions stand beside each other on a sheet. */
const sessionsASheet = 24

/** The whole register on paper: sheets of so many sessions, each with all people, and the percentages on the last. */
export function PrintedRegister({ register }: { register: Register }) {
  const { sessions } = register
  const begins = Array.from({ length: Math.ceil(sessions.length / sessionsASheet) }, (_, at) => at * sessionsASheet)
  return createPortal(
    <div className={styles.paper}>
      {begins.map((begin) => (
        <Sheet key={begin} register={register} begin={begin} />
      ))}
    </div>,
    document.body,
  )
}

function Sheet({ register: { course, sessions, people }, begin }: { register: Register; begin: number }) {
  const words = useTextsOf('course', courseTexts).register
  const { shortDay, number } = useFormat()
  const shown = sessions.slice(begin, begin + sessionsASheet)
  const isLast = begin + sessionsASheet >= sessions.length
  return (
    <table className={styles.sheet}>
      <caption lang={nameLanguage(course.title)}>
        {course.code === course.title ? course.title : `${course.code} · ${course.title}`}
      </caption>
      <thead>
        <tr>
          <th scope="col">{words.person}</th>
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
        {people.map(({ personId, given, family, rollNumber, letters, working: { percentage, points, counted } }) => (
          <tr key={personId}>
            <th scope="row">
              <span lang={nameLanguage(joinNames(given, family))}>{joinNames(given, family)}</span>{' '}
              <small>{rollNumber}</small>
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
        ))}
      </tbody>
    </table>
  )
}
