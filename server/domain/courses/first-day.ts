import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { Course } from './stores.ts'

type Reads = Pick<Stores, 'organisations'>

/** The date on which a course begins: that of the day on which it was made, unless the office has set an earlier one. */
export async function firstDayOf(stores: Reads, course: Course): Promise<string> {
  return course.firstDay ?? dayOf(course.createdAt, (await readZone(stores, course)) ?? 'UTC')
}

/** `from`: of an enrolment, epoch ms. Throws before-first-day, whose value is the date. */
export async function refuseBeforeFirstDay(stores: Reads, course: Course, from: number): Promise<void> {
  const firstDay = await firstDayOf(stores, course)
  // Without a zone the day begins as early as it does anywhere.
  if (dayOf(from, (await readZone(stores, course)) ?? 'Etc/GMT-14') < firstDay)
    throw new Problem('before-first-day', { value: firstDay })
}

/**
 * What a change sets: undefined where it is the first day already. Throws first-day-too-late for a day after that on which
 * the course was made or its first enrolment begins.
 */
export async function chooseFirstDay(
  stores: Reads & Pick<Stores, 'courses'>,
  course: Course,
  wanted: string | undefined,
): Promise<string | undefined> {
  if (wanted === undefined || wanted === (await firstDayOf(stores, course))) return undefined
  const zone = (await readZone(stores, course)) ?? 'UTC'
  const begun = await stores.courses.findFirstBegin(course.id)
  const latest = dayOf(Math.min(course.createdAt, begun ?? course.createdAt), zone)
  if (wanted > latest) throw new Problem('first-day-too-late', { value: latest })
  return wanted
}

/** The institute's time zone; undefined where it has chosen none. */
async function readZone({ organisations }: Reads, { organisationId }: Course): Promise<string | undefined> {
  return (await organisations.readSettings(organisationId))?.timeZone ?? undefined
}

/** As '2026-11-27'. */
const dayOf = (at: number, timeZone: string): string =>
  new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short' }).format(at)
