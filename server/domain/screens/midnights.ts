/** The ends of screens: midnights by the clocks of the institute's zone. */

const hour = 60 * 60_000
const minute = 60_000

/** The ends that a person is offered. Today is the first day. */
const choices = [1, 7, 30] as const

/** `now` and `endsAt` in epoch ms. `timeZone`: an IANA name. */
export function listEnds(now: number, timeZone: string): { readonly days: number; readonly endsAt: number }[] {
  return choices.map((days) => ({ days, endsAt: findMidnight(now, timeZone, days) }))
}

/** The midnight at the end of the last of so many days, of which today is the first. Epoch ms. */
export function findMidnight(now: number, timeZone: string, days: number): number {
  const dayOf = countDays(timeZone)
  const wanted = dayOf(now) + days
  // No zone is more than 14 hours from UTC, so the first minute of the wanted day lies between these.
  let [before, after] = [wanted * 24 * hour - 15 * hour, wanted * 24 * hour + 15 * hour]
  while (after - before > minute) {
    const middle = before + Math.floor((after - before) / (2 * minute)) * minute
    if (dayOf(middle) < wanted) before = middle
    else after = middle
  }
  return after
}

/** Days since 1970 on the calendars of the zone. */
function countDays(timeZone: string): (at: number) => number {
  const format = new Intl.DateTimeFormat('en', { timeZone, year: 'numeric', month: 'numeric', day: 'numeric' })
  return (at) => {
    const part = Object.fromEntries(format.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
    return Date.UTC(part.year ?? 0, (part.month ?? 1) - 1, part.day) / (24 * hour)
  }
}
