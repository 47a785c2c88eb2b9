import { IconBuilding } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { attendancePercent } from '#contract/attendance-percent.ts'
import type { CourseSession, GroupFigures } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import type { Course } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import { reportTexts } from '#contract/report-texts.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import courses from '../../parts/courses/courses.module.css'
import { groupTexts } from '../../parts/group-head/group-texts.ts'
import { useMay } from '../../session/may.ts'
import { useInstitute, useInstituteProfile } from '../../session/session.ts'
import { Meter, Percentage, Table } from '../../ui/index.ts'
import styles from './course-table.module.css'

/** Undefined: they are on their way. */
export type FiguresOf = ReadonlyMap<string, GroupFigures>

type ListedCourse = Pick<Course, 'id' | 'code' | 'title' | 'people' | 'sessions'> &
  Partial<Pick<Course, 'teachers' | 'closedAt'>>

type CourseTableProps = {
  label: string
  courses: readonly ListedCourse[]
  /** What runs now. */
  running: readonly CourseSession[]
  figures: FiguresOf
  /** The whole institute stands first. */
  hasWhole?: boolean
  /** The page opens what runs above: here its row is tinted, and leads to the register as the others do. */
  tintsRunning?: boolean
}

/** Courses with what each comes to so far, and what runs. */
export function CourseTable(props: CourseTableProps) {
  const { label: name, courses, running, figures, hasWhole = false, tintsRunning = false } = props
  const words = useTextsOf(groupTexts).list
  const { form } = useTextsOf(courseTexts)
  const mayRead = useMay('registers')
  const heads = [
    { key: 'code', label: words.code },
    { key: 'title', label: courses.some(({ teachers }) => teachers) ? words.course : form.kinds.course },
    { key: 'number', label: words.people },
    { key: 'number', label: words.sessions },
    ...(mayRead
      ? ([
          { key: 'average', label: words.average },
          { key: 'number', label: words.below },
        ] as const)
      : []),
    { key: 'now', label: words.now },
    { key: 'way', label: '' },
  ] as const
  return (
    <Table
      label={name}
      className={styles.table}
      busy={false}
      outdated={false}
      head={heads.map(({ key, label }) =>
        label === '' ? (
          <td key={key} />
        ) : (
          <th key={label} scope="col" className={styles[key]}>
            {label}
          </th>
        ),
      )}
      foot={null}
    >
      {hasWhole && <WholeRow />}
      {courses.map((course) => (
        <CourseRow
          key={course.id}
          course={course}
          running={running.find((session) => session.course.id === course.id)}
          figures={figures.get(course.id)}
          tintsRunning={tintsRunning}
        />
      ))}
    </Table>
  )
}

type CourseRowProps = {
  course: ListedCourse
  running: CourseSession | undefined
  figures: GroupFigures | undefined
  tintsRunning: boolean
}

function CourseRow({ course, running, figures, tintsRunning }: CourseRowProps) {
  const words = useTextsOf(groupTexts)
  const { course: ofCourse } = useTextsOf(courseTexts)
  const { $id } = useInstitute()
  const { number } = useFormat()
  const [mayRead, mayOpen] = [useMay('registers'), useMay('today')]
  const { id, code, title } = course
  const page = mayRead ? paths.courseRegister($id, id) : paths.coursePeople($id, id)
  return (
    <Row
      isTinted={tintsRunning && running !== undefined}
      code={code}
      title={<Link to={page}>{title}</Link>}
      language={nameLanguage(title)}
      facts={course.teachers && (course.teachers.map(({ name }) => name).join(', ') || ofCourse.noTeachers)}
      people={course.people}
      sessions={figures?.held ?? course.sessions}
      figures={figures}
      now={
        running ? (
          <>
            <span className={courses.running}>{words.list.running}</span>{' '}
            <span>{words.list.of(number(running.present), number(running.people))}</span>
            {running.room && <span className={styles.facts}>{running.room.name}</span>}
          </>
        ) : (
          course.closedAt && <span className={styles.facts}>{words.list.closed}</span>
        )
      }
      way={
        running && mayOpen && !tintsRunning ? (
          <Link to={paths.courseSession($id, running.id)} aria-label={words.list.openNamed(code)}>
            {words.list.open}
          </Link>
        ) : (
          mayRead && (
            <Link to={page} aria-label={`${words.tabs.register}: ${code}`}>
              {words.tabs.register}
            </Link>
          )
        )
      }
    />
  )
}

/** Everyone's classes. */
function WholeRow() {
  const words = useTextsOf(groupTexts).list
  const { whole } = useTextsOf(reportTexts)
  const { list } = useTextsOf(courseTexts)
  const { $id } = useInstitute()
  const { data } = useInstituteProfile()
  const [hasClasses, mayRead] = [useMay('classes'), useMay('registers')]
  const figures = useRead('GET /groups/:groupId/figures', { groupId: $id }, {}, { enabled: mayRead })
  const page = hasClasses ? paths.organisationDashboard($id) : paths.courseRegister($id, $id)
  return (
    <Row
      isWhole
      code={<IconBuilding size={22} stroke={1.9} aria-hidden="true" />}
      title={<Link to={page}>{whole}</Link>}
      facts={list.everyone}
      people={figures.data?.people ?? data?.members ?? 0}
      sessions={figures.data?.held ?? data?.classes ?? 0}
      figures={figures.data}
      now={null}
      way={
        <Link to={page} aria-label={words.openNamed(whole)}>
          {words.open}
        </Link>
      }
    />
  )
}

type RowProps = {
  isWhole?: true
  isTinted?: boolean
  code: ReactNode
  title: ReactNode
  language?: string | undefined
  facts: string | undefined
  people: number
  sessions: number
  figures: GroupFigures | undefined
  now: ReactNode
  way: ReactNode
}

function Row(props: RowProps) {
  const { isWhole, isTinted, code, title, language, facts, people, sessions, figures, now, way } = props
  const words = useTextsOf(groupTexts).list
  const { number } = useFormat()
  const mayRead = useMay('registers')
  return (
    <tr data-whole={isWhole} data-tinted={isTinted}>
      <td className={styles.code}>{code}</td>
      <td className={styles.title}>
        <b lang={language}>{title}</b>
        {facts && <span className={styles.facts}>{facts}</span>}
      </td>
      <td className={styles.number} data-label={words.people}>
        <span>{number(people)}</span>
        {figures && figures.before > 0 && <span className={styles.facts}>{words.before(number(figures.before))}</span>}
      </td>
      <td className={styles.number} data-label={words.sessions}>
        <span>{number(sessions)}</span>
        {figures && figures.notTaken > 0 && (
          <span className={styles.facts}>{words.notTaken(number(figures.notTaken))}</span>
        )}
      </td>
      {mayRead && (
        <>
          <td className={styles.average}>{figures && <Average {...figures} />}</td>
          <td className={styles.number} data-label={words.below}>
            {figures && figures.counted > 0 ? number(figures.below) : '–'}
          </td>
        </>
      )}
      <td className={styles.now}>{now}</td>
      <td className={styles.way}>{way}</td>
    </tr>
  )
}

/** The share of all together as a bar with the goal. */
function Average({ counted, points, goal }: GroupFigures) {
  const words = useTextsOf(groupTexts).list
  if (counted === 0) return <span className={styles.facts}>{words.none}</span>
  const percent = attendancePercent(points, 100 * counted)
  return (
    <span className={styles.bar}>
      <Meter percent={percent} line={goal} height={8} />
      <Percentage percent={percent} line={goal} />
    </span>
  )
}
