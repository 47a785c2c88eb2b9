import { cellStatuses } from '#contract/course-cells.ts'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { MarkMethod } from '#server/domain/sessions/stores.ts'
import { openStorage } from '#server/storage/open-storage.ts'
import { locate } from '../check-invariants.ts'
import type { TestDatabase } from '../create-database.ts'

const hour = 60 * 60_000
const evidence = { attachment: null, userVerified: true, backupEligible: true, backedUp: true, flags: [] }
const ways: readonly MarkMethod[] = ['room-code', 'screen', 'hand']

/**
 * Adds two courses to an institute, with all its people: sessions before and beside its classes, marks of every way, rulings of
 * all five statuses, a roll call and a session that was cancelled. `now`: epoch ms.
 */
export async function addCourses(database: TestDatabase, organisationId: string, now: number): Promise<void> {
  const storage = await openStorage({ database: locate(database) })
  const { people } = await storage.rosters.listRoster(
    organisationId,
    { search: '', show: 'all', limit: 100, offset: 0 },
    now,
  )
  await storage.transaction(async (stores) => {
    for (const code of ['MATH', 'PHYS']) {
      const id = `course ${code}`
      const named = { code, title: code, kind: 'course', department: '', term: '', parentId: null } as const
      const course = { ...named, id, organisationId, policy: defaultCoursePolicy, source: 'hand', externalId: null }
      await stores.courses.insert(course, now)
      const begun = now - 40 * 24 * hour
      const times = { beginsAt: begun, countsFrom: begun, enteredAt: begun, enteredBy: organisationId, source: 'hand' }
      await stores.courses.enrol(...people.map((person) => ({ personId: person.id, groupId: id, ...times })))
      for (let number = 1; number <= 5; number++) {
        const sessionId = `${id} ${number}`
        const startedAt = now - (30 - 7 * number) * 24 * hour
        const rules = { lateAfterMs: 1, closesAfterMs: 2, refusesLate: false, takesGuests: false }
        const times = { startedAt, endsAt: startedAt + hour, starterSessionId: '' }
        const session = { id: sessionId, organisationId, groupId: id, number, ...times }
        await stores.attendance.insert({ ...session, course: rules })
        for (const [place, { id: personId, studentId }] of people.entries()) {
          const way = ways[place % ways.length] ?? 'screen'
          const made = { attendanceSessionId: sessionId, organisationId, markedAt: startedAt, begunAt: startedAt }
          const proof = { credentialId: 'credential', proofId: `${sessionId} ${personId}`, method: way, evidence }
          if (studentId !== null && place % 4 !== 0)
            await stores.attendance.insertMarks({ ...made, studentId, ...proof })
          const status = cellStatuses[place % cellStatuses.length] ?? 'late'
          const ruling = { status, reason: 'So.', note: null, minutes: null, sequence: 1 } as const
          const decided = { decidedBy: organisationId, decidedAt: startedAt + 1, cause: 'roll-call' } as const
          if (place % 2 === 0)
            await stores.rulings.addToCells(sessionId, { ...ruling, ...decided, personId, studentId })
        }
      }
      const said = { sequence: 1, status: 'cancelled', reason: 'A storm.', decidedBy: organisationId } as const
      await stores.courses.addSessionRuling(`${id} 1`, { ...said, decidedAt: now })
    }
  })
  await storage.settleSessions()
  await storage.close()
}
