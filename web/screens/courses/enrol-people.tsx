import { useContext, useState } from 'react'
import { courseTexts } from '#contract/course-texts.ts'
import type { CourseDetail, CoursePeople, EnrolledPeople } from '#contract/courses.ts'
import { joinNames } from '#contract/text-fields.ts'
import { SearchInput } from '../../kit/search-input.tsx'
import type { Acts } from '../../kit/use-act.ts'
import { useRead } from '../../kit/use-read.ts'
import { timeOfClock } from '../../language/calendar.ts'
import { TimeZoneContext, useFormat } from '../../language/format.ts'
import { nameLanguage } from '../../language/name-language.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { groupTexts } from '../../parts/group-head/group-texts.ts'
import { Menu } from '../../parts/menu/menu.tsx'
import { Button, Hint, SelectField, Stack, TextField } from '../../ui/index.ts'
import own from './course-people.module.css'
import { LabelledChoice } from './labelled-choice.tsx'

type Elsewhere = EnrolledPeople['elsewhere'][number]
type EnrolPeopleProps = { course: CourseDetail; acts: Acts } & CoursePeople

/** Enrols people of the roster, or a section: from now on, or from a former day with what counts since then. */
export function EnrolPeople({ course, people, newOfSection, acts }: EnrolPeopleProps) {
  const words = useTextsOf(courseTexts).course
  const { enrolFrom, enrolFromHint, enrolled, find, noOne, section: ofSection } = useTextsOf(groupTexts).people
  const { number } = useFormat()
  const zone = useContext(TimeZoneContext)
  const [typed, setTyped] = useState('')
  const [search, setSearch] = useState('')
  const [section, setSection] = useState('')
  const [day, setDay] = useState('')
  const [meanwhile, setMeanwhile] = useState<'left-out' | 'absent'>('left-out')
  const found = useRead('GET /people', {}, { search, limit: 10 })
  const ids = { courseId: course.id }
  const from = day === '' ? undefined : timeOfClock(`${day}T00:00`, zone)
  const since = { meanwhile, ...(from !== undefined && { from }) }
  const [elsewhere, setElsewhere] = useState<readonly Elsewhere[]>([])
  const done = ({ enrolled: count, already, ownLeftOut, elsewhere: others }: EnrolledPeople) => {
    setElsewhere(others)
    return [words.enrolled(number(count), number(already)), ...(ownLeftOut ? [words.ownLeftOut] : [])].join(' ')
  }
  const enrol = (some: readonly string[]) =>
    void acts.run('POST /courses/:courseId/people', ids, { people: [...some], ...since }, { done })
  async function move({ courseId, personId }: Elsewhere) {
    const moved = await acts.run(
      'POST /courses/:courseId/people/:personId/move',
      { courseId, personId },
      { to: course.id, ...since },
      { done: words.moved },
    )
    if (moved) setElsewhere((others) => others.filter((one) => one.personId !== personId))
  }
  const sections = (found.data?.sections ?? []).filter((one) => one !== '')
  const here = new Set(people.filter(({ isEnrolled }) => isEnrolled).map(({ personId }) => personId))
  const field = (
    <div className={styles.actions}>
      <TextField label={enrolFrom} hint={enrolFromHint} optional type="date" value={day} onValueChange={setDay} />
      {day !== '' && (
        <LabelledChoice label={words.meanwhile} words={words.meanwhiles} value={meanwhile} onChoose={setMeanwhile} />
      )}
    </div>
  )
  const ofOthers = { people: elsewhere, isBusy: acts.isBusy, onMove: (person: Elsewhere) => void move(person) }
  const isSearching = typed !== '' && search !== '' && found.data
  return (
    <section className={own.enrol} aria-label={words.enrol}>
      {newOfSection.length > 0 && (
        <p className={own.proposed}>
          <span>{words.newOfSection(number(newOfSection.length), course.code)}</span>{' '}
          <Button busy={acts.isBusy} onClick={() => enrol(newOfSection)}>
            {words.enrolThem}
          </Button>
        </p>
      )}
      <div className={own.find}>
        <SearchInput label={find} typed={typed} onType={setTyped} onPause={setSearch} />
        {isSearching && (
          <div className={own.found}>
            <ul>
              {found.data.people.map((person) => {
                const name = joinNames(person.name.given, person.name.family)
                return (
                  <li key={person.id} className={styles.row}>
                    <span className={styles.facts}>{person.rollNumber}</span>
                    <span className={styles.name}>
                      <b lang={nameLanguage(name)}>{name}</b>
                    </span>
                    {here.has(person.id) ? (
                      <span className={styles.facts}>{enrolled}</span>
                    ) : (
                      <Button
                        busy={acts.isBusy}
                        aria-label={`${words.enrol}: ${name}`}
                        onClick={() => enrol([person.id])}
                      >
                        {words.enrol}
                      </Button>
                    )}
                  </li>
                )
              })}
            </ul>
            {found.data.people.length === 0 && <Hint>{noOne}</Hint>}
            <ElsewhereList {...ofOthers} />
            {field}
          </div>
        )}
      </div>
      {sections.length > 0 && (
        <Menu label={words.fromSection}>
          <Stack>
            <SelectField
              label={ofSection}
              value={section}
              options={['', ...sections].map((one) => ({ value: one, label: one }))}
              onChoose={setSection}
            />
            {field}
            <Button
              disabled={section === ''}
              busy={acts.isBusy}
              onClick={() =>
                void acts.run('POST /courses/:courseId/people/from-section', ids, { section, ...since }, { done })
              }
            >
              {words.enrol}
            </Button>
            {!isSearching && <ElsewhereList {...ofOthers} />}
          </Stack>
        </Menu>
      )}
    </section>
  )
}

type ElsewhereListProps = {
  people: readonly Elsewhere[]
  isBusy: boolean
  onMove: (person: Elsewhere) => void
}

/** Who was not enrolled, because they are in another section. */
function ElsewhereList({ people, isBusy, onMove }: ElsewhereListProps) {
  const words = useTextsOf(courseTexts).course
  return (
    <ul className={own.elsewhere}>
      {people.map((person) => {
        const name = joinNames(person.given, person.family)
        return (
          <li key={person.personId} className={styles.row}>
            <span className={styles.name}>{words.isElsewhere(name, person.code)}</span>
            <Button busy={isBusy} aria-label={words.moveNamed(name)} onClick={() => onMove(person)}>
              {words.move}
            </Button>
          </li>
        )
      })}
    </ul>
  )
}
