import type { AttendanceEntry } from '#contract/student.ts'

/** The values of a student who was never marked in an organisation (spec §3: 0 if none). */
const noEntry: AttendanceEntry = { total: 0, expiryTime: 0 }

/**
 * One organisation's entry in the attendance field of a student document (spec §3). The server wrote this text: an
 * entry that cannot be parsed counts as no entry.
 */
export function readAttendanceEntry(attendance: string | null | undefined, organisationId: string): AttendanceEntry {
  const entry = parseObject(attendance)?.[organisationId]
  if (!isObject(entry)) return noEntry
  const { total, expiryTime } = entry
  return { total: toCount(total), expiryTime: toCount(expiryTime) }
}

function parseObject(json: string | null | undefined): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(json ?? '')
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function toCount(value: unknown): number {
  return typeof value === 'number' && Number.isSafeInteger(value) && value > 0 ? value : 0
}
