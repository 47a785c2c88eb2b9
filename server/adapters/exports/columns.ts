import { attendancePercent } from '#contract/attendance-percent.ts'
import { workOutAttendance } from '#contract/attendance-working.ts'
import type { StudentFacts } from '../../domain/register/report-stores.ts'
import type { Cell, Column } from './cells.ts'

/** Columns that several tables have, and the cells of a student in them. */

export const column = (heading: string, width: number): Column => ({ heading, width })
export const rollNumber = column('Roll number', 16)
export const name = column('Name', 28)
export const joined = column('Joined', 17)
export const contact = [column('Email', 28), column('Phone number', 18)]
/** Of the sessions that ended while the student was a member (decision 9), in the period of the file. */
export const standing = [
  column('Attended', 10),
  column('Counted as a member', 20),
  column('Percentage as a member', 23),
]
/** What screens and reports show (decision 31), for the period of the file. They come last, so that older columns keep their places. */
export const official = [
  column('Total Attendance in the period', 29),
  column('Total Classes in the period', 26),
  column('Percentage in the period', 23),
]

export const nameOf = ({ firstName, lastName }: Pick<StudentFacts, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`

/** Those of the roll number, name, joining and `standing`. */
export function studentCells({ rollNumber, joinedAt, attended, counted, ...person }: StudentFacts): Cell[] {
  const { percentage } = workOutAttendance(attended, counted)
  return [rollNumber, nameOf(person), { at: joinedAt }, attended, counted, percentage]
}

/** Those of `official`. */
export function officialCells({ marks, classes }: StudentFacts): Cell[] {
  return [marks, classes, attendancePercent(marks, classes)]
}
