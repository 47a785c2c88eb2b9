import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { courseTexts } from '#contract/course-texts.ts'
import type { CourseDetail, CoursePerson, EnrolledPeople } from '#contract/courses.ts'
import { joinNames } from '#contract/text-fields.ts'
import { endEnrolment, enrolPeople, enrolSection, listCoursePeople } from '../../client/course-calls.ts'
import { listPeople } from '../../client/roster-calls.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import { rosterKey } from '../../live/live-keys.ts'
import styles from '../../parts/courses/courses.module.css'
import { SearchInput } from '../../parts/search/search-input.tsx'
import { useInstitute } from '../../session/session.ts'
import { Button, ConfirmButton, OpenOnDemand, SelectField } from '../../ui/index.ts'
import { enrolledIn } from './enrolled-in.ts'
import { ReadState } from './read-state.tsx'
import { type useCourseActs, useCourseRead } from './use-courses.ts'

const loadMove = async () => (await import('./move-modal.tsx')).MoveModal

type CoursePeopleProps = { course: CourseDetail; acts: ReturnType<typeof useCourseActs>; isOffice: boolean }

/** Who are and were enrolled, and how the office enrols, moves and ends. */
export function CoursePeople({ course, acts, isOffice }: CoursePeopleProps) {
  const words = useTextsOf('course', courseTexts)
  const people = useCourseRead(['people', course.id], () => listCoursePeople(course.id))
  const [moved, setMoved] = useState<CoursePerson>()
  const [isMoving, setMoving] = useState(false)
  return (
    <section className={styles.part} aria-label={words.course.people}>
      <h2>{words.course.people}</h2>
      {isOffice && course.closedAt === null && course.sections.length === 0 && <Enrol course={course} acts={acts} />}
      <ReadState of={people}>
        {(answer) =>
          answer.people.length === 0 ? (
            <p className={styles.hint}>{words.course.noPeople}</p>
          ) : (
            <ul className={styles.list}>
              {answer.people.map((person) => (
                <PersonRow
                  key={person.personId}
                  person={person}
                  course={course}
                  acts={acts}
                  isOffice={isOffice}
                  onMove={() => {
                    setMoved(person)
                    setMoving(true)
                  }}
                />
              ))}
            </ul>
          )
        }
      </ReadState>
      {moved && (
        <OpenOnDemand
          load={loadMove}
          props={{ open: isMoving, onClose: () => setMoving(false), course, person: moved, acts }}
        />
      )}
    </section>
  )
}

type PersonRowProps = CoursePeopleProps & { person: CoursePerson; onMove: () => void }

function PersonRow({ person, course, acts, isOffice, onMove }: PersonRowProps) {
  const words = useTextsOf('course', courseTexts).course
  const { day } = useFormat()
  const name = joinNames(person.given, person.family)
  const times = person.enrolments.map(({ beginsAt, endsAt }) =>
    endsAt === null ? words.since(day(beginsAt)) : `${words.since(day(beginsAt))} ${words.until(day(endsAt))}`,
  )
  return (
    <li className={styles.row}>
      <span className={styles.name}>
        <b lang={nameLanguage(name)}>{name}</b>
        <span className={styles.facts}>
          {person.studentId === null ? `${person.rollNumber} · ${words.noAccount}` : person.rollNumber}
        </span>
      </span>
      <span className={styles.facts}>{times.join('; ')}</span>
      {isOffice && person.isEnrolled && (
        <span className={styles.actions}>
          <Button kind="quiet" aria-label={words.moveNamed(name)} onClick={onMove}>
            {words.move}
          </Button>
          <ConfirmButton
            kind="quiet"
            aria-label={words.endNamed(name)}
            onClick={() =>
              void acts.run({
                act: () => endEnrolment(enrolledIn(person, course), person.personId),
                done: () => words.ended,
              })
            }
          >
            {words.end}
          </ConfirmButton>
        </span>
      )}
    </li>
  )
}

function Enrol({ course, acts }: Omit<CoursePeopleProps, 'isOffice'>) {
  const words = useTextsOf('course', courseTexts).course
  const { number } = useFormat()
  const { $id } = useInstitute()
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [section, setSection] = useState('')
  const found = useQuery({
    queryKey: [...rosterKey($id), 'to-enrol', search],
    queryFn: () => listPeople({ search, limit: '10' }),
  })
  const done = ({ enrolled, already, ownLeftOut }: EnrolledPeople) =>
    [words.enrolled(number(enrolled), number(already)), ...(ownLeftOut ? [words.ownLeftOut] : [])].join(' ')
  const sections = (found.data?.sections ?? []).filter((one) => one !== '')
  return (
    <div className={styles.part}>
      <p className={styles.hint}>{words.enrolHint}</p>
      <div className={styles.actions}>
        <SearchInput typed={typed} onType={setTyped} onPause={setSearch} />
        {sections.length > 0 && (
          <>
            <SelectField
              label={words.fromSection}
              value={section}
              options={['', ...sections].map((one) => ({ value: one, label: one }))}
              onChoose={setSection}
            />
            <Button
              disabled={section === ''}
              busy={acts.isBusy}
              onClick={() =>
                void acts.run({ act: () => enrolSection(course.id, { section, meanwhile: 'left-out' }), done })
              }
            >
              {words.fromSection}
            </Button>
          </>
        )}
      </div>
      {search !== '' && found.data && (
        <ul className={styles.list}>
          {found.data.people.map((person) => {
            const name = joinNames(person.name.given, person.name.family)
            return (
              <li key={person.id} className={styles.row}>
                <span className={styles.name}>
                  <b lang={nameLanguage(name)}>{name}</b>
                  <span className={styles.facts}>{person.rollNumber}</span>
                </span>
                <Button
                  busy={acts.isBusy}
                  aria-label={`${words.enrol}: ${name}`}
                  onClick={() =>
                    void acts.run({
                      act: () => enrolPeople(course.id, { people: [person.id], meanwhile: 'left-out' }),
                      done,
                    })
                  }
                >
                  {words.enrol}
                </Button>
              </li>
            )
          })}
        </ul>
      )}
    </div>
  )
}
