import { useState } from 'react'
import { courseTexts } from '#contract/course-texts.ts'
import type { CourseDetail, CoursePerson, EnrolledPeople } from '#contract/courses.ts'
import { joinNames } from '#contract/text-fields.ts'
import { Read } from '../../kit/read.tsx'
import { SearchInput } from '../../kit/search-input.tsx'
import type { Acts } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { PeopleCount } from '../../parts/courses/people-count.tsx'
import { Button, ConfirmButton, OpenOnDemand, SelectField } from '../../ui/index.ts'
import { enrolledIn } from './enrolled-in.ts'

const loadMove = async () => (await import('./move-modal.tsx')).MoveModal

type CoursePeopleProps = { course: CourseDetail; acts: Acts; isOffice: boolean }

/** Who are and were enrolled, and how the office enrols, moves and ends. */
export function CoursePeople({ course, acts, isOffice }: CoursePeopleProps) {
  const words = useTextsOf('course', courseTexts)
  const people = useRead('GET /courses/:courseId/people', { courseId: course.id })
  const [moved, setMoved] = useState<CoursePerson>()
  const [isMoving, setMoving] = useState(false)
  return (
    <section className={styles.part} aria-label={words.course.people}>
      <h2>{words.course.people}</h2>
      {isOffice && course.closedAt === null && course.sections.length === 0 && <Enrol course={course} acts={acts} />}
      <Read of={people}>
        {(answer) =>
          answer.people.length === 0 ? (
            <p className={styles.hint}>{words.course.noPeople}</p>
          ) : (
            <>
              <PeopleCount enrolled={countPeople(answer.people)} />
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
            </>
          )
        }
      </Read>
      {moved && (
        <OpenOnDemand
          load={loadMove}
          props={{ open: isMoving, onClose: () => setMoving(false), course, person: moved, acts }}
        />
      )}
    </section>
  )
}

/** The list has no one else. */
function countPeople(people: readonly CoursePerson[]) {
  const now = people.filter(({ isEnrolled }) => isEnrolled).length
  return { people: now, before: people.length - now }
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
              void acts.run(
                'POST /courses/:courseId/people/:personId/end',
                { courseId: enrolledIn(person, course), personId: person.personId },
                { from: 0 },
                { done: words.ended },
              )
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
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [section, setSection] = useState('')
  const found = useRead('GET /people', {}, { search, limit: 10 })
  const ids = { courseId: course.id }
  const meanwhile = 'left-out'
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
                void acts.run('POST /courses/:courseId/people/from-section', ids, { section, meanwhile }, { done })
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
                    void acts.run('POST /courses/:courseId/people', ids, { people: [person.id], meanwhile }, { done })
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
