import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { courseTexts } from '#contract/course-texts.ts'
import type { CourseDetail } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import { RequestError } from '../../client/request-error.ts'
import { Read } from '../../kit/read.tsx'
import { type Acts, useActs } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { BackLink, Button, buttonClass, ConfirmButton, PageHeading } from '../../ui/index.ts'
import { CheckList } from './check-list.tsx'
import { CourseForm } from './course-form.tsx'
import { CoursePeople } from './course-people.tsx'
import { PolicyForm } from './policy-form.tsx'

/** /admin/dashboard/{userId}/courses/{courseId}: one course, its people, and what the office may change. */
export function Course() {
  const { courseId = '' } = useParams()
  const words = useTextsOf('course', courseTexts).course
  const { $id } = useInstitute()
  const course = useRead('GET /courses/:courseId', { courseId })
  return (
    <>
      <BackLink to={paths.courses($id)}>{words.all}</BackLink>
      <Read of={course}>{(answer) => <Content key={answer.id} course={answer} />}</Read>
    </>
  )
}

function Content({ course }: { course: CourseDetail }) {
  const words = useTextsOf('course', courseTexts)
  const { $id } = useInstitute()
  const isOffice = useMay('office')
  const mayRead = useMay('registers')
  const acts = useActs()
  return (
    <>
      <div className={styles.head}>
        <div>
          <PageHeading>{course.code}</PageHeading>
          <p className={styles.hint} lang={nameLanguage(course.title)}>
            {[course.title, course.term, course.department].filter((text) => text !== '').join(' · ')}
          </p>
        </div>
        {mayRead && (
          <Link className={buttonClass('primary')} to={paths.courseRegister($id, course.id)}>
            {words.course.register}
          </Link>
        )}
      </div>
      {course.closedAt !== null && <p className={styles.hint}>{words.course.closed}</p>}
      <div className={styles.parts}>
        <CoursePeople course={course} acts={acts} isOffice={isOffice} />
        <section className={styles.part} aria-label={words.course.teachers}>
          <h2>{words.course.teachers}</h2>
          {isOffice ? (
            <Teachers course={course} acts={acts} />
          ) : (
            <p className={styles.hint}>
              {course.teachers.map(({ name }) => name).join(', ') || words.course.noTeachers}
            </p>
          )}
        </section>
        {isOffice && (
          <>
            <section className={styles.part} aria-label={words.course.policy}>
              <h2>{words.course.policy}</h2>
              <PolicyForm course={course} acts={acts} />
            </section>
            <Details course={course} acts={acts} />
          </>
        )}
      </div>
    </>
  )
}

type ActsProps = { course: CourseDetail; acts: Acts }

function Details({ course, acts }: ActsProps) {
  const words = useTextsOf('course', courseTexts)
  const isClosed = course.closedAt !== null
  const ids = { courseId: course.id }
  return (
    <section className={styles.part} aria-label={words.course.details}>
      <h2>{words.course.details}</h2>
      <CourseForm
        initial={course}
        hasKind={false}
        busy={acts.isBusy}
        onSend={async ({ code, title, department, term }, firstDay, fail) => {
          const isMoved = firstDay !== course.firstDay
          const change = { code, title, department, term, ...(isMoved && { firstDay }) }
          const refused = (error: Error, sentence: string) =>
            error instanceof RequestError && error.reason === 'first-day-too-late' ? fail(sentence) : false
          await acts.run('PATCH /courses/:courseId', ids, change, { done: words.form.saved, refused })
        }}
      />
      <div className={styles.actions}>
        <ConfirmButton
          busy={acts.isBusy}
          onClick={() => void acts.run(`POST /courses/:courseId/${isClosed ? 'reopen' : 'close'}`, ids)}
        >
          {isClosed ? words.course.reopen : words.course.close}
        </ConfirmButton>
      </div>
    </section>
  )
}

/** Chosen among the people of the institute. */
function Teachers({ course, acts }: ActsProps) {
  const words = useTextsOf('course', courseTexts)
  const staff = useRead('GET /staff', {})
  const [chosen, setChosen] = useState<ReadonlySet<string>>(
    () => new Set(course.teachers.map(({ staffId }) => staffId)),
  )
  const isChanged =
    chosen.size !== course.teachers.length || course.teachers.some(({ staffId }) => !chosen.has(staffId))
  return (
    <Read of={staff}>
      {({ people }) => {
        const sent = { staff: [...chosen] }
        const offered = people.filter(({ until, role }) => until === null && role !== 'viewer')
        if (offered.length === 0) return <p className={styles.hint}>{words.course.noTeachers}</p>
        return (
          <div className={styles.part}>
            <CheckList
              options={offered.map(({ id, name, title }) => ({ value: id, label: name, facts: title }))}
              chosen={chosen}
              onChange={setChosen}
            />
            <div className={styles.actions}>
              <Button
                busy={acts.isBusy}
                disabled={!isChanged}
                onClick={() =>
                  void acts.run('PUT /courses/:courseId/teachers', { courseId: course.id }, sent, {
                    done: words.form.saved,
                  })
                }
              >
                {words.form.save}
              </Button>
            </div>
          </div>
        )
      }}
    </Read>
  )
}
