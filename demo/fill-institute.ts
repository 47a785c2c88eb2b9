import { attendanceSessionMs, attendanceWindowMs } from '#contract/rules.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { markFacts, startFacts } from '#server/domain/audit/compared-facts.ts'
import type { Stores } from '#server/domain/ports.ts'
import type { Mark } from '#server/domain/sessions/stores.ts'
import { insertMembership } from '#testing/insert-people.ts'
import { logAct } from '#testing/log-act.ts'
import type { Chance } from './chance.ts'

const minute = 60_000
const day = 24 * 60 * minute

export type Attendee = {
  readonly id: string
  readonly rollNumber: string
  readonly credentialId: string
  /** Added to the turnout of a session, in hundredths. */
  readonly diligence: number
  /** Index of the first session that they can be in; 0 for those who were there from the start. */
  readonly joinsBefore: number
}

type Term = {
  readonly organisationId: string
  readonly starts: readonly number[]
  readonly turnout: (index: number) => number
}

/**
 * Memberships, attendance sessions and marks of a term, with the rows that calls would have written. Returns when each student (id)
 * was marked last, epoch ms.
 */
export async function fillTerm(
  stores: Stores,
  { organisationId, starts, turnout }: Term,
  attendees: readonly Attendee[],
  chance: Chance,
): Promise<ReadonlyMap<string, number>> {
  const firstStart = starts[0] ?? 0
  for (const attendee of attendees) {
    const before = attendee.joinsBefore === 0 ? firstStart - 6 * day : (starts[attendee.joinsBefore] ?? firstStart)
    await insertMembership(stores, organisationId, attendee, before - Math.floor(chance.next() * 6 * 60) * minute)
  }
  const standings = new Map<string, { total: number; markedAt: number }>()
  for (const [index, startedAt] of starts.entries()) {
    const attendanceSessionId = systemRandom.id()
    const attendanceSession = {
      id: attendanceSessionId,
      organisationId,
      groupId: organisationId,
      number: index + 1,
      startedAt,
      endsAt: startedAt + attendanceSessionMs,
      starterSessionId: systemRandom.id(),
    }
    await stores.attendance.insert(attendanceSession)
    const accountId = organisationId
    await logAct(stores, {
      action: 'attendance.start',
      outcome: 'done',
      accountId,
      facts: startFacts(attendanceSession),
    })
    for (const { id: studentId, credentialId, diligence, joinsBefore } of attendees) {
      const comes = chance.next() * 100 < turnout(index) * 100 + diligence
      if (!comes || index < joinsBefore) continue
      // Most come in the first minutes, some late.
      const markedAt = startedAt + Math.floor(chance.next() ** 2 * 22 * minute)
      const isPhone = chance.next() < 0.8
      const mark: Mark = {
        attendanceSessionId,
        organisationId,
        studentId,
        markedAt,
        method: 'kiosk',
        credentialId,
        proofId: systemRandom.id(),
        evidence: {
          attachment: isPhone ? 'cross-platform' : 'platform',
          userVerified: true,
          backupEligible: false,
          backedUp: false,
          flags: [],
        },
      }
      await stores.attendance.insertMarks(mark)
      const facts = markFacts(attendanceSession, { ...mark, evidence: JSON.stringify(mark.evidence) })
      await logAct(stores, { action: 'attendance.mark', outcome: 'done', accountId, subject: studentId, facts })
      standings.set(studentId, { total: (standings.get(studentId)?.total ?? 0) + 1, markedAt })
    }
  }
  for (const [studentId, { total, markedAt }] of standings) {
    const attendance = { studentId, total, expiryTime: markedAt + attendanceWindowMs }
    await stores.memberships.saveAttendance(organisationId, attendance)
  }
  await stores.organisations.setClasses(organisationId, starts.length, starts.at(-1) ?? 0)
  return new Map([...standings].map(([studentId, { markedAt }]) => [studentId, markedAt]))
}
