import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import type { Kysely } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { beginAssertion } from '#server/domain/client-calls/begin-assertion.ts'
import { finishAssertion } from '#server/domain/client-calls/finish-assertion.ts'
import { enter } from '#server/domain/doors.ts'
import { countClass } from '#server/domain/groups/whole.ts'
import { makeMark, recordMarks } from '#server/domain/marks/make-mark.ts'
import { markMember } from '#server/domain/marks/mark-member.ts'
import { countHeads } from '#server/domain/sessions/count-heads.ts'
import { answerDraw, drawStudents } from '#server/domain/sessions/draw-students.ts'
import { endSessionEarly } from '#server/domain/sessions/end-session.ts'
import { startClass } from '#server/domain/sessions/start-session.ts'
import { takeBackSession } from '#server/domain/sessions/take-back-session.ts'
import type { Schema } from '#server/storage/schema.ts'
import { type ChangedRow, findUnnamedColumns } from '#testing/change-columns.ts'
import { engines } from '#testing/create-database.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addSigningInstitute,
  addStudent,
  beginHand,
  type CheckInDeps,
  checkIn,
  checkInAtScreen,
  checkInDeps,
  contextOf,
  finishHand,
  logPhoneIn,
  type Phone,
  sign,
  startSession,
} from '#testing/room-world.ts'
import { ruleOnStudent } from '#testing/rule-on-student.ts'
import { tamper } from '#testing/tamper.ts'
import { writeSentences } from '#testing/write-sentences.ts'
import { verifyOpened } from './verify-data.ts'

type Row = ChangedRow & {
  readonly what: string
  /** Columns of this row alone, as in `mayChange`. */
  readonly mayChange?: Readonly<Record<string, string>>
}

const taken = 'taken-back'
const markOf = (student: string, what: string): Row => ({
  table: 'marks',
  what,
  where: `student_id = '${student}'`,
  name: new RegExp(`student(_id)? ${student}\\b`),
})
const signatureOf = (student: string, what: string): Row => ({ ...markOf(student, what), table: 'mark_signatures' })
const passkeyOf = (account: string, what: string): Row => ({
  table: 'passkeys',
  what,
  where: `account_id = '${account}'`,
  name: /passkey \S+|student asha/,
})

const rows: readonly Row[] = [
  markOf('asha', 'by room code'),
  markOf('bala', 'at the screen'),
  markOf('carl', 'by hand'),
  markOf('dina', 'by the four calls'),
  markOf('emil', 'at the screen, before signatures'),
  signatureOf('asha', 'by room code'),
  signatureOf('bala', 'at the screen'),
  signatureOf('dina', 'by the four calls'),
  { table: 'hand_check_ins', what: 'by hand', where: '1 = 1', name: /student carl/ },
  {
    table: 'attendance_sessions',
    what: 'that was ended early',
    where: "id = 'session-institute-1'",
    name: /class 1 of organisation institute|session-institute-1/,
  },
  {
    table: 'attendance_sessions',
    what: 'that runs',
    where: "id = 'session-institute-2'",
    name: /class 2 of organisation institute|session-institute-2/,
  },
  {
    table: 'attendance_sessions',
    what: 'that was taken back',
    where: `id = '${taken}'`,
    name: /class of organisation institute that was taken back \(its id: taken-back\)|id taken-back/,
    mayChange: {
      starter_session_id: 'it told a repeated start from another one, while the session ran',
      late_after: 'nothing reads it of a session that was taken back',
      room_id: 'nothing reads it of a session that was taken back',
    },
  },
  passkeyOf('asha', 'of a student'),
  passkeyOf('institute', 'of an institute'),
  passkeyOf('fatima', 'that is held'),
  {
    table: 'rulings',
    what: 'about a mark',
    where: 'sequence = 1',
    name: /ruling 1 about the mark of student asha|sequence 1\b/,
  },
  { table: 'head_counts', what: 'of a class', where: 'sequence = 1', name: /head count 1 of the class|sequence 1/ },
  { table: 'draws', what: 'of a class', where: 'sequence = 2', name: /note 2 about the draws of class 1|sequence 2/ },
]

/** The columns that may change, or be changed, without a word of `verify-data`: each with the reason. */
const mayChange: Readonly<Partial<Record<keyof Schema, Readonly<Record<string, string>>>>> = {
  disputes: {
    disputed_at: 'a dispute takes nothing from a mark, only a ruling does',
    reason: 'it comes with the dispute',
    words: 'they come with the dispute, and no decision is based on them',
    organisation_id: 'it finds the disputes of an institute; the session says the same',
  },
  attendance_sessions: {
    closes_at: 'the server writes it when its clock is set back; a mark is judged by `ends_at`',
    public_id: 'the server finds it again from the id; with another one the room code finds no session',
    room_code: 'the institute switches the room code on and off',
    redeemed_step: 'it goes up with each room code that is redeemed',
    may_be_untaken: 'the server takes it away once there is an entry',
    closes_after: 'of a class nothing reads it; of a course it is compared',
    refuses_late: 'of a class nothing reads it; of a course it is compared',
    takes_guests: 'of a class nothing reads it; of a course it is compared',
  },
  passkeys: {
    counter: 'it goes up with each use',
    backup_eligible: 'a later use is judged by it: another value refuses the passkey',
    backed_up: 'each use may say otherwise',
    transports: 'they are a hint',
    aaguid: 'it names the provider on screens',
    name: 'its owner names it',
    last_used_at: 'it moves with each use',
    suspect:
      'a suspect passkey makes no mark, and a flood may leave the entry of the suspicion out; its end is compared',
    suspect_because: 'it comes with the suspicion',
    suspect_since: 'it comes with the suspicion',
    attestation_format: 'no decision is based on it',
    replaced_at: 'it makes no mark; the confirmation that it comes with is in the log',
  },
  hand_check_ins: {
    session_binding: 'it bound the browser that began, until the mark was made',
    expires_at: 'the signature was made before it',
    assertion_hash: 'it refused a second use of the signature',
    roll_call_seen: 'the finish compared it with what stood then, and nothing reads it later',
  },
}

const relyingParty = { id: 'localhost', name: 'Rollkey', origin: 'http://localhost:8080' }

/** The calls of the specification. */
async function markByFourCalls(deps: CheckInDeps, screen: Phone, student: string, passkey: MadePasskey) {
  const person = { userId: student, category: 'STD' } as const
  const { options } = await beginAssertion(deps, await enter('passkey.assert.STD', contextOf(screen)), person, '')
  const { challenge } = options as PublicKeyCredentialRequestOptionsJSON
  const answer = passkey.authenticator.assert({ challenge, rpId: 'localhost' })
  await finishAssertion(deps, await enter('passkey.assert-finish.STD', contextOf(screen)), person, answer as never)
  await markMember(deps, contextOf(screen), student, { institute: { total: 1, expiryTime: 1 } })
}

/** As a version did that kept no signatures. */
async function markUnsigned({ storage }: CheckInDeps, screen: Phone, studentId: string) {
  await storage.transaction(async (stores) => {
    const member = await stores.memberships.lockMember('institute', studentId)
    const session = await stores.attendance.findRunning('institute')
    if (!member || !session) throw new Error('no member, or no session')
    const evidence = { attachment: null, userVerified: true, backupEligible: true, backedUp: true, flags: [] }
    const wanted = {
      method: 'kiosk',
      credentialId: 'credential',
      proofId: 'proof',
      evidence,
      earlier: undefined,
    } as const
    const made = await makeMark(stores, member, session, countClass('hour'), { ...wanted, now: await stores.now() })
    await recordMarks(stores, contextOf(screen), session, made)
  })
}

/** A class with a mark of each way, one that runs, and one that was taken back. */
async function live(storages: TestStorage): Promise<void> {
  const storage = await storages.open()
  const deps = checkInDeps(storage)
  const signing = await addSigningInstitute(storage, 'institute')
  const passkeys = new Map<string, MadePasskey>()
  for (const student of ['asha', 'bala', 'carl', 'dina', 'emil'])
    passkeys.set(student, await addStudent(storage, student, ['institute']))
  await addStudent(storage, 'fatima', ['institute'], { heldUntil: (await storage.now()) + 86_400_000 })
  const passkey = (student: string) => passkeys.get(student) as MadePasskey
  const session = await startSession(storage, 'institute', 1)
  const [phone, office]: Phone[] = [{}, {}]
  if (!phone || !office) throw new Error('two phones')
  await logPhoneIn(storage, phone, 'asha')
  await checkIn(deps, phone, passkey('asha'), session)
  await logPhoneIn(storage, office, 'institute', 'ORG')
  await checkInAtScreen(deps, office, passkey('bala'), 'bala')
  const offer = await beginHand(deps, office, { session, students: ['carl'] })
  await finishHand(deps, office, offer, sign(signing, offer))
  await markByFourCalls(deps, office, 'dina', passkey('dina'))
  await markUnsigned(deps, office, 'emil')
  const mark = { attendanceSessionId: session, studentId: 'asha' }
  await ruleOnStudent(deps, await enter('cells.rule', contextOf(office)), {
    sessionId: mark.attendanceSessionId,
    studentId: mark.studentId,
    status: 'absent',
    reason: 'Not in the room.',
    after: 0,
  })
  await ruleOnStudent(deps, await enter('cells.rule', contextOf(office)), {
    sessionId: mark.attendanceSessionId,
    studentId: mark.studentId,
    status: 'present',
    reason: 'In the room.',
    after: 1,
  })
  await countHeads(deps, await enter('head-count.set', contextOf(office)), { sessionId: session, counted: 4 })
  await drawStudents({ ...deps, random: systemRandom }, await enter('draws.make', contextOf(office)), {
    sessionId: session,
  })
  const draw = await storage.spotChecks.listDrawNotes(session)
  await answerDraw(deps, await enter('draws.answer', contextOf(office)), {
    sessionId: session,
    studentId: draw[0]?.studentId ?? '',
    here: true,
  })
  // An end in the millisecond of the start or of a mark is moved.
  storages.clock.advance(60_000)
  await endSessionEarly(deps, await enter('sessions.end', contextOf(office)), { sessionId: session })
  const random = { ...systemRandom, id: () => taken }
  await storage.transaction((stores) => startClass(stores, random, contextOf(office), 2))
  storages.clock.advance(60_000)
  await takeBackSession(deps, await enter('sessions.take-back', contextOf(office)), { sessionId: taken })
  await startSession(storage, 'institute', 2)
  await storage.close()
}

describe.each(engines)('a column that is changed in the table on %s', (engine) => {
  let storages: TestStorage
  beforeAll(async () => {
    storages = await createTestStorage(engine)
    await live(storages)
  })
  afterAll(() => storages.close())

  const look = async (db: Kysely<Schema>, table: keyof Schema) => {
    // What is compared with the marks alone is read with their signatures.
    const isSignature = table === 'mark_signatures' || table === 'hand_check_ins'
    const options = { now: storages.clock.now(), signaturesFor: isSignature ? relyingParty : undefined }
    const findings = await verifyOpened({ engine, db }, options)
    return findings.flatMap(({ wrong }) => wrong)
  }

  test('is named by nothing while none was', async () => {
    expect(await tamper(storages.database, [], ({ db }) => look(db, 'mark_signatures'))).toEqual([])
  })

  test.each(['all', 'every second'] as const)('is named by nothing, with sentences of before: %s', async (which) => {
    const sentences = await writeSentences(storages.database, which)
    expect(sentences.length).toBeGreaterThan(10)
    expect(await tamper(storages.database, sentences, ({ db }) => look(db, 'marks'))).toEqual([])
  })

  test.each(rows)(
    'is named with its row, or may change for a reason: $table $what',
    async ({ table, where, name, ...own }) => {
      const unnamed = await findUnnamedColumns(storages, { table, where, name }, ({ db }) => look(db, table))
      expect(unnamed).toEqual(new Set(Object.keys({ ...mayChange[table], ...own.mayChange })))
    },
  )
})
