import { makeRepeatedOffset } from '#contract/repeated-hour.ts'

const minute = 60_000
const day = 24 * 60 * minute
/** The offset of every time zone changes at a full quarter of an hour. */
const quarter = 15 * minute
/** 1 January 1970 in the days of spreadsheets, which count from the end of 1899. */
const epochInSheetDays = 25_569

export type LocalTime = {
  /** '2026-11-21 09:30', and '2026-10-25 02:30 +01:00' in an hour that the clocks of the zone show twice. */
  readonly write: (epochMs: number) => string
  /** '2026-11-21'. */
  readonly writeDay: (epochMs: number) => string
  /** Whether the clocks of the zone show this time twice. */
  readonly isRepeated: (epochMs: number) => boolean
  /** As spreadsheets count: days, with the time of the day as the fraction. */
  readonly toSheetDays: (epochMs: number) => number
}

/** Times in a time zone. `zone`: a valid IANA name. */
export function createLocalTime(zone: string): LocalTime {
  const format = new Intl.DateTimeFormat('en-u-hc-h23', {
    timeZone: zone,
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
  })
  const offsets = new Map<number, number>()
  const repeatedOffset = makeRepeatedOffset(zone)
  const repeated = new Map<number, string | undefined>()

  function offsetAt(epochMs: number): number {
    const start = Math.floor(epochMs / quarter) * quarter
    const known = offsets.get(start)
    if (known !== undefined) return known
    const parts = Object.fromEntries(format.formatToParts(start).map(({ type, value }) => [type, Number(value)]))
    const { year = 0, month = 1, day: dayOfMonth = 1, hour = 0, minute: minutes = 0 } = parts
    const offset = Date.UTC(year, month - 1, dayOfMonth, hour, minutes) - start
    offsets.set(start, offset)
    return offset
  }
  function repeatedAt(epochMs: number): string | undefined {
    const start = Math.floor(epochMs / quarter) * quarter
    if (!repeated.has(start)) repeated.set(start, repeatedOffset(start))
    return repeated.get(start)
  }
  const toIso = (epochMs: number) => new Date(epochMs + offsetAt(epochMs)).toISOString()

  return {
    write: (epochMs) => {
      const offset = repeatedAt(epochMs)
      return `${toIso(epochMs).slice(0, 16).replace('T', ' ')}${offset === undefined ? '' : ` ${offset}`}`
    },
    isRepeated: (epochMs) => repeatedAt(epochMs) !== undefined,
    writeDay: (epochMs) => toIso(epochMs).slice(0, 10),
    toSheetDays: (epochMs) => (epochMs + offsetAt(epochMs)) / day + epochInSheetDays,
  }
}
