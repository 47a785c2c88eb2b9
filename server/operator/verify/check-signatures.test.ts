import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CheckInFacts } from '#contract/check-in-facts.ts'
import { checkInChallenge } from '#server/domain/marks/challenge.ts'
import { engines } from '#testing/create-database.ts'
import { type MadePasskey, makePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addSigningInstitute,
  addStudent,
  beginHand,
  checkIn,
  checkInAtScreen,
  checkInDeps,
  finishHand,
  logPhoneIn,
  logStaffIn,
  type Phone,
  sign,
  startSession,
} from '#testing/room-world.ts'
import { tamper } from '#testing/tamper.ts'
import { checkSignatures } from './check-signatures.ts'
import { checkUnsignedMarks } from './check-unsigned-marks.ts'
import { verifyOpened } from './verify-data.ts'

const origin = 'http://localhost:8080'
const relyingParty = { id: 'localhost', name: 'Rollkey', origin }

describe.each(engines)('the signatures behind marks on %s', (engine) => {
  let storages: TestStorage
  let passkeys: Record<'asha' | 'bala', MadePasskey>
  let signing: MadePasskey
  let session: string

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    const storage = await storages.open()
    const deps = checkInDeps(storage)
    signing = await addSigningInstitute(storage, 'institute')
    passkeys = {
      asha: await addStudent(storage, 'asha', ['institute']),
      bala: await addStudent(storage, 'bala', ['institute']),
    }
    session = await startSession(storage, 'institute', 1)
    const phone: Phone = {}
    await logPhoneIn(storage, phone, 'asha')
    await checkIn(deps, phone, passkeys.asha, session)
    await storage.close()
  })
  afterEach(() => storages.close())

  const look = (...statements: string[]) =>
    tamper(storages.database, statements, async (opened) => {
      const findings = [await checkUnsignedMarks(opened), await checkSignatures(opened, relyingParty)]
      return findings.flatMap(({ wrong }) => wrong)
    })
  const noteOf = (...statements: string[]) =>
    tamper(storages.database, statements, async (opened) => (await checkUnsignedMarks(opened)).note)
  /** All findings together, as the command prints them. */
  const lookAtAll = (...statements: string[]) =>
    tamper(storages.database, statements, async (opened) => {
      const findings = await verifyOpened(opened, { now: storages.clock.now(), signaturesFor: relyingParty })
      return findings.flatMap(({ rule, wrong }) => wrong.map((line) => `${rule}: ${line}`))
    })
  const ashas = "attendance_session_id = (select id from attendance_sessions) and student_id = 'asha'"
  const signatureOf = (student: string, changes = {}) => {
    const columns = {
      attendance_session_id: 'attendance_session_id',
      student_id: `'${student}'`,
      nonce: 'nonce',
      origin: 'origin',
      organisation_id: 'organisation_id',
      bound_student_id: 'bound_student_id',
      way: 'way',
      place: 'place',
      begun_at: 'begun_at',
      credential_id: 'credential_id',
      public_key: 'public_key',
      authenticator_data: 'authenticator_data',
      client_data: 'client_data',
      signature: 'signature',
      ...changes,
    }
    return `insert into mark_signatures (${Object.keys(columns)}) select ${Object.values(columns)} from mark_signatures where ${ashas}`
  }
  const markOf = (student: string, credential = 'credential_id', method = 'method') =>
    `insert into marks (attendance_session_id, organisation_id, student_id, marked_at, method, credential_id, proof_id, evidence)
     select attendance_session_id, organisation_id, '${student}', marked_at, ${method}, ${credential}, 'planted', evidence from marks`

  test('fit what the server has written', async () => {
    expect(await lookAtAll()).toEqual([])
  })

  test('name a mark that was planted without one', async () => {
    expect(await look(markOf('bala'))).toEqual([`mark of student bala in session ${session}: its signature is missing`])
  })

  test('name a mark that was planted as made by hand', async () => {
    expect(await look(markOf('bala', "''", "'hand'"))).toEqual([
      `mark by hand of student bala in session ${session}: the institute’s signature is missing`,
    ])
    expect(await look(markOf('bala', "''", "'voice'"))).toEqual([
      `mark of student bala in session ${session}: there is no way voice`,
    ])
  })

  test('leave a planted mark at the screen to the comparison with the log', async () => {
    expect(await lookAtAll(markOf('bala', "''", "'kiosk'"))).toContainEqual(
      expect.stringMatching(/^The marks match the audit log: mark of student bala .* the log does not know it/),
    )
  })

  test('name one that was dropped', async () => {
    expect(await look('delete from mark_signatures')).toEqual([
      `mark of student asha in session ${session}: its signature is missing`,
    ])
  })

  test('fit no evidence that cannot be read', async () => {
    expect(await look("update marks set evidence = 'none'")).toEqual([
      `mark of student asha in session ${session}: its signature does not fit`,
    ])
  })

  test('are not read without being asked for, but one that was dropped is named all the same', async () => {
    const wrong = await tamper(storages.database, ['delete from mark_signatures'], async (opened) => {
      const findings = await verifyOpened(opened, { now: storages.clock.now() })
      return findings.flatMap((finding) => finding.wrong)
    })
    expect(wrong).toEqual([`mark of student asha in session ${session}: its signature is missing`])
  })

  test.each(['nonce', 'place', 'signature', 'client_data'])('name one whose %s was changed', async (column) => {
    const other = column === 'place' ? "'1'" : "'AAAA'"
    expect(await look(`update mark_signatures set ${column} = ${other}`)).toEqual([
      `mark of student asha in session ${session}: its signature does not fit`,
    ])
  })

  test('name one that was moved to a classmate, with the mark and without it', async () => {
    const moved = "update mark_signatures set student_id = 'bala', bound_student_id = null"
    expect(await look(moved)).toEqual([
      `mark of student asha in session ${session}: its signature is missing`,
      `signature of student bala in session ${session}: it has no mark`,
    ])
    expect(await look(markOf('bala'), signatureOf('bala', { bound_student_id: 'null' }))).toEqual([
      `mark of student bala in session ${session}: its key was not registered by the student`,
    ])
  })

  /** A mark with a right signature, by a key that the writer of the database made. */
  async function forge(): Promise<{
    readonly passkey: MadePasskey
    readonly key: string
    readonly statements: string[]
  }> {
    const passkey = await makePasskey(origin)
    const facts: CheckInFacts = {
      nonce: Buffer.alloc(32, 7).toString('base64url'),
      origin,
      organisationId: 'institute',
      attendanceSessionId: session,
      boundStudentId: 'bala',
      way: 'room-code',
      place: '1',
      begunAt: 1,
    }
    const { response } = passkey.authenticator.assert({ challenge: checkInChallenge(facts), rpId: 'localhost' })
    const key = Buffer.from(passkey.publicKey).toString('base64url')
    const signed = signatureOf('bala', {
      nonce: `'${facts.nonce}'`,
      bound_student_id: "'bala'",
      place: "'1'",
      begun_at: 1,
      credential_id: `'${passkey.credentialId}'`,
      public_key: `'${key}'`,
      authenticator_data: `'${response.authenticatorData}'`,
      client_data: `'${response.clientDataJSON}'`,
      signature: `'${response.signature}'`,
    })
    return { passkey, key, statements: [markOf('bala', `'${passkey.credentialId}'`), signed] }
  }

  test('name one of a key that was never registered', async () => {
    const { statements } = await forge()
    expect(await look(...statements)).toEqual([
      `mark of student bala in session ${session}: its key was not registered by the student`,
    ])
  })

  test('of a key that was inserted past the server fit, and the comparison of passkeys names the key', async () => {
    const { passkey, key, statements } = await forge()
    const inserted = `insert into passkeys (credential_id, account_id, public_key, counter, backup_eligible, backed_up, transports, aaguid, name, created_at, suspect)
      select '${passkey.credentialId}', account_id, '${key}', 0, 0, 0, transports, aaguid, name, created_at, 0 from passkeys where account_id = 'bala'`
    expect(await look(...statements, inserted)).toEqual([])
    expect(await lookAtAll(...statements, inserted)).toContainEqual(
      expect.stringMatching(
        /^The passkeys match the audit log: .* of account bala: the log knows no registration of it/,
      ),
    )
  })

  describe('at the screen', () => {
    beforeEach(async () => {
      const storage = await storages.open()
      const screen: Phone = {}
      await logPhoneIn(storage, screen, 'institute', 'ORG')
      await checkInAtScreen(checkInDeps(storage), screen, passkeys.bala, 'bala')
      await storage.close()
    })
    const balas = () => `mark of student bala in session ${session}`

    test('fit what the server has written', async () => {
      expect(await lookAtAll()).toEqual([])
    })

    test('name a mark that was planted without one, and one that was dropped', async () => {
      const planted = markOf('carl', "''", "'screen'").concat(" where student_id = 'asha'")
      expect(await look(planted)).toEqual([`mark of student carl in session ${session}: its signature is missing`])
      expect(await look("delete from mark_signatures where student_id = 'bala'")).toEqual([
        `${balas()}: its signature is missing`,
      ])
    })

    test.each(['place', 'begun_at'])('name one whose %s was changed', async (column) => {
      expect(await look(`update mark_signatures set ${column} = '1' where student_id = 'bala'`)).toEqual([
        `${balas()}: its signature does not fit`,
      ])
    })

    test('name a mark that was made to look as if its phone had scanned the room code', async () => {
      expect(await look("update marks set method = 'room-code' where student_id = 'bala'")).toEqual([
        `${balas()}: its signature is about another mark`,
      ])
    })

    test('that were dropped do not hide behind a mark of before: the comparison with the log names it', async () => {
      const dropped = "delete from mark_signatures where student_id = 'bala'"
      const found = await lookAtAll("update marks set method = 'kiosk' where student_id = 'bala'", dropped)
      expect(found).toEqual([expect.stringMatching(/^The marks match the audit log: mark of student bala /)])
    })

    test('of marks of before are not missed, and the note says when the last one was made', async () => {
      const made = storages.clock.now()
      const note = await noteOf(
        "update marks set method = 'kiosk' where student_id = 'bala'",
        'delete from mark_signatures',
      )
      expect(note).toMatch(/^1 at the screen are from before signatures, the last of \d{4}-/)
      expect(Date.parse(/last of (\S+);/.exec(note ?? '')?.[1] ?? '')).toBeLessThanOrEqual(made)
    })
  })

  describe('by hand', () => {
    beforeEach(async () => {
      const storage = await storages.open()
      const deps = checkInDeps(storage)
      const office: Phone = {}
      await logPhoneIn(storage, office, 'institute', 'ORG')
      const offer = await beginHand(deps, office, { session, students: ['bala'] })
      await finishHand(deps, office, offer, sign(signing, offer))
      await storage.close()
    })
    const balas = 'mark by hand of student bala in session'

    test('fit what the server has written, and are counted apart from those of students', async () => {
      expect(await lookAtAll()).toEqual([])
      const note = await tamper(
        storages.database,
        [],
        async (opened) => (await checkSignatures(opened, relyingParty)).note,
      )
      expect(note).toMatch(/ a second; 1 are by hand, and signed by the institute$/)
      expect(await noteOf()).toBe('0 at the screen are from before signatures; 0 have evidence past EVIDENCE_DAYS')
    })

    test.each([
      ['reason', "'Ill.'"],
      ['nonce', "'AAAA'"],
      ['signature', "'AAAA'"],
      ['students', `'["asha","bala"]'`],
    ])('name one whose %s was changed', async (column, other) => {
      expect(await look(`update hand_check_ins set ${column} = ${other}`)).toEqual([
        `${balas} ${session}: the institute’s signature does not fit`,
      ])
    })

    test('refuse a change of what was signed', async () => {
      const change = ["update hand_check_ins set reason = 'Ill.'"]
      await expect(tamper(storages.database, change, async () => true, { hasTriggers: true })).rejects.toThrow(
        'hand_check_ins is never changed',
      )
    })

    test('name a mark that was added to a signed list', async () => {
      await addClassmate()
      const added = `insert into marks (attendance_session_id, organisation_id, student_id, marked_at, method, credential_id, proof_id, evidence)
        select attendance_session_id, organisation_id, 'chitra', marked_at, method, credential_id, proof_id, evidence from marks where method = 'hand'`
      expect(await look(added)).toEqual([
        `mark by hand of student chitra in session ${session}: the institute’s signature is about other marks`,
      ])
    })

    test('fit the person who signed, and no other', async () => {
      const storage = await storages.open()
      const passkey = await addStudent(storage, 'ravi', ['institute'])
      const desk = await logStaffIn(storage, 'ravi', 'desk')
      await addStudent(storage, 'chitra', ['institute'])
      const deps = checkInDeps(storage)
      const offer = await beginHand(deps, desk, { session, students: ['chitra'] })
      await finishHand(deps, desk, offer, sign(passkey, offer))
      await storage.close()
      expect(await lookAtAll()).toEqual([])
      const fault = `mark by hand of student chitra in session ${session}: its key was not registered by its signer`
      for (const other of ["'asha'", "'institute'", 'null']) {
        expect(await look(`update hand_check_ins set signed_by = ${other} where signed_by = 'ravi'`)).toEqual([fault])
      }
    })

    test('name one of a key that the institute never registered', async () => {
      expect(await look("update passkeys set account_id = 'asha' where account_id = 'institute'")).toEqual([
        `${balas} ${session}: its key was not registered by its signer`,
      ])
      expect(await look("delete from passkeys where account_id = 'institute'")).toEqual([])
    })

    async function addClassmate(): Promise<void> {
      const storage = await storages.open()
      await addStudent(storage, 'chitra', ['institute'])
      await storage.close()
    }
  })

  test('are checked against the log where the passkey was removed since', async () => {
    expect(await look("delete from passkeys where account_id = 'asha'")).toEqual([])
  })
})
