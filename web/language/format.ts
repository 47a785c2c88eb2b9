import { createContext, useContext, useMemo } from 'react'
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

/**
 * Numbers and dates as the reader's language writes them in the reader's region. `locale`: a BCP 47 tag. `timeZone`: an IANA
 * name; the browser's own zone where it is left out.
 */
export function makeFormat(locale: string, timeZone?: string): Format {
  const zone = timeZone === undefined ? {} : { timeZone }
  const number = new Intl.NumberFormat(locale)
  const percent = new Intl.NumberFormat(locale, { style: 'percent', maximumFractionDigits: 2 })
  const dateTime = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeStyle: 'short', ...zone })
  const day = new Intl.DateTimeFormat(locale, { dateStyle: 'medium', ...zone })
  const shortDay = new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'short', ...zone })
  const weekday = new Intl.DateTimeFormat(locale, { weekday: 'short', ...zone })
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', ...zone })
  const repeatedOffset = makeRepeatedOffset(timeZone)
  const write = (format: Intl.DateTimeFormat, epochMs: number) => {
    const offset = repeatedOffset(epochMs)
    return `${keepHalfOfDay(format.format(epochMs))}${offset === undefined ? '' : `\u00a0UTC${offset}`}`
  }
  return {
    number: (value) => number.format(value),
    percent: (value) => percent.format(value / 100),
    dateTime: (epochMs) => write(dateTime, epochMs),
    day: (epochMs) => day.format(epochMs),
    shortDay: (epochMs) => shortDay.format(epochMs),
    weekday: (epochMs) => weekday.format(epochMs),
    time: (epochMs) => write(time, epochMs),
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
  return useMemo(() => makeFormat(locale, timeZone), [locale, timeZone])
}

/** The reader's language with the region that Intl writes for. */
export function useLocale(): string {
  return useContext(LanguageContext).locale
}
