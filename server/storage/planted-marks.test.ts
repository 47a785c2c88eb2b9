import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CheckInFacts } from '#contract/check-in-facts.ts'
import { checkInChallenge } from '#server/domain/marks/challenge.ts'
import { verifyOpened } from '#server/operator/verify/verify-data.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import { type MadePasskey, makePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addSigningInstitute,
  addStudent,
  checkIn,
  checkInDeps,
  logPhoneIn,
  type Phone,
  startSession,
} from '#testing/room-world.ts'
import { tamper } from '#testing/tamper.ts'

const day = 24 * 60 * 60_000
const origin = 'http://localhost:8080'
const relyingParty = { id: 'localhost', name: 'Rollkey', origin }

/** The ways in which a mark can be written past the server. `verify-data` names each. */
describe.each(engines)('past the server on %s', (engine) => {
  let storages: TestStorage
  /** Of before EVIDENCE_DAYS, and of today. Asha was there; Bala never. */
  let old: string
  let young: string
  let balas: MadePasskey

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    const storage = await storages.open()
    const deps = checkInDeps(storage)
    await addSigningInstitute(storage, 'institute')
    const ashas = await addStudent(storage, 'asha', ['institute'])
    balas = await addStudent(storage, 'bala', ['institute'])
    const hold = async (number: number) => {
      const session = await startSession(storage, 'institute', number)
      const phone: Phone = {}
      await logPhoneIn(storage, phone, 'asha')
      await checkIn(deps, phone, ashas, session)
      return session
    }
    old = await hold(1)
    storages.clock.advance(60 * day)
    young = await hold(2)
    await storage.purgeExpired(30)
    await storage.close()
  })
  afterEach(() => storages.close())

  const look = (...statements: string[]) =>
    tamper(storages.database, statements, async (opened) => {
      const findings = await verifyOpened(opened, { now: storages.clock.now(), signaturesFor: relyingParty })
      return findings.flatMap(({ rule, wrong }) => wrong.map((line) => `${rule}: ${line}`))
    })
  const plant = (session: string, method: string, credential = 'credential_id') =>
    `insert into marks (attendance_session_id, organisation_id, student_id, marked_at, method, credential_id, proof_id, evidence)
     select attendance_session_id, organisation_id, 'bala', marked_at, '${method}', ${credential}, 'planted', evidence from marks
     where attendance_session_id = '${session}'`
  const copySignature = (changes: Readonly<Record<string, string | number>>) => {
    const names = ['attendance_session_id', 'nonce', 'origin', 'organisation_id', 'way', 'place', 'begun_at']
    const others = ['credential_id', 'public_key', 'authenticator_data', 'client_data', 'signature']
    const columns = { ...Object.fromEntries([...names, ...others].map((name) => [name, name])), ...changes }
    return `insert into mark_signatures (${Object.keys(columns)}) select ${Object.values(columns)} from mark_signatures`
  }
  const signatures = 'The signatures behind marks are right'
  const unsigned = 'Each mark has its signature, or a reason to have none'

  test('nothing is named where the server wrote everything', async () => {
    expect(await look()).toEqual([])
  })

  test('a mark is named', async () => {
    const line = `${unsigned}: mark of student bala in session ${young}: its signature is missing`
    expect(await look(plant(young, 'room-code'))).toContain(line)
    expect(await look(plant(young, 'screen'))).toContain(line)
  })

  test('a mark by hand is named', async () => {
    expect(await look(plant(young, 'hand'))).toContain(
      `${unsigned}: mark by hand of student bala in session ${young}: the institute’s signature is missing`,
    )
  })

  test.each(['kiosk', 'room-code', 'hand'])(
    'an old %s mark is named, though no signature is kept there',
    async (method) => {
      expect(await look(plant(old, method))).toContainEqual(
        expect.stringMatching(/past EVIDENCE_DAYS: 2 marks are there that are not the 1 that were sealed$/),
      )
    },
  )

  test('a mark dated before signing is named', async () => {
    const session = `insert into attendance_sessions (id, organisation_id, group_id, number, started_at, ends_at, starter_session_id)
      select 'planted', organisation_id, group_id, 3, 1000, 2000, starter_session_id from attendance_sessions where id = '${old}'`
    const mark = plant(old, 'kiosk').replace('select attendance_session_id', "select 'planted'")
    expect(await look(session, mark)).toContain(
      'Old marks are those that were sealed: session planted: it was not there when its day was sealed',
    )
  })

  test('dropped evidence is named, before its time', async () => {
    expect(await look('delete from mark_signatures')).toContain(
      `${unsigned}: mark of student asha in session ${young}: its signature is missing`,
    )
  })

  test('evidence that was moved to a classmate is named', async () => {
    const copied = copySignature({ student_id: "'bala'", bound_student_id: 'null' })
    expect(await look(plant(young, 'room-code'), copied)).toContain(
      `${signatures}: mark of student bala in session ${young}: its key was not registered by the student`,
    )
    const ownKey = plant(young, 'room-code', `'${balas.credentialId}'`)
    expect(await look(ownKey, copied)).toContain(
      `${signatures}: mark of student bala in session ${young}: its signature is about another mark`,
    )
  })

  test('a key that was inserted is named, though its signature fits', async () => {
    const passkey = await makePasskey(origin)
    const facts: CheckInFacts = {
      nonce: Buffer.alloc(32, 7).toString('base64url'),
      origin,
      organisationId: 'institute',
      attendanceSessionId: young,
      boundStudentId: 'bala',
      way: 'room-code',
      place: '1',
      begunAt: 1,
    }
    const { response } = passkey.authenticator.assert({ challenge: checkInChallenge(facts), rpId: 'localhost' })
    const key = Buffer.from(passkey.publicKey).toString('base64url')
    const signed = copySignature({
      student_id: "'bala'",
      bound_student_id: "'bala'",
      nonce: `'${facts.nonce}'`,
      place: "'1'",
      begun_at: 1,
      credential_id: `'${passkey.credentialId}'`,
      public_key: `'${key}'`,
      authenticator_data: `'${response.authenticatorData}'`,
      client_data: `'${response.clientDataJSON}'`,
      signature: `'${response.signature}'`,
    })
    const inserted = `insert into passkeys (credential_id, account_id, public_key, counter, backup_eligible, backed_up, transports, aaguid, name, created_at, suspect)
      select '${passkey.credentialId}', account_id, '${key}', 0, 0, 0, transports, aaguid, name, created_at, 0 from passkeys where account_id = 'bala'`
    const found = await look(plant(young, 'room-code', `'${passkey.credentialId}'`), signed, inserted)
    expect(found.filter((line) => line.startsWith(signatures))).toEqual([])
    expect(found).toContainEqual(
      expect.stringMatching(
        /^The passkeys match the audit log: .* of account bala: the log knows no registration of it/,
      ),
    )
  })
})
