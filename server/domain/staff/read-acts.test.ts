import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addSigningInstitute,
  addStudent,
  beginHand,
  type CheckInDeps,
  checkIn,
  checkInDeps,
  contextOf,
  finishHand,
  logPhoneIn,
  logStaffIn,
  type Phone,
  sign,
  startSession,
} from '#testing/room-world.ts'
import { entryWithoutRequest } from '../audit/audit-log.ts'
import { enter } from '../doors.ts'
import { countHeads } from '../sessions/count-heads.ts'
import { readStaffActs } from './read-acts.ts'
import type { Staff } from './stores.ts'

describe.each(engines)('what a person did lately on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let session: string
  let office: Phone
  let ravi: Phone & { readonly staff: Staff }

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addSigningInstitute(storage, 'institute')
    await addSigningInstitute(storage, 'elsewhere')
    await addStudent(storage, 'asha', ['institute'])
    session = await startSession(storage, 'institute', 1)
    office = {}
    await logPhoneIn(storage, office, 'institute', 'ORG')
  })
  afterEach(() => storages.close())

  /** Ravi is a student, too, who has checked in. */
  async function beginRavi() {
    const passkey = await addStudent(storage, 'ravi', ['institute'])
    ravi = await logStaffIn(storage, 'ravi', 'desk', 'Warden')
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'ravi')
    await checkIn(deps, phone, passkey, session)
    return passkey
  }
  const read = async (before?: number) =>
    readStaffActs(deps, await enter('staff.view', contextOf(office)), { staffId: ravi.staff.id, before })
  const count = async (heads: number) => {
    for (let counted = 1; counted <= heads; counted++)
      await countHeads(deps, await enter('head-count.set', contextOf(ravi)), { sessionId: session, counted })
  }

  test('is read from the log, the newest first, without what the person did as a student', async () => {
    const passkey = await beginRavi()
    const offer = await beginHand(deps, ravi, { session, students: ['asha'] })
    await finishHand(deps, ravi, offer, sign(passkey, offer))
    await count(1)
    const { person, acts, earlier } = await read()
    expect(person).toEqual({ name: 'ravi', title: 'Warden', role: 'desk', since: expect.any(Number), until: null })
    expect(acts).toEqual([
      {
        id: expect.any(Number),
        at: expect.any(Number),
        act: 'head-count.set',
        session: { id: session, number: 1 },
        course: null,
      },
      {
        id: expect.any(Number),
        at: expect.any(Number),
        act: 'attendance.mark',
        session: { id: session, number: 1 },
        course: null,
        student: 'Name asha',
        rollNumber: 'asha',
      },
    ])
    expect(earlier).toBeNull()
  })

  test('is of this institute alone, and read by it alone', async () => {
    await beginRavi()
    const entry = entryWithoutRequest({
      action: 'settings.change',
      outcome: 'done',
      facts: { organisationId: 'elsewhere' },
    })
    await storage.audit.append({ ...entry, accountId: 'ravi' })
    expect((await read()).acts).toEqual([])
    const stranger: Phone = {}
    await logPhoneIn(storage, stranger, 'elsewhere', 'ORG')
    await expect(
      readStaffActs(deps, await enter('staff.view', contextOf(stranger)), {
        staffId: ravi.staff.id,
        before: undefined,
      }),
    ).rejects.toMatchObject({
      reason: 'document_not_found',
    })
  })

  test('comes in pages of fifty', async () => {
    await beginRavi()
    await count(60)
    const first = await read()
    const second = await read(first.earlier ?? undefined)
    expect([first.acts.length, second.acts.length, second.earlier]).toEqual([50, 10, null])
    expect(new Set([...first.acts, ...second.acts].map(({ id }) => id)).size).toBe(60)
  })

  test('is found behind many acts of others', async () => {
    await beginRavi()
    await count(1)
    const others = Array.from({ length: 20_100 }, () =>
      entryWithoutRequest({ action: 'settings.change', outcome: 'done', facts: { organisationId: 'elsewhere' } }),
    )
    await storage.audit.append(...others)
    expect((await read()).acts).toHaveLength(1)
  })
})
