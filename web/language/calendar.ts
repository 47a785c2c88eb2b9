/** Days of the calendar in a time zone. `zone`: an IANA name; the browser's own where it is undefined. */

/** `month` from 1. */
export type Day = { readonly year: number; readonly month: number; readonly date: number }

/** The day that a calendar in the zone shows at this time, epoch ms. */
export function dayAt(time: number, zone: string | undefined): Day {
  const { year, month, day } = readClock(time, zone)
  return { year, month, date: day }
}

/** When the day begins there, epoch ms. A date beyond the end of its month, or below 1, counts on into the next one. */
export function startOfDay({ year, month, date }: Day, zone: string | undefined): number {
  return firstTimeOf(Date.UTC(year, month - 1, date), zone)
}

/**
 * When clocks in the zone show this, as a field of the type datetime-local has it ('2026-11-27T09:00'), epoch ms. Of an hour that
 * comes twice the first; undefined for another text.
 */
export function timeOfClock(text: string, zone: string | undefined): number | undefined {
  const shown = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(text) ? Date.parse(`${text.slice(0, 16)}Z`) : Number.NaN
  return Number.isNaN(shown) ? undefined : firstTimeOf(shown, zone)
}

/** `shown`: what the clocks show, as if they were those of UTC. */
function firstTimeOf(shown: number, zone: string | undefined): number {
  // Where clocks are put forward or back, one of the two is still before.
  const times = [-dayMs, dayMs].map((away) => shown - offsetAt(shown + away, zone))
  return Math.min(...times.filter((time) => time + offsetAt(time, zone) >= shown))
}

/** How many days ago it was Monday. */
export function daysSinceMonday({ year, month, date }: Day): number {
  return (new Date(Date.UTC(year, month - 1, date)).getUTCDay() + 6) % 7
}

const dayMs = 24 * 60 * 60_000

/** How far the zone's clock is ahead of UTC, ms. */
function offsetAt(time: number, zone: string | undefined): number {
  const { year, month, day, hour, minute, second } = readClock(time, zone)
  const wholeSecond = Math.floor(time / 1000) * 1000
  return Date.UTC(year, month - 1, day, hour, minute, second) - wholeSecond
}

type Clock = Readonly<Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', number>>

function readClock(time: number, zone: string | undefined): Clock {
  const found = { year: 0, month: 0, day: 0, hour: 0, minute: 0, second: 0 }
  for (const { type, value } of formatOf(zone).formatToParts(time)) {
    if (type in found) found[type as keyof Clock] = Number(value)
  }
  return found
}

function formatOf(zone: string | undefined): Intl.DateTimeFormat {
  const number = 'numeric'
  return new Intl.DateTimeFormat('en-u-ca-iso8601', {
    ...(zone !== undefined && { timeZone: zone }),
    hourCycle: 'h23',
    year: number,
    month: number,
    day: number,
    hour: number,
    minute: number,
    second: number,
  })
}
