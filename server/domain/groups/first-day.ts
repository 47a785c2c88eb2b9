import { dayOf } from '#contract/time-zones.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { Course } from './stores.ts'

type Reads = Pick<Stores, 'organisations'>

/** The date on which a course begins: that of the day on which it was made, unless the office has set an earlier one. */
export async function firstDayOf(stores: Reads, course: Course): Promise<string> {
  return firstDayIn(await readZone(stores, course), course)
}

/** `from`: of an enrolment, epoch ms. Throws before-first-day, whose value is the date. */
export async function refuseBeforeFirstDay(stores: Reads, course: Course, from: number): Promise<void> {
  const zone = await readZone(stores, course)
  const firstDay = firstDayIn(zone, course)
  // Without a zone the day begins as early as it does anywhere.
  if (dayOf(from, zone ?? 'Etc/GMT-14') < firstDay) throw new Problem('before-first-day', { value: firstDay })
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
  if (wanted === undefined) return undefined
  const zone = await readZone(stores, course)
  if (wanted === firstDayIn(zone, course)) return undefined
  const begun = await stores.courses.findFirstBegin(course.id)
  const latest = dayOf(Math.min(course.createdAt, begun ?? course.createdAt), zone)
  if (wanted > latest) throw new Problem('first-day-too-late', { value: latest })
  return wanted
}

const firstDayIn = (zone: string | undefined, { firstDay, createdAt }: Course): string =>
  firstDay ?? dayOf(createdAt, zone)

/** The institute's time zone; undefined where it has chosen none. */
async function readZone({ organisations }: Reads, { organisationId }: Course): Promise<string | undefined> {
  return (await organisations.readSettings(organisationId))?.timeZone ?? undefined
}
