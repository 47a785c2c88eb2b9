import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { finishByDayPassMs } from '#contract/rules.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { enter } from '#server/domain/doors.ts'
import { changeInstituteSettings } from '#server/domain/institutes/institute-settings.ts'
import { countHeads } from '#server/domain/sessions/count-heads.ts'
import { drawStudents } from '#server/domain/sessions/draw-students.ts'
import { endSessionEarly } from '#server/domain/sessions/end-session.ts'
import { startClass } from '#server/domain/sessions/start-session.ts'
import { inviteStaff } from '#server/domain/staff/invite.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addSigningInstitute,
  addStudent,
  beginHand,
  checkInDeps,
  contextOf,
  finishHand,
  logStaffIn,
  sign,
} from '#testing/room-world.ts'
import { ruleOnStudent } from '#testing/rule-on-student.ts'
import { tamper } from '#testing/tamper.ts'
import { actRule, acts } from './invariants.ts'
import { verifyOpened } from './verify-data.ts'

const relyingParty = { id: 'localhost', name: 'Rollkey', origin: 'http://localhost:8080' }
const minute = 60_000

/** A class that an owner who is a student, too, held alone, from its start to its early end. */
async function live(storages: TestStorage): Promise<void> {
  const storage = await storages.open()
  const deps = checkInDeps(storage)
  await addSigningInstitute(storage, 'institute')
  await addStudent(storage, 'asha', ['institute'])
  const passkey = await addStudent(storage, 'ravi', ['institute'])
  const owner = await logStaffIn(storage, 'ravi', 'owner')
  storages.clock.advance(minute)
  const random = { ...systemRandom, id: () => 'class' }
  await storage.transaction((stores) => startClass(stores, random, contextOf(owner), 1))
  const offer = await beginHand(deps, owner, { session: 'class', students: ['asha'] })
  await finishHand(deps, owner, offer, sign(passkey, offer))
  await countHeads(deps, await enter('head-count.set', contextOf(owner)), { sessionId: 'class', counted: 1 })
  await drawStudents({ ...deps, random: systemRandom }, await enter('draws.make', contextOf(owner)), {
    sessionId: 'class',
  })
  const ruling = { status: 'absent', reason: 'Not in the room.', after: 0 } as const
  await ruleOnStudent(deps, await enter('cells.rule', contextOf(owner)), {
    sessionId: 'class',
    studentId: 'asha',
    ...ruling,
  })
  const invited = { email: 'new@example.org', role: 'desk', title: '', holdsWhole: false } as const
  await inviteStaff(deps, await enter('staff.manage', contextOf(owner)), invited)
  await changeInstituteSettings(deps, await enter('settings.change', contextOf(owner)), { displayNames: 'full' })
  storages.clock.advance(minute)
  await endSessionEarly(deps, await enter('sessions.end', contextOf(owner)), { sessionId: 'class' })
  await storage.close()
}

describe.each(engines)('who acted for an institute on %s', (engine) => {
  let storages: TestStorage
  let now: number
  beforeAll(async () => {
    storages = await createTestStorage(engine)
    await live(storages)
    now = storages.clock.now()
  })
  afterAll(() => storages.close())

  const rules = acts.map(([table, , column]) => actRule(table, column))
  /** Rows of acts that this class had none of. */
  const planted = [
    `insert into screens (id, organisation_id, name, token_hash, public_key, approved_at, ends_at, address_prefix, user_agent, counter, signature, approved_by)
    select 'screen', 'institute', 'Room', 'hash', '', since + 1, since + 2, '', '', 0, '', 'ravi' from staff`,
    `insert into day_passes (id, organisation_id, name, courses, made_by, made_at, ends_at)
    select 'pass', 'institute', 'Meera', '["course"]', 'ravi', since + 1, since + 2 from staff`,
    `insert into student_invitations (id, organisation_id, person_id, email, email_canonical, invited_by, invited_at)
    select 'invitation', 'institute', (select min(id) from people), '', '', 'ravi', since + 1 from staff`,
    `insert into imports (id, organisation_id, source, file_name, columns, is_whole, lines, state, begun_by, begun_at)
    select 'import', 'institute', '', '', '[]', 0, 0, '', 'ravi', since + 1 from staff`,
    `insert into imports (id, organisation_id, source, file_name, columns, is_whole, lines, state, begun_by, begun_at)
    values ('at-night', 'institute', '', '', '[]', 0, 0, '', '', 1)`,
    `insert into course_imports (id, organisation_id, source, file_name, is_whole, state, begun_by, begun_at)
    select 'courses', 'institute', '', '', 0, '', 'ravi', since + 1 from staff`,
    `insert into session_rulings (attendance_session_id, sequence, status, reason, decided_by, decided_at)
    select 'class', 1, 'held', '', 'ravi', since + 1 from staff`,
    // Called by one, and seen.
    `insert into desk_enrolments (id, organisation_id, person_id, roll_number, given, family, email, email_canonical, called_by,
      called_at, claimed_until, mail_id, mailed_at, mails, wrong_digits, code_until, seen_by, seen_at)
    select 'enrolment', 'institute', (select min(id) from people), '', '', '', '', '', 'ravi', since + 1, since + 2, 'mail', since + 1,
      1, 0, since + 2, 'ravi', since + 1 from staff`,
  ]
  /** Of tables that have rows of other acts. */
  const plantedBeside = [
    `insert into groups (id, organisation_id, kind) values ('course', 'institute', 'course')`,
    `insert into enrolments (person_id, group_id, sequence, begins_at, entered_by, entered_at)
    select (select min(id) from people), 'course', 1, since + 1, 'ravi', since + 1 from staff`,
  ]
  const look = async (...statements: string[]) => {
    const options = { now, signaturesFor: relyingParty }
    const findings = await tamper(storages.database, statements, (opened) => verifyOpened(opened, options))
    // The log knows nothing of what is planted.
    const wrong = findings.filter((finding) => finding.wrong.length > 0).map(({ rule }) => rule)
    return wrong.filter((rule) => !rule.endsWith('match the audit log'))
  }

  test('was one of its people, and every act has a row', async () => {
    const options = { now, signaturesFor: relyingParty }
    const findings = await tamper(storages.database, [], (opened) => verifyOpened(opened, options))
    expect(findings.flatMap(({ wrong }) => wrong)).toEqual([])
    const empty = findings.filter(({ rule, rows }) => rules.includes(rule) && rows === 0).map(({ rule }) => rule)
    // One of the planted rows names two acts, and two are imports.
    expect(empty).toHaveLength(planted.length)
    expect(await look(...planted, ...plantedBeside)).toEqual([])
  })

  test.each([
    ['who was ended before', 'update staff set until = since'],
    ['who began afterwards', `update staff set since = ${Number.MAX_SAFE_INTEGER}`],
    ['of another institute', "update staff set organisation_id = 'elsewhere'"],
  ])('a person %s is named in every table', async (_who, statement) => {
    expect(await look(...planted, ...plantedBeside, statement)).toEqual(expect.arrayContaining(rules))
  })

  test.each([
    ['in its time', 'since + 1', '["course"]', false],
    ['after its end', 'since + 3', '["course"]', true],
    ['of another course', 'since + 1', '["another"]', true],
  ])('a session that a day pass starts %s', async (_when, at, courses, isNamed) => {
    const started = `insert into attendance_sessions (id, organisation_id, group_id, number, started_at, ends_at, starter_session_id,
      started_by) select 'of-course', 'institute', 'course', 1, ${at}, ${at} + 9, 'pass', 'pass' from staff`
    const broken = await look(...planted, ...plantedBeside, `update day_passes set courses = '${courses}'`, started)
    expect(broken.includes(actRule('attendance_sessions', 'started_by'))).toBe(isNamed)
  })

  test.each([
    ['until a while after the end of one that it started', 'since + 1', 'pass', finishByDayPassMs, false],
    ['later', 'since + 1', 'pass', finishByDayPassMs + 1, true],
    ['in one of another', 'since + 1', 'ravi', 1, true],
    ['in one that it started after its own end', 'since + 3', 'pass', 1, true],
  ])('what a day pass says after its end, %s', async (_when, at, by, after, isNamed) => {
    const started = `insert into attendance_sessions (id, organisation_id, group_id, number, started_at, ends_at, starter_session_id,
      started_by) select 'of-course', 'institute', 'course', 1, ${at}, since + 9, 'pass', '${by}' from staff`
    const ruled = `insert into rulings (attendance_session_id, person_id, sequence, status, reason, decided_by, decided_at, cause)
      select 'of-course', (select min(id) from people), 1, 'present', '', 'pass', since + 9 + ${after}, 'roll-call' from staff`
    const broken = await look(...planted, ...plantedBeside, started, ruled)
    expect(broken.includes(actRule('rulings', 'decided_by'))).toBe(isNamed)
  })

  test('a roll call without a signature is a day pass’s, which says nothing else', async () => {
    const rule = 'What a day pass says is a roll call, and a roll call without a signature is that of a day pass'
    const ruled = (cause: string, by: string) =>
      `insert into rulings (attendance_session_id, person_id, sequence, status, reason, decided_by, decided_at, cause)
      select 'class', (select min(id) from people), 90, 'present', '', '${by}', since + 1, '${cause}' from staff`
    const named = async (cause: string, by: string) =>
      (await look(...planted, ...plantedBeside, ruled(cause, by))).includes(rule)
    expect([await named('roll-call', 'pass'), await named('roll-call', 'ravi'), await named('staff', 'pass')]).toEqual([
      false,
      true,
      true,
    ])
  })

  test.each(acts.map(([table, , column]) => [column, table] as const))(
    '%s of %s that was planted is named, and the institute’s own login is not',
    async (column, table) => {
      const rule = actRule(table, column)
      expect(await look(...planted, ...plantedBeside, `update ${table} set ${column} = 'asha'`)).toContain(rule)
      expect(await look(...planted, ...plantedBeside, `update ${table} set ${column} = 'institute'`)).not.toContain(
        rule,
      )
    },
  )
})
