import { type AttendanceField, attendanceField } from '#contract/student.ts'
import type { WantedAttendance } from '../../../domain/marks/mark-member.ts'
import { parseJson } from '../../http/parse-json.ts'

/** The attendance field goes over the wire as JSON text (spec §3). JSON that is no attendance has no entries. */
export function readAttendance(text: string): WantedAttendance {
  const parsed = parseJson(text)
  return parsed === undefined ? 'unreadable' : (attendanceField.safeParse(parsed).data ?? {})
}

export function writeAttendance(field: AttendanceField): string {
  return JSON.stringify(field)
}
