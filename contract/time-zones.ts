/** True for the IANA name of a time zone, such as Asia/Kolkata, and for an offset such as +05:30. */
export function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** True for a name alone: an offset does not know when the clocks change. */
export function isNamedTimeZone(name: string): boolean {
  return /^[A-Za-z]/.test(name) && isTimeZone(name)
}

export const maxTimeZoneLength = 64

/** The day at this time, epoch ms, as '2026-11-27'. */
export const dayOf = (at: number, timeZone = 'UTC'): string =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(at)
