import { useState } from 'react'
import { Link } from 'react-router'
import { courseTexts } from '#contract/course-texts.ts'
import type { Course } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import { Read } from '../../kit/read.tsx'
import { useActs } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { Button, buttonClass, EmptyState, OpenOnDemand, PageHeading, TextField } from '../../ui/index.ts'
import { CoursesReport } from './courses-report.tsx'
import { DayPasses } from './day-passes.tsx'

const loadAdd = async () => (await import('./add-course-modal.tsx')).AddCourseModal
const loadSections = async () => (await import('./sections-modal.tsx')).SectionsModal

/** /admin/dashboard/{userId}/courses: the courses that the person may see, and the rooms. */
export function Courses() {
  const words = useTextsOf('course', courseTexts).list
  const { $id } = useInstitute()
  const isOffice = useMay('office')
  const mayRead = useMay('registers')
  const courses = useRead('GET /courses', {})
  const acts = useActs()
  const [opened, setOpened] = useState<'add' | 'sections'>()
  const close = () => setOpened(undefined)
  return (
    <>
      <div className={styles.head}>
        <div>
          <PageHeading>{words.title}</PageHeading>
          <p className={styles.hint}>{words.about}</p>
        </div>
        {isOffice && (
          <div className={styles.actions}>
            <Link className={buttonClass()} to={paths.importCourses($id)}>
              {words.fromFile}
            </Link>
            <Button onClick={() => setOpened('sections')}>{words.ofSections}</Button>
            <Button kind="primary" onClick={() => setOpened('add')}>
              {words.add}
            </Button>
          </div>
        )}
      </div>
      <div className={styles.parts}>
        <Read of={courses}>{(answer) => <List courses={answer.courses} />}</Read>
        {mayRead && courses.data && courses.data.courses.length > 0 && <CoursesReport />}
        {isOffice && <Rooms />}
        {isOffice && courses.data && <DayPasses courses={courses.data.courses} />}
      </div>
      <OpenOnDemand load={loadAdd} props={{ open: opened === 'add', onClose: close, acts }} />
      <OpenOnDemand load={loadSections} props={{ open: opened === 'sections', onClose: close, acts }} />
    </>
  )
}

function List({ courses }: { courses: readonly Course[] }) {
  const words = useTextsOf('course', courseTexts)
  const { $id } = useInstitute()
  const { number } = useFormat()
  const [search, setSearch] = useState('')
  const [showsClosed, setShowsClosed] = useState(false)
  const wanted = search.trim().toLocaleLowerCase()
  const isWanted = ({ code, title, term, department, closedAt }: Course) =>
    (showsClosed || closedAt === null) &&
    [code, title, term, department].some((text) => text.toLocaleLowerCase().includes(wanted))
  const shown = courses.filter(isWanted)
  if (courses.length === 0) return <EmptyState title={words.list.empty}>{words.list.emptyHint}</EmptyState>
  return (
    <section className={styles.part} aria-label={words.list.title}>
      <div className={styles.actions}>
        <TextField
          label={words.list.search}
          required={false}
          autoComplete="off"
          value={search}
          onValueChange={setSearch}
        />
        <label className={styles.check}>
          <input
            type="checkbox"
            checked={showsClosed}
            onChange={({ currentTarget }) => setShowsClosed(currentTarget.checked)}
          />
          <span>{words.list.showClosed}</span>
        </label>
      </div>
      {shown.length === 0 ? (
        <p className={styles.hint}>{words.list.noMatch}</p>
      ) : (
        <ul className={styles.list}>
          {shown.map((course) => (
            <li key={course.id} className={styles.row}>
              <span className={styles.name}>
                <Link to={paths.course($id, course.id)}>{course.code}</Link>
                <span className={styles.facts} lang={nameLanguage(course.title)}>
                  {[course.title, course.term, course.department].filter((text) => text !== '').join(' · ')}
                </span>
              </span>
              <span className={styles.facts}>
                {course.teachers.length === 0
                  ? words.course.noTeachers
                  : course.teachers.map(({ name }) => name).join(', ')}
              </span>
              <span className={styles.facts}>{words.list.people(number(course.people))}</span>
              <span className={styles.facts}>{words.list.sessions(number(course.sessions))}</span>
              {course.closedAt !== null && <span className={styles.status}>{words.list.closed}</span>}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

/** The rooms in which sessions run. */
function Rooms() {
  const words = useTextsOf('course', courseTexts).list
  const rooms = useRead('GET /rooms', {})
  const acts = useActs()
  const [name, setName] = useState('')
  return (
    <section className={styles.part} aria-label={words.rooms}>
      <h2>{words.rooms}</h2>
      <Read of={rooms}>
        {({ rooms: all }) =>
          all.length === 0 ? (
            <p className={styles.hint}>{words.noRooms}</p>
          ) : (
            <ul className={styles.list}>
              {all.map((room) => (
                <li key={room.id} className={styles.row}>
                  <span className={styles.name}>
                    <b>{room.name}</b>
                  </span>
                  <Button
                    kind="quiet"
                    aria-label={words.endRoomNamed(room.name)}
                    onClick={() => void acts.run('DELETE /rooms/:roomId', { roomId: room.id })}
                  >
                    {words.endRoom}
                  </Button>
                </li>
              ))}
            </ul>
          )
        }
      </Read>
      <form
        className={styles.actions}
        onSubmit={async (event) => {
          event.preventDefault()
          if (name.trim() !== '' && (await acts.run('POST /rooms', {}, { name: name.trim() }))) setName('')
        }}
      >
        <TextField label={words.roomName} autoComplete="off" value={name} onValueChange={setName} />
        <Button type="submit" busy={acts.isBusy}>
          {words.addRoom}
        </Button>
      </form>
    </section>
  )
}
