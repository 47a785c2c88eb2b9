import { type CellStatus, isAttended, registerLetters } from '#contract/course-cells.ts'
import type { CourseWorking } from '#contract/course-working.ts'
import { joinNames } from '#contract/text-fields.ts'
import type { CourseReader, SessionRow } from '../../domain/groups/stores.ts'
import { letterOf, type PersonCells, workOut } from '../../domain/register/cells.ts'
import type { ExportOrder } from '../../domain/register/exporter.ts'
import { readInParts } from '../../domain/register/read-in-parts.ts'
import { studentsInBatch } from './batches.ts'
import type { Cell, Table } from './cells.ts'
import { column, name, rollNumber } from './columns.ts'
import type { LocalTime } from './local-time.ts'

/** The tables of courses. Their numbers are worked out by the functions that the screens use. */

/** What a percentage is made of, by the policy of the course: sessions or minutes. */
const working = [column('Points', 10), column('Counted', 10), column('Percentage', 11)]

/** A row for each person, a column for each session. */
export async function registerTable(
  courseReads: CourseReader,
  { course, takenBy, now }: Extract<ExportOrder, { report: 'course-register' }>,
  time: LocalTime,
): Promise<Table> {
  const frame = await courseReads.listRegister(course.id)
  return {
    name: 'Register',
    columns: [
      rollNumber,
      name,
      ...frame.sessions.map((session) => column(headOf(session, takenBy[session.id], time), 14)),
      ...working,
    ],
    frozenColumns: 2,
    words: Object.values(registerLetters).filter((letter) => letter !== registerLetters.off),
    rows: frame.people.length,
    async *batches() {
      let rows: Cell[][] = []
      for await (const { person, cells } of readInParts(courseReads, course.id, frame, now)) {
        const letters = cells.map((cell) => emptyWhereOff(letterOf(cell)))
        rows.push([...personCells(person), ...letters, ...workingCells(workOut(cells, course.policy))])
        if (rows.length < studentsInBatch) continue
        yield rows
        rows = []
      }
      yield rows
    },
  }
}

/** Number, beginning and end, the room, and who took it. A session of two days has both. */
function headOf(
  { number, startedAt, endsAt, roomName }: SessionRow,
  takenBy: string | undefined,
  time: LocalTime,
): string {
  const isOneDay = time.writeDay(startedAt) === time.writeDay(endsAt)
  const end = time.write(endsAt).slice(isOneDay ? '2026-11-21 '.length : 0)
  return [number, `${time.write(startedAt)} – ${end}`, roomName, takenBy].filter((part) => part).join(' · ')
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
    const frame = await courseReads.listRegister(id)
    for await (const { person, cells } of readInParts(courseReads, id, frame, now)) {
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
      column('Of these late', 13),
      column('Of these left early', 18),
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
