import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkEvidence } from '#contract/evidence-check.ts'
import { attendanceSessionMs } from '#contract/rules.ts'
import { checkSignatures } from '#server/operator/verify/check-signatures.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addScreen,
  addSigningInstitute,
  addStudent,
  beginAgain,
  beginHand,
  beginScreen,
  type CheckInDeps,
  checkInAtScreen,
  checkInDeps,
  contextOf,
  finishScreen,
  logPhoneIn,
  type Phone,
  scan,
  sign,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { openForTampering } from '#testing/tamper.ts'
import { enter } from '../doors.ts'
import { endScreen } from '../screens/own-screens.ts'
import { hashSecret } from '../secret-hash.ts'
import { endSessionEarly } from '../sessions/end-session.ts'
import { beginAtScreen } from './begin-at-screen.ts'
import { finishByInstitute } from './finish-by-institute.ts'
import { takeEvidence } from './take-evidence.ts'

const refused = { reason: 'check-in-refused' }
const forbidden = { reason: 'user_unauthorized' }

describe.each(engines)('a check-in at a paired screen on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let passkeys: Record<'institute' | 'asha' | 'stranger', MadePasskey>
  let screen: Phone
  let office: Phone

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'elsewhere')
    passkeys = {
      institute: await addSigningInstitute(storage, 'institute'),
      asha: await addStudent(storage, 'asha', ['institute']),
      stranger: await addStudent(storage, 'stranger', ['elsewhere']),
    }
    screen = await addScreen(storage, 'institute', 'screen-12')
    office = {}
    await logPhoneIn(storage, office, 'institute', 'ORG')
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const start = (hasRoomCode = false) => startSession(storage, 'institute', 1, hasRoomCode)
  const read = async (table: 'marks' | 'mark_signatures' | 'outbox' | 'passkeys') =>
    rowsOf(await storages.readTables(), table)
  const audited = async (action: string) =>
    rowsOf(await storages.readTables(), 'audit_log').filter((row) => row.action === action)

  test('marks the student, and the log names institute and screen', async () => {
    await start()
    const answer = await checkInAtScreen(deps, screen, passkeys.asha, 'asha')
    expect(answer.marks).toMatchObject([
      { outcome: 'counted', way: 'screen', student: { id: 'asha', working: { attended: 1, counted: 1 } } },
    ])
    expect(await read('marks')).toMatchObject([{ student_id: 'asha', method: 'screen' }])
    expect(await audited('attendance.mark')).toMatchObject([
      { account_id: 'institute', session_hash: hashSecret('screen-12'), outcome: 'done' },
    ])
  })

  test('is signed over the hash of the screen’s id, and the evidence fits', async () => {
    const session = await start()
    await checkInAtScreen(deps, screen, passkeys.asha, 'asha')
    expect(await read('mark_signatures')).toMatchObject([{ way: 'screen', place: hashSecret('screen-12') }])
    const opened = openForTampering(storages.database)
    expect(await checkSignatures(opened, deps.relyingParty)).toMatchObject({ rows: 1, wrong: [] })
    await opened.close()
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'asha')
    const mark = { attendanceSessionId: session, studentId: 'asha' }
    const file = await takeEvidence(deps, await enter('marks.evidence', contextOf(phone)), {
      sessionId: mark.attendanceSessionId,
    })
    const keys = { origin: deps.relyingParty.origin, keys: deps.installationKey.publicKeys }
    expect(await checkEvidence(file, keys)).toMatchObject({ fitsKey: true, fitsInstallation: true })
    const elsewhere = { ...file, challenge: { ...file.challenge, place: hashSecret('screen-13') } }
    expect(await checkEvidence(elsewhere, keys)).toMatchObject({ fitsKey: false, fitsInstallation: false })
  })

  test('begins only while a session of its own institute runs', async () => {
    await startSession(storage, 'elsewhere', 1)
    await expect(beginScreen(deps, screen, 'asha')).rejects.toMatchObject({ reason: 'attendance-not-started' })
    const session = await start()
    for (const rollNumber of ['unknown', 'stranger']) {
      await expect(beginScreen(deps, screen, rollNumber)).rejects.toMatchObject({ reason: 'document_not_found' })
    }
    const offer = await beginScreen(deps, screen, 'asha')
    await endSessionEarly(deps, await enter('sessions.end', contextOf(office)), { sessionId: session })
    await expect(finishScreen(deps, screen, offer, sign(passkeys.asha, offer))).rejects.toMatchObject({
      reason: 'attendance-ended',
    })
    await expect(beginScreen(deps, screen, 'asha')).rejects.toMatchObject({ reason: 'attendance-not-started' })
  })

  test.each([
    ['a paired screen', () => screen],
    ['the institute’s login', () => office],
  ])('at %s tells after the ceremony alone that a student is marked', async (_which, by) => {
    await start()
    const before = await beginScreen(deps, by(), 'asha')
    await finishScreen(deps, by(), before, sign(passkeys.asha, before))
    const after = await beginScreen(deps, by(), 'asha')
    const withoutCeremony = ({ ceremony: _, serverTime: __, goodUntil: ___, ...told }: typeof before) => told
    expect(withoutCeremony(after)).toEqual(withoutCeremony(before))
    expect(after).toMatchObject({ state: 'ready', student: { id: 'asha', working: null } })
    const answer = await finishScreen(deps, by(), after, sign(passkeys.asha, after))
    expect(answer.marks).toMatchObject([{ outcome: 'already-marked' }])
  })

  test('begins nothing by room code, and nothing by hand', async () => {
    const session = await start(true)
    await expect(scan(deps, { ...screen }, session)).rejects.toMatchObject(forbidden)
    await expect(beginAgain(deps, screen)).rejects.toMatchObject(forbidden)
    await expect(beginHand(deps, screen, { session, students: ['asha'] })).rejects.toMatchObject(forbidden)
  })

  test('is finished by the screen that began it alone', async () => {
    const session = await start(true)
    const other = await addScreen(storage, 'institute', 'screen-13')
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'asha')
    const byHand = await beginHand(deps, office, { session, students: ['asha'] })
    const others = [
      await beginScreen(deps, other, 'asha'),
      await beginScreen(deps, office, 'asha'),
      await scan(deps, phone, session),
    ]
    for (const offer of others) {
      await expect(finishScreen(deps, screen, offer, sign(passkeys.asha, offer))).rejects.toMatchObject(refused)
    }
    const signed = sign(passkeys.institute, byHand)
    await expect(finishScreen(deps, screen, byHand, signed)).rejects.toMatchObject(refused)
    const own = await beginScreen(deps, screen, 'asha')
    for (const by of [other, office]) {
      await expect(finishScreen(deps, by, own, sign(passkeys.asha, own))).rejects.toMatchObject(refused)
    }
    expect(await read('marks')).toEqual([])
    await finishScreen(deps, screen, own, sign(passkeys.asha, own))
    expect(await read('marks')).toHaveLength(1)
  })

  describe('whose screen in the middle', () => {
    const end = async () => endScreen(deps, await enter('screens.end', contextOf(office)), { screenId: 'screen-12' })
    test.each<[string, string | undefined, () => unknown]>([
      ['goes on, marks (control)', undefined, () => undefined],
      ['is ended, marks nothing', 'screen-ended', end],
      ['is stopped as copied, marks nothing', 'screen-copied', () => storage.screens.end('screen-12', 'copied')],
      [
        'ends with a new password, marks nothing',
        'screen-ended',
        () => storage.screens.endAll('institute', 'new-password'),
      ],
    ])('%s', async (_what, reason, happens) => {
      await start()
      const offer = await beginScreen(deps, screen, 'asha')
      const assertion = sign(passkeys.asha, offer)
      const passkeysBefore = await read('passkeys')
      await happens()
      // The request was signed while the screen was paired.
      const finished = finishScreen(deps, screen, offer, assertion)
      if (reason === undefined) await finished
      else {
        await expect(finished).rejects.toMatchObject({ reason })
        expect(await read('passkeys')).toEqual(passkeysBefore)
      }
      expect(await read('marks')).toHaveLength(reason === undefined ? 1 : 0)
      expect(await read('mark_signatures')).toHaveLength(reason === undefined ? 1 : 0)
    })

    test('comes to its approved end, marks nothing', async () => {
      storages.clock.advance(attendanceSessionMs - 1_000)
      await start()
      const offer = await beginScreen(deps, screen, 'asha')
      storages.clock.advance(2_000)
      const finished = finishScreen(deps, screen, offer, sign(passkeys.asha, offer))
      await expect(finished).rejects.toMatchObject({ reason: 'screen-ended' })
      expect(await read('marks')).toEqual([])
    })
  })

  test('is burnt by a bad assertion, which counts for the screen', async () => {
    await start()
    const counted: unknown[] = []
    const context = contextOf(screen)
    const count = async ({ name }: { readonly name: string }, key: string) => void counted.push([name, key])
    Object.assign(context.limiter, { count })
    const offer = await beginAtScreen(deps, await enter('check-in.screen', context), {
      way: 'screen',
      rollNumber: 'asha',
    })
    expect(counted).toEqual([['beginStudentPasskeyCheck.screen', 'screen-12']])
    const good = sign(passkeys.asha, offer as never)
    const bad = { ...good, response: { ...good.response, signature: 'AAAA' } }
    const id = offer.ceremony?.id ?? ''
    await expect(
      finishByInstitute(deps, await enter('check-in.screen', context), { checkInId: id, assertion: bad as never }),
    ).rejects.toMatchObject(refused)
    expect(counted).toContainEqual(['finishCheckIn', `screen:${hashSecret('screen-12')}`])
    await expect(
      finishByInstitute(deps, await enter('check-in.screen', contextOf(screen)), {
        checkInId: id,
        assertion: good as never,
      }),
    ).rejects.toMatchObject(refused)
    expect(await audited('passkey.assert')).toMatchObject([{ account_id: 'institute', outcome: 'refused' }])
    expect(await read('marks')).toEqual([])
  })

  test('reports a copied passkey to the screen’s institute, and marks nothing', async () => {
    await start()
    const offer = await beginScreen(deps, screen, 'asha')
    const assertion = sign(passkeys.asha, offer)
    await storage.passkeys.recordUse(passkeys.asha.credentialId, 1_000, false, await storage.now())
    await expect(finishScreen(deps, screen, offer, assertion)).rejects.toMatchObject({ reason: 'passkey-suspect' })
    expect(rowsOf(await storages.readTables(), 'notices')).toMatchObject([
      { kind: 'member-passkey-suspect', account_id: 'institute', sender_id: 'asha', due_at: expect.any(Number) },
    ])
    expect(await read('marks')).toEqual([])
  })

  test('gives a repeated finish the first answer, and makes no second mark', async () => {
    await start()
    const offer = await beginScreen(deps, screen, 'asha')
    const assertion = sign(passkeys.asha, offer)
    const answer = await finishScreen(deps, screen, offer, assertion)
    const again = await finishScreen(deps, screen, offer, assertion)
    expect({ ...again, serverTime: 0 }).toEqual({ ...answer, serverTime: 0 })
    expect(await read('marks')).toHaveLength(1)
  })
})
