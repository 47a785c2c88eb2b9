import { type DayPassList, longestFinishMs, type MadeDayPass, type MakeDayPass } from '#contract/day-pass.ts'
import { record } from '../audit/record.ts'
import { writtenPass } from '../audit/written-rows.ts'
import type { Deps, WithStorage } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { Problem } from '../problem.ts'
import { findMidnight } from '../screens/midnights.ts'
import { hashSecret } from '../secret-hash.ts'
import { findFinishing, isOver } from './pass-life.ts'
import type { DayPass } from './stores.ts'

/** Passes of one institute at a time. */
const maxPasses = 100

/**
 * Makes a pass for these courses until the institute's next midnight. Needs a step-up (rules §5.7). Throws
 * step-up-needed, too-many-day-passes; document_not_found for a course that is not the caller's, course-closed.
 */
export async function makeDayPass(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'day-passes.make'>,
  input: MakeDayPass,
): Promise<MadeDayPass> {
  const { organisationId, by } = door.actor
  const secret = random.secret()
  await storage.transaction(async (stores) => {
    await stores.organisations.lockMembers(organisationId)
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const courses = [...new Set(input.courses)]
    for (const id of courses) {
      const course = await stores.courses.find(organisationId, id)
      if (!course) throw new Problem('document_not_found')
      if (course.closedAt !== null) throw new Problem('course-closed')
    }
    if ((await stores.dayPasses.list(organisationId, now)).length >= maxPasses) {
      throw new Problem('too-many-day-passes')
    }
    const timeZone = (await stores.organisations.readSettings(organisationId))?.timeZone ?? input.timeZone
    const pass: DayPass = {
      id: random.id(),
      organisationId,
      name: input.name,
      courses,
      madeBy: by.id,
      madeAt: now,
      endsAt: findMidnight(now, timeZone, 1),
      revokedAt: null,
    }
    await stores.dayPasses.insert(pass, hashSecret(secret))
    const facts = { organisationId, courses: courses.length, ...writtenPass(pass) }
    await event(stores, confirmed, 'day-pass.make', { subject: pass.id, facts })
  })
  return { secret, ...(await describePasses(storage, organisationId)) }
}

/** The passes that are good now, and those that finish what they began. */
export async function listDayPasses({ storage }: WithStorage, door: Door<'day-passes.view'>): Promise<DayPassList> {
  return describePasses(storage, door.actor.organisationId)
}

/** Ends a pass at once. Throws document_not_found for one that is not the caller's, or has ended. */
export async function endDayPass(
  { storage }: WithStorage,
  door: Door<'day-passes.end'>,
  { passId: id }: { readonly passId: string },
): Promise<DayPassList> {
  const { organisationId } = door.actor
  await storage.transaction(async (stores) => {
    const pass = await stores.dayPasses.lock(id)
    if (pass?.organisationId !== organisationId) throw new Problem('document_not_found')
    const event = { action: 'day-pass.end', subject: id } as const
    if (pass.revokedAt !== null) {
      await record(stores, door, { ...event, outcome: 'unchanged', facts: { organisationId } })
      return
    }
    const revokedAt = await stores.now()
    await stores.dayPasses.revoke(id, revokedAt)
    const facts = { organisationId, ...writtenPass({ ...pass, revokedAt }) }
    await record(stores, door, { ...event, outcome: 'done', facts })
  })
  return describePasses(storage, organisationId)
}

async function describePasses(storage: Deps['storage'], organisationId: string): Promise<DayPassList> {
  const now = await storage.now()
  const all = await storage.dayPasses.list(organisationId, now - longestFinishMs)
  const unfinished = new Map<string, number>()
  for (const { passId, until } of await findFinishing(storage, all, now)) {
    unfinished.set(passId, Math.max(until, unfinished.get(passId) ?? 0))
  }
  const passes = all.filter((pass) => unfinished.has(pass.id) || !isOver(pass, now))
  const courses = passes.length === 0 ? [] : await storage.courseReads.listCourses({ organisationId }, now)
  return {
    passes: passes.map(({ id, name, madeAt, endsAt, openedAt, lastUsedAt, courses: named }) => ({
      id,
      name,
      courses: courses.flatMap((course) => {
        return named.includes(course.id) ? [{ id: course.id, code: course.code, title: course.title }] : []
      }),
      madeAt,
      endsAt,
      finishUntil: unfinished.get(id) ?? null,
      openedAt,
      lastUsedAt,
    })),
    serverTime: now,
  }
}
