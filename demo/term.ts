const day = 24 * 60 * 60_000

/** A week without classes, counted in sessions from the start of the term, and how many days it takes. */
const holidays = { afterSession: 38, days: 9 }

/** When the sessions of a term began: on weekdays at half past nine by this machine's clock, the last one before `now`. */
export function planTerm(sessions: number, now: number): number[] {
  const starts: number[] = []
  const date = new Date(now - day)
  date.setHours(9, 30, 0, 0)
  while (starts.length < sessions) {
    const isWeekday = date.getDay() !== 0 && date.getDay() !== 6
    if (isWeekday) starts.push(date.getTime())
    const isBreak = starts.length === sessions - holidays.afterSession && isWeekday
    date.setDate(date.getDate() - (isBreak ? holidays.days : 1))
  }
  return starts.reverse()
}

/**
 * The share of students who come, from 0 to 1: high at first, lower in the middle, fewer before the holidays, and the
 * end of the term.
 */
export function turnout(index: number, sessions: number): number {
  const untilHolidays = holidays.afterSession - 1 - index
  const untilEnd = sessions - 1 - index
  if (index < 8) return 0.95 - index * 0.004
  if (untilHolidays >= 0 && untilHolidays < 5) return 0.62 + untilHolidays * 0.045
  if (untilEnd < 4) return 0.74 + untilEnd * 0.03
  return 0.89 - 0.03 * Math.sin(index / 3)
}
