import { keep, readKeptJson } from '../../language/site-data.ts'

/** In which room a course was started from this browser, and for how many minutes, as they stand in the fields. */
export type RememberedStart = { readonly roomId: string; readonly minutes: string }

/** The last one, and those of each weekday and hour. */
type Kept = Partial<RememberedStart> & { readonly at?: { readonly [hour: string]: Partial<RememberedStart> } }

const keyOf = (courseId: string) => `rollkey.course.${courseId}`
const untouched: RememberedStart = { roomId: '', minutes: '60' }
/** A session may begin some minutes before its hour. */
const earlyMs = 1_800_000

/** Weekday and hour, 'Fri 11'. `now`: epoch ms. */
function hourOf(now: number, timeZone: string | undefined): string {
  const parts = { weekday: 'short', hour: 'numeric', hourCycle: 'h23' } as const
  return new Intl.DateTimeFormat('en', { ...parts, ...(timeZone && { timeZone }) }).format(now + earlyMs)
}

const read = (courseId: string): Kept => readKeptJson(keyOf(courseId)) ?? {}

/** As it was started on this weekday at this hour, else as the last time. */
export function recallStart(courseId: string, now: number, timeZone: string | undefined): RememberedStart {
  const { at, ...last } = read(courseId)
  const isStart = (one: Kept | undefined): one is RememberedStart =>
    typeof one?.roomId === 'string' && typeof one.minutes === 'string'
  return [at?.[hourOf(now, timeZone)], last].find(isStart) ?? untouched
}

export function rememberStart(
  courseId: string,
  now: number,
  timeZone: string | undefined,
  start: RememberedStart,
): void {
  const at = { ...read(courseId).at, [hourOf(now, timeZone)]: start }
  keep(keyOf(courseId), JSON.stringify({ ...start, at }))
}
