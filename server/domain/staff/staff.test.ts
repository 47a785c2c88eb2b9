import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { insertLogin } from '#testing/insert-login.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addSigningInstitute,
  addStudent,
  beginHand,
  beginScreen,
  type CheckInDeps,
  checkInDeps,
  contextOf,
  logStaffIn,
  type Phone,
  startSession,
} from '#testing/room-world.ts'
import { ruleOnStudent } from '#testing/rule-on-student.ts'
import { enter } from '../doors.ts'
import { correctRollNumber } from '../institutes/correct-roll-number.ts'
import { removeMember } from '../institutes/remove-member.ts'
import { confirmHeldMemberPasskey, listHeldMemberPasskeys } from '../passkeys/held-member-passkeys.ts'
import { readInstitute } from '../profiles/read-institute.ts'
import type { RequestContext } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { countHeads } from '../sessions/count-heads.ts'
import { answerDraw } from '../sessions/draw-students.ts'
import { beginActing } from './acting.ts'
import { changeStaff, endStaff } from './manage-staff.ts'

const ownRecord = { reason: 'own-record' }
const day = 24 * 60 * 60_000

describe.each(engines)('people of an institute on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let session: string

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addSigningInstitute(storage, 'institute')
    await addStudent(storage, 'asha', ['institute'])
    await addStudent(storage, 'ravi', ['institute'], { heldUntil: (await storage.now()) + day })
    session = await startSession(storage, 'institute', 1)
  })
  afterEach(() => storages.close())

  describe('the own record', () => {
    const acts: readonly [string, (context: RequestContext, phone: Phone) => Promise<unknown>][] = [
      ['hand', (_context, phone) => beginHand(deps, phone, { session, students: ['asha'] })],
      ['the own screen', (_context, phone) => beginScreen(deps, phone, 'asha')],
      [
        'a ruling',
        async (context) =>
          ruleOnStudent(deps, await enter('cells.rule', context), {
            sessionId: session,
            studentId: 'asha',
            status: 'present',
            reason: 'I was here.',
            after: 0,
          }),
      ],
      [
        'a correction',
        async (context) =>
          correctRollNumber(deps, await enter('members.correct', context), { studentId: 'asha', rollNumber: 'A-2' }),
      ],
      [
        'a removal',
        async (context) => removeMember(deps, await enter('members.remove', context), { studentId: 'asha' }),
      ],
      [
        'an answer to a draw',
        async (context) =>
          answerDraw(deps, await enter('draws.answer', context), { sessionId: session, studentId: 'asha', here: true }),
      ],
    ]

    test.each(acts)('no person acts on the own record by %s', async (_what, act) => {
      const own = await logStaffIn(storage, 'asha', 'owner')
      await expect(act(contextOf(own), own)).rejects.toMatchObject(ownRecord)
      // Another person gets as far as the act itself.
      const other = await logStaffIn(storage, 'ravi', 'owner')
      const outcome = await act(contextOf(other), other).catch((error: { reason?: string }) => error.reason)
      expect(outcome).not.toBe('own-record')
    })

    test('no person confirms the own passkey', async () => {
      const own = await logStaffIn(storage, 'ravi', 'owner')
      const [held] = (await listHeldMemberPasskeys(deps, await enter('held-passkeys.list', contextOf(own)))).passkeys
      await expect(
        confirmHeldMemberPasskey(deps, await enter('held-passkeys.confirm', contextOf(own)), {
          passkeyId: held?.id ?? '',
        }),
      ).rejects.toMatchObject(ownRecord)
      const other = await logStaffIn(storage, 'asha', 'desk')
      expect(
        (
          await confirmHeldMemberPasskey(deps, await enter('held-passkeys.confirm', contextOf(other)), {
            passkeyId: held?.id ?? '',
          })
        ).passkeys,
      ).toEqual([])
    })
  })

  test('an act under way does nothing when its person is ended meanwhile', async () => {
    const teacher = await logStaffIn(storage, 'asha', 'teacher')
    // The request was let in before.
    const context = contextOf(teacher)
    await storage.staff.end(teacher.staff.id, await storage.now())
    await expect(
      countHeads(deps, await enter('head-count.set', context), { sessionId: session, counted: 40 }),
    ).rejects.toMatchObject({ reason: 'user_unauthorized' })
    expect(await storage.spotChecks.findHeadCount(session)).toBeUndefined()
  })

  test('the screens that a person approved stay, and are named at the end of the work', async () => {
    const owner = await logStaffIn(storage, 'asha', 'owner')
    const desk = await logStaffIn(storage, 'ravi', 'desk')
    const until = { endsAt: (await storage.now()) + day, approvedAt: 1, lastSeenAt: null, counter: 0 }
    const unused = {
      organisationId: 'institute',
      publicKey: '',
      addressPrefix: '',
      userAgent: '',
      signature: '',
      roomId: null,
    }
    for (const [name, by, endedBecause] of [
      ['Hall', 'ravi', null],
      ['Room', 'ravi', 'copied'],
      ['Lab', 'asha', null],
    ] as const) {
      await storage.screens.insert({ ...until, ...unused, id: name, name, endedBecause }, name, by)
    }
    expect(
      await endStaff(deps, await enter('staff.manage', contextOf(owner)), { staffId: desk.staff.id }),
    ).toMatchObject({
      screens: [{ id: 'Hall', name: 'Hall' }],
    })
    expect((await storage.screens.list('institute')).map(({ name }) => name)).toContain('Hall')
  })

  test('two owners who end each other at once leave one', async () => {
    const [one, other] = [await logStaffIn(storage, 'asha', 'owner'), await logStaffIn(storage, 'ravi', 'owner')]
    const outcomes = await Promise.allSettled([
      endStaff(deps, await enter('staff.manage', contextOf(one)), { staffId: other.staff.id }),
      endStaff(deps, await enter('staff.manage', contextOf(other)), { staffId: one.staff.id }),
    ])
    expect(outcomes.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect(await storage.staff.lockOwners('institute')).toHaveLength(1)
  })

  test('acting ends the oldest sessions beyond ten, and never the one from which it began', async () => {
    await logStaffIn(storage, 'asha', 'teacher')
    const own = await insertLogin(storage, 'asha', ['password', 'passkey'], 'own', await storage.now())
    const caller = { ...makeCaller('asha', 'STD', { id: own }), tokenHash: hashSecret('own') }
    const context = makeContext({ caller })
    for (let count = 0; count < 12; count++) {
      storages.clock.advance(1_000)
      await beginActing(deps, await enter('acting.begin', context), { institute: 'institute' })
    }
    const live = await storage.sessions.listLive('asha')
    expect(live).toHaveLength(10)
    expect(live.filter(({ actingFor }) => actingFor === null).map(({ id }) => id)).toEqual([own])
  })

  test('an owner changes the own title', async () => {
    const owner = await logStaffIn(storage, 'asha', 'owner')
    await changeStaff(deps, await enter('staff.manage', contextOf(owner)), {
      staffId: owner.staff.id,
      role: 'owner',
      title: 'Principal',
      holdsWhole: false,
    })
    expect((await storage.staff.findNow('institute', 'asha'))?.title).toBe('Principal')
  })

  test('a role that may not see the class does not read that one runs', async () => {
    const [viewer, desk] = [await logStaffIn(storage, 'asha', 'viewer'), await logStaffIn(storage, 'ravi', 'desk')]
    const running = async (phone: Phone) =>
      (await readInstitute(deps, await enter('institute.view', contextOf(phone)))).shown.sessionExpiry
    expect([await running(viewer), typeof (await running(desk))]).toEqual([null, 'number'])
  })

  test('a change of role keeps what was before', async () => {
    const owner = await logStaffIn(storage, 'asha', 'owner')
    const teacher = await logStaffIn(storage, 'ravi', 'teacher')
    storages.clock.advance(1_000)
    await changeStaff(deps, await enter('staff.manage', contextOf(owner)), {
      staffId: teacher.staff.id,
      role: 'registrar',
      title: 'Dean',
      holdsWhole: true,
    })
    const all = (await storage.staff.list('institute')).filter(({ accountId }) => accountId === 'ravi')
    const rows = all.toSorted((one, other) => Number(one.until === null) - Number(other.until === null))
    expect(rows.map(({ role, title, holdsWhole, until }) => [role, title, holdsWhole, until === null])).toEqual([
      ['teacher', '', true, false],
      ['registrar', 'Dean', false, true],
    ])
  })
})
