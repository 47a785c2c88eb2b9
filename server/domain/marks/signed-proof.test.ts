import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkSignatures } from '#server/operator/verify/check-signatures.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { personOf } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkInDeps,
  contextOf,
  logPhoneIn,
  type Phone,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { openForTampering } from '#testing/tamper.ts'
import { beginAssertion } from '../client-calls/begin-assertion.ts'
import { finishAssertion } from '../client-calls/finish-assertion.ts'
import { enter } from '../doors.ts'
import { hashSecret } from '../secret-hash.ts'
import { markMember } from './mark-member.ts'
import { takeEvidence } from './take-evidence.ts'

const asha = { userId: 'asha', category: 'STD' } as const

/** The specification's calls, as SDKs make them: options, verify-login, PATCH. */
describe.each(engines)('a mark by options, verify-login and PATCH on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let passkey: MadePasskey
  let screen: Phone

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    passkey = await addStudent(storage, 'asha', ['institute'])
    await startSession(storage, 'institute', 1, false)
    screen = {}
    await logPhoneIn(storage, screen, 'institute', 'ORG')
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const begin = async () => {
    const { options } = await beginAssertion(deps, await enter('passkey.assert.STD', contextOf(screen)), asha, '')
    return options as PublicKeyCredentialRequestOptionsJSON
  }
  const verify = async (challenge: string) => {
    const answer = passkey.authenticator.assert({ challenge, rpId: 'localhost' })
    return finishAssertion(deps, await enter('passkey.assert-finish.STD', contextOf(screen)), asha, answer as never)
  }
  const mark = () => markMember(deps, contextOf(screen), 'asha', { institute: { total: 1, expiryTime: 1 } })
  const read = async (table: 'marks' | 'mark_signatures' | 'presence_proofs') =>
    rowsOf(await storages.readTables(), table)
  const findFaults = async () => {
    const opened = openForTampering(storages.database)
    const { wrong } = await checkSignatures(opened, deps.relyingParty)
    await opened.close()
    return wrong
  }

  test('keeps what the student signed, and verify-data checks it', async () => {
    const { challenge, hints } = await begin()
    expect([Buffer.from(challenge, 'base64url').length, hints]).toEqual([32, ['hybrid', 'security-key']])
    expect(await verify(challenge)).toEqual({ verification: true })
    expect(await read('mark_signatures')).toEqual([])
    await mark()
    expect(await read('marks')).toMatchObject([{ student_id: 'asha', method: 'screen' }])
    expect(await read('mark_signatures')).toMatchObject([{ student_id: 'asha', way: 'screen' }])
    // Moved, not copied.
    expect(await read('presence_proofs')).toMatchObject([{ signed: null, outcome: 'counted' }])
    expect(await findFaults()).toEqual([])
    const [session] = rowsOf(await storages.readTables(), 'attendance_sessions')
    const key = { attendanceSessionId: session?.id ?? '', studentId: 'asha' }
    expect(
      await takeEvidence(deps, await enter('marks.evidence', contextOf(screen)), {
        sessionId: key.attendanceSessionId,
        personId: await personOf(storage, key.studentId),
      }),
    ).toMatchObject({
      mark: { way: 'screen' },
    })
  })

  test('keeps nothing where no mark was made', async () => {
    await verify((await begin()).challenge)
    await mark()
    await verify((await begin()).challenge)
    await expect(mark()).rejects.toMatchObject({ reason: 'already-marked' })
    expect(await read('mark_signatures')).toHaveLength(1)
    expect(await findFaults()).toEqual([])
  })

  test('takes each part of the challenge from the server: an answer to another one proves nothing', async () => {
    await begin()
    expect(await verify(hashSecret('another challenge'))).toEqual({ verification: false })
    expect(await read('presence_proofs')).toEqual([])
  })
})
