import { studentTablePageSize } from '#contract/rules.ts'
import type { StudentAttributes } from '#contract/student.ts'
import { readAttendanceEntry } from '../attendance-session/attendance-entry.ts'

/** A row of the table of registered students (spec §3), in the order of its columns. */
export type StudentRow = {
  /** 1-based, through all pages. */
  readonly id: number
  readonly rollno: string
  readonly uid: string
  readonly name: string
  readonly email: string
  readonly phno: string
  /** Marks in this organisation. */
  readonly att: number
}

export type StudentRecord = StudentAttributes & { readonly $id: string }

/** One page of students as rows. `page` counts from 0. */
export function toStudentRows(students: readonly StudentRecord[], organisationId: string, page: number): StudentRow[] {
  return students.map((student, index) => ({
    id: page * studentTablePageSize + index + 1,
    rollno: student.rollNumber,
    uid: student.$id,
    name: `${student.firstName} ${student.lastName}`,
    email: student.email,
    phno: student.phoneNumber,
    att: readAttendanceEntry(student.attendance, organisationId).total,
  }))
}

/** How many pages there are; an empty table has one. */
export function pageCount(total: number): number {
  return Math.max(1, Math.ceil(total / studentTablePageSize))
}

/** The page (from 0) that an address names by its number from 1; anything else is the first. */
export function pageFromAddress(value: string | null): number {
  const page = Number(value)
  return Number.isSafeInteger(page) && page >= 1 ? page - 1 : 0
}
