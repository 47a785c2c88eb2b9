/** The period of a report, as in the address. Days are those of the browser's time zone. */

export const periodKinds = ['week', 'month', 'term', 'all', 'own'] as const
export type PeriodKind = (typeof periodKinds)[number]
export const defaultPeriod: PeriodKind = 'all'

export type Period = {
  readonly kind: PeriodKind
  /** Epoch ms, included and not included; absent where the period is open. */
  readonly from?: number
  readonly to?: number
  /** Custom dates as they are in their fields: YYYY-MM-DD, or empty. */
  readonly first: string
  readonly last: string
  /** The custom dates are invalid or in the wrong order: no request is sent. */
  readonly isWrong: boolean
}

const termDays = 90

/** Reads ?period=…&first=…&last=…. An unknown period counts as the default. `now`: epoch ms. */
export function readPeriod(address: URLSearchParams, now: number): Period {
  const kind = periodKinds.find((one) => one === address.get('period')) ?? defaultPeriod
  const none = { kind, first: '', last: '', isWrong: false }
  if (kind === 'week') return { ...none, from: startOfDay(now, -daysSinceMonday(now)) }
  if (kind === 'month') return { ...none, from: startOfMonth(now) }
  if (kind === 'term') return { ...none, from: startOfDay(now, -termDays) }
  return kind === 'all' ? none : readOwnDates(address)
}

function readOwnDates(address: URLSearchParams): Period {
  const first = address.get('first') ?? ''
  const last = address.get('last') ?? ''
  const from = first === '' ? undefined : parseDay(first)
  const lastDay = last === '' ? undefined : parseDay(last)
  const to = lastDay === undefined ? undefined : startOfDay(lastDay, 1)
  const isUnreadable = (first !== '' && from === undefined) || (last !== '' && to === undefined)
  return {
    kind: 'own',
    first,
    last,
    isWrong: isUnreadable || (from !== undefined && to !== undefined && from >= to),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  }
}

/** Start of that day, epoch ms, 0 at the earliest; undefined for text that is no calendar day. */
function parseDay(text: string): number | undefined {
  const [, year, month, day] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || day === undefined || year < 1970) return undefined
  const date = new Date(year, month - 1, day)
  return date.getMonth() === month - 1 && date.getDate() === day && year < 9999
    ? Math.max(0, date.getTime())
    : undefined
}

// By the calendar, not by hours: a day may have 23 or 25 of them.
function startOfDay(time: number, days: number): number {
  const date = new Date(time)
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + days).getTime()
}

function startOfMonth(time: number): number {
  const date = new Date(time)
  return new Date(date.getFullYear(), date.getMonth(), 1).getTime()
}

function daysSinceMonday(time: number): number {
  return (new Date(time).getDay() + 6) % 7
}
