import { expect, test } from 'vitest'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import type { Random, Stores } from '../ports.ts'
import { startClass } from './start-session.ts'
import type { AttendanceSession } from './stores.ts'

const context = makeContext({ caller: makeCaller('institute', 'ORG', { id: 'kiosk' }) })

const first: AttendanceSession = {
  id: 'first',
  organisationId: 'institute',
  groupId: 'institute',
  number: 1,
  startedAt: 1_000,
  endsAt: 3_601_000,
  setBackMs: 0,
  starterSessionId: 'another screen',
}

/** An institute whose first session runs, with a clock that advances by a millisecond each time it is read. */
function holdFirstSession(startsAt: number) {
  let time = startsAt
  const sessions = [first]
  const organisation = { id: 'institute', classes: 1, hasPasskey: true }
  const stores = {
    now: async () => time++,
    organisations: { lock: async () => organisation, setClasses: async () => undefined },
    memberships: { listMembers: async () => [] },
    attendance: {
      async findRunning() {
        const now = time++
        return sessions.find(({ endsAt }) => endsAt > now)
      },
      async insert(session: AttendanceSession) {
        sessions.push(session)
      },
    },
    changes: { publish: async () => undefined },
    audit: { append: async () => undefined },
  }
  return { sessions, stores: stores as unknown as Stores, random: { id: () => 'second' } as Random }
}

test.each([-2, -1, 0, 1])(
  'a session begins when the one before it is over, asked %i ms after its end',
  async (late) => {
    const { sessions, stores, random } = holdFirstSession(first.endsAt + late)
    const outcome = startClass(stores, random, context, 2)
    if (late < 0) await expect(outcome).rejects.toMatchObject({ type: 'attendance_session_active' })
    else await outcome
    expect(sessions.slice(1).map(({ startedAt }) => startedAt >= first.endsAt)).toEqual(late < 0 ? [] : [true])
  },
)
