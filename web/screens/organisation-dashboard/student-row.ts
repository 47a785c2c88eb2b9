import { studentTablePageSize } from '#contract/rules.ts'
import type { StudentAttributes } from '#contract/student.ts'
import { readAttendanceEntry } from '../../parts/attendance-session/attendance-entry.ts'

/** A row of the table of registered students (spec §3), in the order of its columns. */
export type StudentRow = {
  /** 1-based, across all pages. */
  readonly id: number
  readonly rollno: string
  readonly uid: string
  readonly name: string
  readonly email: string
  readonly isEmailVerified: boolean
  readonly hasPasskey: boolean
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
    isEmailVerified: student.emailNotVerified !== true,
    hasPasskey: student.passKey === true,
    phno: student.phoneNumber,
    att: readAttendanceEntry(student.attendance, organisationId).total,
  }))
}
