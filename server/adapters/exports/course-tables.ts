import { type CellStatus, isAttended } from '#contract/course-cells.ts'
import { registerLetters } from '#contract/course-sessions.ts'
import type { CourseWorking } from '#contract/course-working.ts'
import { joinNames } from '#contract/text-fields.ts'
import type { CourseReader, RegisterPersonRow } from '../../domain/groups/stores.ts'
import { letterOf, type PersonCells, readCells, workOut } from '../../domain/register/cells.ts'
import type { ExportOrder } from '../../domain/register/exporter.ts'
import type { Cell, Table } from './cells.ts'
import { column, name, rollNumber } from './columns.ts'
import type { LocalTime } from './local-time.ts'

/** The tables of courses. Their numbers are worked out by the functions that the screens use. */

/** What a percentage is made of, by the policy of the course: sessions or minutes. */
const working = [column('Points', 10), column('Counted', 10), column('Percentage', 11)]

/** A row for each person, a column for each session. */
export async function registerTable(
  courseReads: CourseReader,
  { course, now }: Extract<ExportOrder, { report: 'course-register' }>,
  time: LocalTime,
): Promise<Table> {
  const people = await courseReads.listRegisterPeople(course.id)
  const { sessions } = await courseReads.readRegister(course.id, { people: [] })
  return {
    name: 'Register',
    columns: [
      rollNumber,
      name,
      ...sessions.map(({ number, startedAt }) => column(`${number} · ${time.writeDay(startedAt)}`, 14)),
      ...working,
    ],
    frozenColumns: 2,
    words: Object.values(registerLetters).filter((letter) => letter !== registerLetters.off),
    rows: people.length,
    async *batches() {
      for await (const some of inParts(courseReads, course.id, people, now))
        yield some.map(({ person, cells }) => [
          ...personCells(person),
          ...cells.map((cell) => emptyWhereOff(letterOf(cell))),
          ...workingCells(workOut(cells, course.policy)),
        ])
    },
  }
}

/** A row for each person of each course, by code and roll number. */
export async function coursesTable(
  courseReads: CourseReader,
  { choice, now }: Extract<ExportOrder, { report: 'courses' }>,
): Promise<Table> {
  const courses = await courseReads.listCourses(choice, now)
  const policies = await courseReads.listPolicies(courses.map(({ id }) => id))
  // The file begins with the number of its rows, and people come and go: what is counted is kept.
  const rows: Cell[][] = []
  for (const { id, code, title } of courses) {
    const policy = policies.get(id)
    if (!policy) continue
    const people = await courseReads.listRegisterPeople(id)
    for await (const some of inParts(courseReads, id, people, now))
      for (const { person, cells } of some) {
        const numbers = workingCells(workOut(cells, policy))
        rows.push([code, title, ...personCells(person), ...countStatuses(cells), ...numbers, policy.goal])
      }
  }
  return {
    name: 'Courses',
    columns: [
      column('Course', 14),
      column('Title', 28),
      rollNumber,
      name,
      column('Attended', 10),
      column('Late', 8),
      column('Left early', 11),
      column('Excused', 9),
      column('Missed', 8),
      ...working,
      column('Goal', 8),
    ],
    frozenColumns: 4,
    words: [],
    rows: rows.length,
    async *batches() {
      yield rows
    },
  }
}

/** So many people of a course are in memory: of 5,000 with 200 sessions all cells would not be. */
const peopleAPart = 250

/** The cells of these people, whose number stays: a row for each stands at the head of the file. */
async function* inParts(
  courseReads: CourseReader,
  courseId: string,
  people: readonly RegisterPersonRow[],
  now: number,
): AsyncGenerator<readonly PersonCells[]> {
  for (let from = 0; from < people.length; from += peopleAPart) {
    const some = people.slice(from, from + peopleAPart)
    const ids = some.map(({ personId }) => personId)
    yield readCells({ ...(await courseReads.readRegister(courseId, { people: ids })), people: some }, now)
  }
}

const personCells = ({ rollNumber, given, family }: PersonCells['person']): Cell[] => [
  rollNumber,
  joinNames(given, family),
]

const emptyWhereOff = (letter: string): Cell => (letter === registerLetters.off ? null : letter)

/** Cut and not rounded, as on the screens. */
const workingCells = ({ points, counted, percentBp }: CourseWorking): Cell[] => [
  points / 100,
  counted,
  percentBp === null ? null : percentBp / 100,
]

/** The sessions that count for the person; those late and left early are among the attended ones. */
function countStatuses(cells: PersonCells['cells']): Cell[] {
  const statuses = cells.flatMap(({ counts, truth }) => (counts && truth ? [truth.status] : []))
  const count = (...wanted: CellStatus[]) => statuses.filter((status) => wanted.includes(status)).length
  return [statuses.filter(isAttended).length, count('late'), count('left-early'), count('excused'), count('absent')]
}
