import { type Day, dayAt, daysSinceMonday, startOfDay } from '../../language/calendar.ts'

/** The period of a report, as in the address. Days are those of the institute's time zone. */

/** Of the address; all time has none. */
export const periodParameter = 'period'
export const periodKinds = ['week', 'month', 'days90', 'all', 'own'] as const
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

/** The name of 'days90' in addresses of an earlier version. */
const formerName = 'term'

/**
 * Reads ?period=…&first=…&last=…. An unknown period counts as the default. `now`: epoch ms. `zone`: the institute's; the
 * browser's where it has chosen none.
 */
export function readPeriod(address: URLSearchParams, now: number, zone?: string): Period {
  const named = address.get(periodParameter)
  const kind = named === formerName ? 'days90' : (periodKinds.find((one) => one === named) ?? defaultPeriod)
  const none = { kind, first: '', last: '', isWrong: false }
  const today = dayAt(now, zone)
  const since = (days: number) => ({ ...none, from: startOfDay({ ...today, date: today.date - days }, zone) })
  if (kind === 'week') return since(daysSinceMonday(today))
  if (kind === 'month') return since(today.date - 1)
  if (kind === 'days90') return since(90)
  return kind === 'all' ? none : readOwnDates(address, zone)
}

function readOwnDates(address: URLSearchParams, zone: string | undefined): Period {
  const first = address.get('first') ?? ''
  const last = address.get('last') ?? ''
  const firstDay = first === '' ? undefined : parseDay(first)
  const lastDay = last === '' ? undefined : parseDay(last)
  const from = firstDay && Math.max(0, startOfDay(firstDay, zone))
  const to = lastDay && startOfDay({ ...lastDay, date: lastDay.date + 1 }, zone)
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

/** Undefined for text that is no calendar day, and for a year that the field does not offer. */
function parseDay(text: string): Day | undefined {
  const [, year, month, date] = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text)?.map(Number) ?? []
  if (year === undefined || month === undefined || date === undefined || year < 1970 || year >= 9999) return undefined
  const read = new Date(Date.UTC(year, month - 1, date))
  return read.getUTCMonth() === month - 1 && read.getUTCDate() === date ? { year, month, date } : undefined
}
