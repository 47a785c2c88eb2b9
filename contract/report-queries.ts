import { z } from 'zod'
import { idPattern } from './identifiers.ts'
import {
  attendanceFilters,
  exportFormats,
  maxSearchLength,
  sheetFilters,
  sortDirections,
  studentSorts,
} from './report-requests.ts'
import { maxSectionLength, rosterFilters } from './roster-rules.ts'
import { defaultPageSize, maxPageSize } from './rules.ts'
import { normaliseText } from './text-fields.ts'
import { isTimeZone, maxTimeZoneLength } from './time-zones.ts'

/** Queries of the report calls, of the attendance sheet, of the roster and of the students' table, as they are in the address: every value is text. */

/** The end of the year 9999: a later time is a mistake of the caller. */
const maxTime = 253_402_300_800_000
const maxOffset = 1_000_000

const wholeNumber = (field: string, min: number, max: number) => {
  const message = `${field} must be a whole number from ${min} to ${max}`
  return z
    .string(message)
    .regex(/^\d{1,15}$/, message)
    .transform(Number)
    .refine((value) => value >= min && value <= max, message)
}
const time = (field: string) => wholeNumber(field, 0, maxTime).optional()
const oneOf = <const Values extends readonly [string, ...string[]]>(field: string, values: Values) =>
  z.enum(values, `${field} must be one of ${values.join(', ')}`)

const period = { from: time('from'), to: time('to') }
const page = {
  limit: wholeNumber('limit', 1, maxPageSize).default(defaultPageSize),
  offset: wholeNumber('offset', 0, maxOffset).default(0),
}
const search = z
  .string('search must be text')
  .transform(normaliseText)
  .refine((text) => [...text].length <= maxSearchLength, `search must have at most ${maxSearchLength} characters`)
  .default('')
const file = {
  format: oneOf('format', exportFormats),
  zone: z
    .string('zone must be the name of a time zone')
    .max(maxTimeZoneLength, 'zone must be the name of a time zone')
    .refine(isTimeZone, 'zone must be the name of a time zone, such as Asia/Kolkata')
    .default('UTC'),
}
const studentOrder = {
  sort: oneOf('sort', studentSorts).default('rollNumber'),
  direction: oneOf('direction', sortDirections).default('asc'),
}
const studentSelection = {
  search,
  below75: oneOf('below75', ['true', 'false'])
    .default('false')
    .transform((text) => text === 'true'),
}
const sheetSelection = { show: oneOf('show', sheetFilters).default('all'), search }

/** `from` after `to` is refused: an empty table would look like an answer. */
const inOrder = <Shape extends z.ZodRawShape & typeof period>(shape: Shape) =>
  z.strictObject(shape).refine((query) => {
    const { from, to } = query as { from?: number; to?: number }
    return from === undefined || to === undefined || from <= to
  }, 'The period must begin before it ends: from is after to.')

/** `name`: an email or a roll number, whole. */
export const instituteStudentsQuery = z.strictObject({ ...page, name: z.string().max(maxSearchLength).optional() })

/** `after`: how many courses were read already. */
export const coursesReportQuery = z.strictObject({ after: wholeNumber('after', 0, maxOffset).default(0) })

export const rosterQuery = z.strictObject({
  ...page,
  search,
  show: oneOf('show', rosterFilters).default('all'),
  section: z.string().max(maxSectionLength, 'section is too long').optional(),
})
export type RosterQuery = z.output<typeof rosterQuery>

/** `before`: what an earlier answer named as `earlier`. */
export const staffActsQuery = z.strictObject({ before: wholeNumber('before', 1, Number.MAX_SAFE_INTEGER).optional() })

export const sessionsReportQuery = inOrder({ ...period, ...page })
export const attendanceOverTimeQuery = inOrder(period)
export const studentsReportQuery = inOrder({ ...period, ...page, ...studentSelection, ...studentOrder })
export const studentReportQuery = inOrder({ ...period, ...page })
/** `group`: whose sessions are wanted; without it those of the first. */
export const personRecordQuery = z.strictObject({
  ...page,
  group: z.string().regex(idPattern, 'group must be an id').optional(),
})
export const ownReportQuery = inOrder({
  ...period,
  ...page,
  organisation: z.string().min(1).max(64),
})
export const sessionSheetQuery = z.strictObject({ ...page, ...sheetSelection })
export const attendanceSheetQuery = z.strictObject({
  ...page,
  filter: oneOf('filter', attendanceFilters).default('all'),
  search,
})

export const sessionsExportQuery = inOrder({ ...period, ...file })
export const studentsExportQuery = inOrder({ ...period, ...file, ...studentSelection, ...studentOrder })
/** Of one register, and of all courses. */
export const coursesExportQuery = z.strictObject(file)
export const studentExportQuery = inOrder({ ...period, ...file })
export const sessionSheetExportQuery = z.strictObject({ ...file, ...sheetSelection })
export const attendanceBookExportQuery = inOrder({ ...period, ...file })
