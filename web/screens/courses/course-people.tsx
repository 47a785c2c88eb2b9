import { type ReactNode, useState } from 'react'
import type { RegisterPerson } from '#contract/course-sessions.ts'
import { courseTexts } from '#contract/course-texts.ts'
import type { CourseDetail, CoursePeople as CoursePeopleAnswer, CoursePerson } from '#contract/courses.ts'
import { rosterTexts } from '#contract/roster-texts.ts'
import { joinNames } from '#contract/text-fields.ts'
import { Read } from '../../kit/read.tsx'
import { type Acts, useActs } from '../../kit/use-act.ts'
import { useChosen } from '../../kit/use-chosen.ts'
import { useListAddress } from '../../kit/use-list-address.ts'
import { useRead } from '../../kit/use-read.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import styles from '../../parts/courses/courses.module.css'
import { PersonName } from '../../parts/courses/person-name.tsx'
import { groupTexts } from '../../parts/group-head/group-texts.ts'
import { useMay } from '../../session/may.ts'
import { Button, Choice, Dialog, EmptyState, Percentage, showSuccess, Table, useDialog } from '../../ui/index.ts'
import own from './course-people.module.css'
import { EnrolPeople } from './enrol-people.tsx'
import { enrolledIn } from './enrolled-in.ts'

const loadMove = async () => (await import('./move-modal.tsx')).MoveModal

type Show = 'now' | 'below' | 'before'

/** Who are and were enrolled, with what each comes to, and how the office enrols, moves and ends. */
export function CoursePeople({ course }: { course: CourseDetail }) {
  const people = useRead('GET /courses/:courseId/people', { courseId: course.id })
  return <Read of={people}>{(answer) => <List course={course} {...answer} />}</Read>
}

type ListProps = { course: CourseDetail } & CoursePeopleAnswer

function List({ course, people, newOfSection }: ListProps) {
  const words = useTextsOf(groupTexts).people
  const { course: ofCourse } = useTextsOf(courseTexts)
  const { number, percent } = useFormat()
  const isOffice = useMay('office')
  const mayRead = useMay('registers')
  const acts = useActs()
  const register = useRead('GET /groups/:groupId/register', { groupId: course.id }, {}, { enabled: mayRead })
  const workings = new Map(register.data?.people.map(({ personId, working }) => [personId, working]))
  const { address, change } = useListAddress()
  const moving = useDialog<readonly CoursePerson[]>()
  const { chosen, toggle, clear } = useChosen()
  const { ended, end } = useEnd(course, acts)
  const inView: Readonly<Record<Show, (person: CoursePerson) => boolean>> = {
    now: ({ personId, isEnrolled }) => isEnrolled || ended.has(personId),
    below: ({ personId, isEnrolled }) => isEnrolled && workings.get(personId)?.isBelow === true,
    before: ({ isEnrolled }) => !isEnrolled,
  }
  const shows = (['now', 'below', 'before'] as const).filter((one) => one !== 'below' || mayRead)
  const show = shows.find((one) => one === address.get('show')) ?? 'now'
  const labels = { now: words.now, below: words.below(percent(course.policy.goal)), before: words.before }
  const count = (one: Show) => people.filter(one === 'now' ? ({ isEnrolled }) => isEnrolled : inView[one]).length
  const picked = people.filter(({ personId, isEnrolled }) => isEnrolled && chosen.has(personId))
  return (
    <div className={styles.part}>
      {isOffice && course.closedAt === null && course.sections.length === 0 && (
        <EnrolPeople course={course} people={people} newOfSection={newOfSection} acts={acts} />
      )}
      {people.length === 0 ? (
        <EmptyState title={ofCourse.noPeople} />
      ) : (
        <>
          <div className={styles.actions}>
            <Choice
              label={words.filter}
              options={shows.map((value) => ({
                value,
                label: `${labels[value]} ${number(count(value))}`,
              }))}
              value={show}
              onChoose={(one) => change({ show: one === 'now' ? null : one })}
            />
            {picked.length > 0 && (
              <>
                <Button onClick={() => moving.open(picked)}>{words.moveChosen(number(picked.length))}</Button>
                <Button busy={acts.isBusy} onClick={() => void end(picked)}>
                  {words.endChosen(number(picked.length))}
                </Button>
                <Button kind="quiet" onClick={clear}>
                  {words.chooseNone}
                </Button>
              </>
            )}
          </div>
          <Table
            label={ofCourse.people}
            className={own.table}
            busy={false}
            outdated={false}
            foot={null}
            head={<Heads />}
          >
            {people.filter(inView[show]).map((person) => (
              <PersonRow
                key={person.personId}
                person={person}
                working={workings.get(person.personId)}
                goal={course.policy.goal}
                isChosen={chosen.has(person.personId)}
                onChoose={isOffice && person.isEnrolled ? () => toggle(person.personId) : undefined}
              >
                {isOffice && (
                  <Actions
                    person={person}
                    acts={acts}
                    endedIn={ended.get(person.personId)}
                    onEnd={() => void end([person])}
                    onMove={() => moving.open([person])}
                  />
                )}
              </PersonRow>
            ))}
          </Table>
        </>
      )}
      {moving.asked && <Dialog of={moving} load={loadMove} props={{ course, people: moving.asked, acts }} />}
    </div>
  )
}

/** Ends enrolments, one after the other. Where each was can be undone until the page is left. */
function useEnd(course: CourseDetail, acts: Acts) {
  const { course: words } = useTextsOf(courseTexts)
  const { number } = useFormat()
  const [ended, setEnded] = useState<ReadonlyMap<string, string>>(new Map())
  async function end(some: readonly CoursePerson[]) {
    for (const person of some) {
      const courseId = enrolledIn(person, course)
      const ids = { courseId, personId: person.personId }
      if (!(await acts.run('POST /courses/:courseId/people/:personId/end', ids, { from: 0 }))) return
      setEnded((before) => new Map(before).set(person.personId, courseId))
    }
    showSuccess(words.ended(number(some.length)))
  }
  return { ended, end }
}

function Heads() {
  const words = useTextsOf(groupTexts).people
  const mayRead = useMay('registers')
  return (
    <>
      {[words.rollNumber, words.name, words.section, words.since, words.passkey].map((head) => (
        <th key={head} scope="col">
          {head}
        </th>
      ))}
      {mayRead &&
        [words.attended, words.percentage].map((head) => (
          <th key={head} scope="col" className={own.number}>
            {head}
          </th>
        ))}
      <td />
    </>
  )
}

type PersonRowProps = {
  person: CoursePerson
  working: RegisterPerson['working'] | undefined
  goal: number
  isChosen: boolean
  /** Undefined where nothing can be done with who is chosen. */
  onChoose: (() => void) | undefined
  children: ReactNode
}

function PersonRow({ person, working, goal, isChosen, onChoose, children }: PersonRowProps) {
  const {
    people: words,
    list: { of },
  } = useTextsOf(groupTexts)
  const { course } = useTextsOf(courseTexts)
  const { day, number } = useFormat()
  const roster = useTextsOf(rosterTexts)
  const mayRead = useMay('registers')
  const name = joinNames(person.given, person.family)
  const missing =
    person.studentId === null
      ? 'not-registered'
      : ({ none: 'no-passkey', held: 'held', ready: undefined } as const)[person.passkey]
  const times = person.enrolments.map(({ beginsAt, endsAt }) =>
    endsAt === null ? day(beginsAt) : `${day(beginsAt)} ${course.until(day(endsAt))}`,
  )
  return (
    <tr data-before={!person.isEnrolled}>
      <td className={own.code}>{person.rollNumber}</td>
      <td className={own.name}>
        <span className={own.who}>
          {onChoose && (
            <input type="checkbox" aria-label={roster.choose(name)} checked={isChosen} onChange={onChoose} />
          )}
          <PersonName person={person} />
        </span>
      </td>
      <td className={own.section}>{person.section}</td>
      <td className={own.since} data-label={words.since}>
        {times.join('; ')}
      </td>
      <td className={own.passkey} data-state={missing ?? 'ready'}>
        {missing === undefined ? roster.ready : roster.filters[missing]}
      </td>
      {mayRead && (
        <>
          <td className={own.number}>
            {working && working.counted > 0 && of(number(working.points / 100), number(working.counted))}
          </td>
          <td className={own.percentage}>
            {working && working.percentBp !== null && <Percentage percent={working.percentBp / 100} line={goal} />}
          </td>
        </>
      )}
      <td className={own.actions}>{children}</td>
    </tr>
  )
}

type ActionsProps = {
  person: CoursePerson
  acts: Acts
  endedIn: string | undefined
  onEnd: () => void
  onMove: () => void
}

/** 'End' acts at once, and is undone in the same place. */
function Actions({ person, acts, endedIn, onEnd, onMove }: ActionsProps) {
  const words = useTextsOf(courseTexts).course
  const { undo, undoNamed } = useTextsOf(groupTexts).people
  const name = joinNames(person.given, person.family)
  const { personId } = person
  if (!person.isEnrolled)
    return (
      endedIn !== undefined && (
        <Button
          aria-label={undoNamed(name)}
          busy={acts.isBusy}
          onClick={() =>
            void acts.run(
              'POST /courses/:courseId/people',
              { courseId: endedIn },
              { people: [personId], meanwhile: 'left-out' },
            )
          }
        >
          {undo}
        </Button>
      )
    )
  return (
    <span className={own.acts}>
      <Button kind="quiet" aria-label={words.moveNamed(name)} onClick={onMove}>
        {words.move}
      </Button>
      <Button kind="quiet" aria-label={words.endNamed(name)} busy={acts.isBusy} onClick={onEnd}>
        {words.end}
      </Button>
    </span>
  )
}
