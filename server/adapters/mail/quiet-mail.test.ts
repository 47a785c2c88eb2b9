import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { attendanceSessionMs } from '#contract/rules.ts'
import type { RulingInput } from '#contract/rulings.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { enter } from '#server/domain/doors.ts'
import { addCourse } from '#server/domain/groups/courses.ts'
import { enrolPeople } from '#server/domain/groups/enrolments.ts'
import { correctRollNumber } from '#server/domain/institutes/correct-roll-number.ts'
import { joinInstitute } from '#server/domain/institutes/join-institute.ts'
import { listEndedMemberships } from '#server/domain/institutes/list-ended-memberships.ts'
import { removeMember } from '#server/domain/institutes/remove-member.ts'
import { queueDueNotices } from '#server/domain/mail/queue-due-notices.ts'
import { createSendDueMail } from '#server/domain/mail/send-due-mail.ts'
import { disputeCell } from '#server/domain/register/dispute-cell.ts'
import { ruleOnCell } from '#server/domain/register/rule-on-cell.ts'
import type { RequestContext } from '#server/domain/request-context.ts'
import { startSession as startGroupSession } from '#server/domain/sessions/start-session.ts'
import { startCaptureSmtp } from '#testing/capture-smtp.ts'
import { engines } from '#testing/create-database.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { ruleOnStudent } from '#testing/rule-on-student.ts'
import { untilLockAwaited } from '#testing/until-lock-awaited.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const minute = 60_000
const hour = 60 * minute
const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }
const evidence = { attachment: null, userVerified: true, backupEligible: true, backedUp: true, flags: [] }
const sessionIds = ['s1', 's2', 's3', 's4', 's5', 's6', 's7']

describe.each(engines)('a mail about an act of another, on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let smtp: Awaited<ReturnType<typeof startCaptureSmtp>>
  let runPass: () => Promise<void>
  const closers: (() => unknown)[] = []

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    await addOrganisation('institute')
    await addStudent('asha', true)
    for (const [index, id] of sessionIds.entries()) await holdSession(id, index + 1)
    await startSmtp()
  })
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
    await storages.close()
  })

  async function startSmtp(options: Parameters<typeof startCaptureSmtp>[0] = {}): Promise<void> {
    smtp = await startCaptureSmtp(options)
    closers.push(smtp.close)
    runPass = startProcess(smtp.port)
  }
  /** One process's worker, which mails through that port. */
  function startProcess(port: number): () => Promise<void> {
    const from = { name: 'Rollkey', address: 'no-reply@attend.example.org' }
    const mailer = createSmtpMailer({ smtp: { host: '127.0.0.1', port, tls: 'none', auth: undefined }, from })
    closers.push(mailer.close)
    const sendDueMail = createSendDueMail({
      ...storage,
      makeDigits: () => '',
      deliverPush: async () => 'sent',
      mailer,
      random: systemRandom,
      origin: 'https://attend.example.org',
      contactEmail: 'us@example.org',
    })
    return async () => {
      await queueDueNotices(storage)
      await sendDueMail()
    }
  }
  async function addOrganisation(id: string): Promise<void> {
    await storage.accounts.insert(makeAccount(id, { label: 'ORG', hasProfile: true, isEmailVerified: true }))
    const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }
    await storage.organisations.insert({ id, name: id, email: `${id}@Example.org`, ...contact, ...address })
  }
  async function addStudent(id: string, isEmailVerified: boolean): Promise<void> {
    await storage.accounts.insert(makeAccount(id, { label: 'STD', hasProfile: true, isEmailVerified }))
    const names = { firstName: 'Name', lastName: id, rollNumber: id }
    await storage.students.insert({ id, email: `${id}@Example.org`, ...contact, ...names })
    await join(id, id)
  }
  const join = async (id: string, rollNumber: string) =>
    storage.transaction((stores) => joinInstitute(stores, contextOf(id, 'STD', 0), 'institute', { id, rollNumber }))
  async function holdSession(id: string, number: number): Promise<void> {
    const startedAt = (await storage.now()) - (9 - number) * attendanceSessionMs
    const endsAt = startedAt + attendanceSessionMs
    const session = {
      id,
      organisationId: 'institute',
      groupId: 'institute',
      number,
      startedAt,
      endsAt,
      starterSessionId: '',
    }
    await storage.attendance.insert(session)
    const key = { attendanceSessionId: id, organisationId: 'institute', studentId: 'asha' }
    const proof = { credentialId: 'credential', proofId: id }
    await storage.attendance.insertMarks({ ...key, markedAt: startedAt, method: 'kiosk', ...proof, evidence })
    await storage.memberships.saveAttendance('institute', { studentId: 'asha', total: number, expiryTime: startedAt })
  }
  function contextOf(id: string, label: 'ORG' | 'STD', authenticatedAt: number): RequestContext {
    return makeContext({ caller: makeCaller(id, label, { authenticatedAt }) })
  }
  const institute = async () => contextOf('institute', 'ORG', await storage.now())
  const correct = async (rollNumber: string, id = 'asha') =>
    correctRollNumber({ storage }, await enter('members.correct', await institute()), { studentId: id, rollNumber })
  const remove = async () =>
    removeMember({ storage }, await enter('members.remove', await institute()), { studentId: 'asha' })
  /** Rules to and fro, the last time as wanted. */
  async function rule(status: RulingInput['status'], attendanceSessionId = 's1', studentId = 'asha'): Promise<void> {
    const personId = (await storage.courses.findPersonOf('institute', studentId)) ?? ''
    const after = (await storage.rulings.listOf(attendanceSessionId, personId)).at(-1)?.sequence ?? 0
    await ruleOnStudent({ storage }, await enter('cells.rule', await institute()), {
      sessionId: attendanceSessionId,
      studentId,
      status,
      reason: 'Looked into.',
      after,
    })
  }
  const dispute = async (reason: 'not-me' | 'was-there') =>
    disputeCell({ storage }, await enter('mark.flag', contextOf('asha', 'STD', await storage.now())), {
      attendanceSessionId: 's1',
      reason,
    })
  /** Time goes on by so many minutes, with a pass in each. */
  async function wait(minutes: number): Promise<void> {
    for (let passed = 0; passed < minutes; passed += 1) {
      storages.clock.advance(minute)
      await runPass()
    }
  }
  const subjects = () => smtp.mails.map(({ raw }) => /^Subject: (.*)$/m.exec(raw)?.[1] ?? '')
  const decided = 'Your attendance was decided in Rollkey'
  /** The text of the last mail, without its line breaks. */
  const lastText = () => {
    const [, text = ''] =
      /Content-Transfer-Encoding: \S+\r?\n\r?\n([\s\S]*?)\r?\n----/.exec(smtp.mails.at(-1)?.raw ?? '') ?? []
    return text
      .replace(/=\r?\n/g, '')
      .replace(/=E2=80=98|=E2=80=99/g, '’')
      .replaceAll('‘', '’')
      .replace(/\s+/g, ' ')
  }
  const withdrawn = 'A mark was withdrawn in Rollkey'
  const counts = 'A mark counts in Rollkey'
  const corrected = 'Your roll number was corrected in Rollkey'
  const removed = 'An institute has removed you from its students in Rollkey'

  test('of thirty rulings to and fro is none when the mark stands as before, and one when it does not', async () => {
    for (let time = 0; time < 15; time += 1) {
      await rule('absent')
      await rule('present')
    }
    await wait(12)
    expect(subjects()).toEqual([])
    // It does not count among the mails of a day either.
    expect(rowsOf(await storages.readTables(), 'outbox')).toEqual([])
    for (let time = 0; time < 15; time += 1) {
      await rule('absent')
      await rule('present')
    }
    await rule('absent')
    await wait(9)
    expect(subjects()).toEqual([])
    await wait(60)
    expect(subjects()).toEqual([withdrawn])
  })

  /** A session of a course in which asha is enrolled, and how the institute rules on her cell there. */
  async function holdCourse(): Promise<(status: 'present' | 'absent' | 'late') => Promise<void>> {
    const { id: courseId } = await addCourse(
      { storage, random: systemRandom },
      await enter('courses.manage', await institute()),
      {
        code: 'M1',
        title: 'Mathematics',
        kind: 'course',
        department: '',
        term: '',
      },
    )
    const [person] = await storage.rosters.readRoster('institute')
    const personId = person?.id ?? ''
    const deps = { storage, random: systemRandom, limitScale: 1 }
    await enrolPeople(deps, await enter('courses.manage', await institute()), {
      courseId,
      people: [personId],
      meanwhile: 'left-out',
    })
    const { session } = await startGroupSession(deps, await enter('sessions.start', await institute()), {
      groupId: courseId,
      expected: 1,
      minutes: 5,
    })
    let after = 0
    return async (status) => {
      const key = { sessionId: session.id, personId }
      await ruleOnCell(deps, await enter('cells.rule', await institute()), {
        ...key,
        status,
        reason: 'Looked into.',
        after,
      })
      after += 1
    }
  }

  test('about a cell of a course is one, with what stands, and none when it stands as before', async () => {
    const ruleCell = await holdCourse()
    for (const status of ['present', 'late', 'absent'] as const) await ruleCell(status)
    await wait(12)
    expect(subjects()).toEqual([])
    for (const status of ['present', 'late'] as const) await ruleCell(status)
    await wait(12)
    expect(subjects()).toEqual(['Your attendance was decided in Rollkey'])
    expect(smtp.mails[0]?.raw).toMatch(/session 1 of Mathematics/)
    expect(smtp.mails[0]?.raw).toMatch(/=E2=80=98late=E2=80=99|‘late’/)
    await ruleCell('absent')
    await ruleCell('late')
    await wait(12)
    expect(subjects()).toHaveLength(1)
  })

  test('of forty corrections is one, with the number that stands', async () => {
    for (let time = 0; time < 40; time += 1) await correct(`CS-${time}`)
    await wait(12)
    expect(subjects()).toEqual([corrected])
    expect(smtp.mails[0]?.raw).toContain('CS-39')
  })

  test('goes an hour after the first act where it is never quiet', async () => {
    const counted: number[] = []
    for (let time = 0; time < 24; time += 1) {
      await correct(`CS-${time}`)
      await wait(5)
      counted.push(subjects().length)
    }
    expect(counted).toEqual([...Array(11).fill(0), ...Array(12).fill(1), 2])
    await wait(12)
    expect(subjects()).toEqual([corrected, corrected])
  })

  test('is none when what stands is what the mail before has told', async () => {
    await rule('absent')
    await wait(11)
    await rule('present')
    await rule('absent')
    await wait(11)
    expect(subjects()).toEqual([withdrawn])
    await rule('present')
    await wait(11)
    expect(subjects()).toEqual([withdrawn, counts])
  })

  test('goes at once where it answers a dispute, and the one that waits then tells nothing new', async () => {
    await rule('absent')
    await dispute('was-there')
    await rule('absent')
    await runPass()
    expect(subjects()).toEqual([withdrawn])
    await wait(12)
    expect(subjects()).toEqual([withdrawn])
    // Control: a further change is mailed.
    await rule('present')
    await wait(12)
    expect(subjects()).toEqual([withdrawn, counts])
  })

  test('is one about a membership, however it was changed, and none after the student has joined again', async () => {
    await correct('CS-1')
    await remove()
    await wait(12)
    expect(subjects()).toEqual([removed])
    await join('asha', 'CS-2')
    await wait(12)
    await remove()
    await join('asha', 'CS-3')
    await wait(12)
    expect(subjects()).toEqual([removed])
    await remove()
    await wait(12)
    expect(subjects()).toEqual([removed, removed])
  })

  test('tells all of many decisions, ten quiet minutes after the last one', async () => {
    for (const id of sessionIds) {
      await rule('absent', id)
      await wait(4)
    }
    expect(subjects()).toEqual([])
    // One ends where it was last told.
    await rule('present', 's4')
    await wait(9)
    expect(subjects()).toEqual([])
    await wait(2)
    expect(subjects()).toEqual([decided])
    expect(lastText().match(/It was withdrawn, and counts no longer/g)).toHaveLength(6)
    await wait(70)
    expect(subjects()).toHaveLength(1)
    // Each is noted as told: one of them alone has the mail of one.
    for (const id of sessionIds.slice(1)) await rule('absent', id)
    await rule('present', 's1')
    await rule('present', 's4')
    await wait(12)
    expect(subjects()).toEqual([decided, counts])
  })

  test('tells decisions in classes and in courses together, by the time of the sessions', async () => {
    const ruleCell = await holdCourse()
    await ruleCell('late')
    await wait(4)
    await rule('absent', 's2')
    await wait(4)
    await rule('absent', 's1')
    await wait(9)
    expect(subjects()).toEqual([])
    await wait(2)
    expect(subjects()).toEqual([decided])
    expect(lastText()).toMatch(
      /(Your mark of [^:]+:\d\d UTC: It was withdrawn, and counts no longer\. ){2}Session 1 of Mathematics, [^:]+:\d\d UTC: It counts you as ’late’/,
    )
    await wait(70)
    expect(subjects()).toHaveLength(1)
  })

  test('tells all of many decisions an hour after the first, where it is never quiet', async () => {
    const counted: number[] = []
    for (let time = 0; time < 14; time += 1) {
      await rule(time < sessionIds.length ? 'absent' : 'present', sessionIds[time % sessionIds.length])
      await wait(5)
      counted.push(subjects().length)
    }
    expect(counted).toEqual([...Array(11).fill(0), ...Array(3).fill(1)])
  })

  test('is one each where a register was corrected about many students', async () => {
    for (const id of ['bela', 'chandra']) await addStudent(id, true)
    const key = { organisationId: 'institute', markedAt: 0, method: 'kiosk', credentialId: 'credential' } as const
    for (const studentId of ['bela', 'chandra']) {
      for (const attendanceSessionId of sessionIds.slice(0, 3)) {
        const proofId = `${studentId} ${attendanceSessionId}`
        await storage.attendance.insertMarks({ ...key, attendanceSessionId, studentId, proofId, evidence })
        await rule('absent', attendanceSessionId, studentId)
      }
      await storage.memberships.saveAttendance('institute', { studentId, total: 0, expiryTime: 0 })
    }
    await wait(12)
    expect(subjects()).toEqual([decided, decided])
    const recipients = smtp.mails.map(({ raw }) => /^To: .*?(\w+)@/im.exec(raw)?.[1])
    expect(new Set(recipients)).toEqual(new Set(['bela', 'chandra']))
  })

  test('goes five times a day from one institute to one student, and again a day later', async () => {
    for (const [place, id] of sessionIds.entries()) {
      await rule('absent', id)
      await wait(12)
      expect(subjects()).toHaveLength(Math.min(place + 1, 5))
    }
    await addOrganisation('elsewhere')
    storages.clock.advance(24 * hour)
    await wait(1)
    expect(subjects()).toEqual(Array(5).fill(withdrawn))
    await rule('present', 's1')
    await wait(12)
    // With the two that were never told.
    expect(subjects().slice(5)).toEqual([decided])
    expect(lastText().match(/counts no longer/g)).toHaveLength(2)
  })

  test('beyond the five of a day an answer to a dispute is mailed', async () => {
    for (const id of sessionIds) {
      await rule('absent', id)
      await wait(12)
    }
    await dispute('was-there')
    await rule('present')
    await runPass()
    expect(subjects()).toEqual([...Array(5).fill(withdrawn), counts])
  })

  test('beyond the five of a day a corrected roll number stands on the dashboard', async () => {
    const onDashboard = async () => {
      const { corrected: notMailed = [] } = await listEndedMemberships(
        { storage },
        await enter('memberships.ended', contextOf('asha', 'STD', 0)),
      )
      return notMailed.map(({ rollNumber }) => rollNumber)
    }
    for (let time = 0; time < 7; time += 1) {
      await correct(`CS-${time}`)
      await wait(12)
      expect([time, await onDashboard()]).toEqual([time, time < 5 ? [] : [`CS-${time}`]])
    }
    expect(subjects()).toEqual(Array(5).fill(corrected))
    await remove()
    expect(await onDashboard()).toEqual([])
  })

  test('to an address that is not verified when it is due is none', async () => {
    await addStudent('squatter', false)
    for (let time = 0; time < 40; time += 1) await correct(`S-${time}`, 'squatter')
    await wait(12)
    expect(subjects()).toEqual([])
  })

  test('that was refused at first tells what stands when the mail server takes it', async () => {
    await smtp.close()
    await rule('absent')
    await wait(12)
    await rule('present')
    await wait(12)
    await startSmtp()
    storages.clock.advance(hour)
    await wait(12)
    expect(subjects()).toEqual([])
    await smtp.close()
    await rule('absent')
    await wait(12)
    await rule('present')
    await rule('absent')
    await startSmtp()
    storages.clock.advance(hour)
    await wait(12)
    expect(subjects()).toEqual([withdrawn])
  })

  test('that was being sent when its process died is sent by another', async () => {
    await rule('absent')
    storages.clock.advance(11 * minute)
    await queueDueNotices(storage)
    expect(await storage.outbox.take(9, minute)).toHaveLength(1)
    await wait(3)
    await wait(12)
    expect(subjects()).toEqual([withdrawn])
  })

  test.runIf(engine === 'postgresql')('is not counted by a process while another queues the fifth one', async () => {
    for (const id of sessionIds.slice(0, 4)) {
      await rule('absent', id)
      await wait(12)
    }
    expect(subjects()).toHaveLength(4)
    await rule('absent', 's5')
    await correct('CS-9')
    storages.clock.advance(11 * minute)
    const other = await storages.open()
    let second: Promise<unknown> = Promise.resolve()
    await queueDueNotices({
      ...storage,
      transaction: (work) =>
        storage.transaction(async (stores) => {
          const result = await work(stores)
          second = queueDueNotices(other)
          await untilLockAwaited(storages.database, second)
          return result
        }),
      // One of the two: the other process finds the second one.
      notices: { ...storage.notices, listDue: () => storage.notices.listDue(1) },
    })
    await second
    await wait(2)
    expect(subjects()).toHaveLength(5)
  })

  test('is one when two processes find it due at once', async () => {
    await rule('absent')
    storages.clock.advance(11 * minute)
    const [one, other] = [await storages.open(), await storages.open()]
    await Promise.all([queueDueNotices(one), queueDueNotices(other), queueDueNotices(one)])
    expect(rowsOf(await storages.readTables(), 'outbox')).toHaveLength(1)
    await wait(3)
    expect(subjects()).toEqual([withdrawn])
  })
})
