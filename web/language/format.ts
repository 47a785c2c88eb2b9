import { createContext, useContext } from 'react'
import { makeRepeatedOffset } from '#contract/repeated-hour.ts'
import { LanguageContext } from './texts.ts'

export type Format = {
  /** 1,234 */
  readonly number: (value: number) => string
  /** 63.33 becomes '63.33%'; at most two decimals. */
  readonly percent: (value: number) => string
  /** Epoch ms to a short date with the time of day; with the UTC offset where the clocks show the time twice. */
  readonly dateTime: (epochMs: number) => string
  /** Epoch ms to the day, written out. */
  readonly day: (epochMs: number) => string
  /** Epoch ms to the day without its year, as short as it goes. */
  readonly shortDay: (epochMs: number) => string
  /** Epoch ms to 'Fri'. */
  readonly weekday: (epochMs: number) => string
  /** Epoch ms to the time of day, with the offset in the same way. */
  readonly time: (epochMs: number) => string
}

const made = new Map<string, Format>()

/**
 * Numbers and dates as the reader's language writes them in the reader's region. `locale`: a BCP 47 tag. `timeZone`: an IANA
 * name; the browser's own zone where it is left out. Made once for both, and each format when it is first written: a page has
 * a hundred parts that write, and each Intl object takes a part of a millisecond.
 */
export function makeFormat(locale: string, timeZone?: string): Format {
  const key = `${locale} ${timeZone ?? ''}`
  const known = made.get(key)
  if (known) return known
  const format = newFormat(locale, timeZone)
  made.set(key, format)
  return format
}

function newFormat(locale: string, timeZone: string | undefined): Format {
  const zone = timeZone === undefined ? {} : { timeZone }
  const dates = (options: Intl.DateTimeFormatOptions) =>
    once(() => new Intl.DateTimeFormat(locale, { ...options, ...zone }))
  const number = once(() => new Intl.NumberFormat(locale))
  const percent = once(() => new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 }))
  const dateTime = dates({ dateStyle: 'medium', timeStyle: 'short' })
  const day = dates({ dateStyle: 'medium' })
  const shortDay = dates({ day: 'numeric', month: 'short' })
  const weekday = dates({ weekday: 'short' })
  const time = dates({ timeStyle: 'short' })
  const repeatedOffset = once(() => makeRepeatedOffset(timeZone))
  const write = (format: Intl.DateTimeFormat, epochMs: number) => {
    const offset = repeatedOffset()(epochMs)
    return `${keepHalfOfDay(format.format(epochMs))}${offset === undefined ? '' : `\u00a0UTC${offset}`}`
  }
  return {
    number: (value) => number().format(value),
    percent: (value) => percent().format(value / 100),
    dateTime: (epochMs) => write(dateTime(), epochMs),
    day: (epochMs) => day().format(epochMs),
    shortDay: (epochMs) => shortDay().format(epochMs),
    weekday: (epochMs) => weekday().format(epochMs),
    time: (epochMs) => write(time(), epochMs),
  }
}

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => {
    value ??= make()
    return value
  }
}

/** '9:00 am' stays on one line. Some browsers already put a no-break space there. */
function keepHalfOfDay(time: string): string {
  return time.replace(/(?<=\d) (?=\p{L}+$)/u, '\u00a0')
}

/** The zone in which times are written below it; undefined: the browser's. */
export const TimeZoneContext = createContext<string | undefined>(undefined)

export function useFormat(): Format {
  const { locale } = useContext(LanguageContext)
  const timeZone = useContext(TimeZoneContext)
  return makeFormat(locale, timeZone)
}

/** The reader's language with the region that Intl writes for. */
export function useLocale(): string {
  return useContext(LanguageContext).locale
}
