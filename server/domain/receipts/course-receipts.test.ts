import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { CellStatus } from '#contract/course-cells.ts'
import { createSmtpMailer } from '#server/adapters/mail/smtp-mailer.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { startCaptureSmtp } from '#testing/capture-smtp.ts'
import { makeCourse, startCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { parseMail } from '#testing/parse-mail.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkIn,
  checkInDeps,
  contextOf,
  logPhoneIn,
  logStaffIn,
  type Phone,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { ruleOnStudent } from '#testing/rule-on-student.ts'
import { enter } from '../doors.ts'
import { createSendDueMail } from '../mail/send-due-mail.ts'
import { readOwnCourses } from '../register/read-own-courses.ts'
import { setPolicy } from '../register/read-register.ts'
import { setSessionStatus } from '../sessions/change-session.ts'
import { createDeliverPush } from './deliver-push.ts'
import { readReceipts } from './read-receipts.ts'
import { changeReceiptSettings } from './receipt-settings.ts'
import { subscribeToPushes } from './subscribe-to-pushes.ts'

const minute = 60_000

/** How a student hears of a mark in a course. */
describe.each(engines)('receipts of a course on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let passkeys: Record<'asha' | 'bala', MadePasskey>
  let phones: Record<'asha' | 'bala', Phone>
  let office: Phone
  let course: string
  const sent: string[] = []
  const pushService = {
    publicKey: 'key',
    isKnown: () => true,
    send: async ({ payload }: { readonly payload: string }) => void sent.push(payload),
  }

  beforeEach(async () => {
    holdTime()
    sent.length = 0
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    passkeys = {
      asha: await addStudent(storage, 'asha', ['institute']),
      bala: await addStudent(storage, 'bala', ['institute']),
    }
    await addStudent(storage, 'ravi', ['institute'])
    office = await logStaffIn(storage, 'ravi', 'registrar')
    course = await makeCourse(deps, office, 'MATH-1', ['asha'])
    const { policy } = await deps.storage.courses.find('institute', course).then((found) => found ?? expect.fail())
    await setPolicy(deps, await enter('courses.policy', contextOf(office)), {
      courseId: course,
      policy: { ...policy, guests: true, lateAfter: 10, closesAfter: 30, afterClosing: 'missed' },
      isTrial: false,
    })
    phones = { asha: {}, bala: {} }
    await logPhoneIn(storage, phones.asha, 'asha')
    await logPhoneIn(storage, phones.bala, 'bala')
  })
  afterEach(() => storages.close())

  /** Checks in so many minutes after the start. */
  async function mark(who: 'asha' | 'bala', minutes = 0, expected = 1): Promise<string> {
    const { session } = await startCourse(deps, office, course, { expected, minutes: minutes + 5 })
    storages.clock.advance(minutes * minute)
    await checkIn(deps, phones[who], passkeys[who], session.id)
    return session.id
  }
  const listOf = async (who: 'asha' | 'bala') =>
    (await readReceipts(deps, await enter('receipts.list', contextOf(phones[who])))).receipts
  const ruleOn = async (sessionId: string, status: CellStatus) =>
    ruleOnStudent(deps, await enter('cells.rule', contextOf(office)), {
      sessionId,
      studentId: 'asha',
      status,
      reason: 'Looked into.',
      after: 0,
    })
  const outbox = async () =>
    rowsOf(await storages.readTables(), 'outbox').filter(({ kind }) => kind.startsWith('attendance-receipt'))

  test('what runs is told to the people of the course alone, and no longer than it runs', async () => {
    const { session } = await startCourse(deps, office, course, { expected: 1, minutes: 5 })
    const running = async (who: 'asha' | 'bala') =>
      (await readReceipts(deps, await enter('receipts.list', contextOf(phones[who])))).running
    expect(await running('asha')).toEqual([
      {
        attendanceSessionId: session.id,
        organisationName: 'College institute',
        courseTitle: 'Course MATH-1',
        endsAt: session.endsAt,
        room: null,
        hasRoomCode: true,
      },
    ])
    expect(await running('bala')).toEqual([])
    storages.clock.advance(5 * minute)
    expect(await running('asha')).toEqual([])
  })

  test('what runs says what holds in the cell, also without a mark', async () => {
    const { session } = await startCourse(deps, office, course, { expected: 1, minutes: 5 })
    await ruleOn(session.id, 'late')
    const { receipts, running } = await readReceipts(deps, await enter('receipts.list', contextOf(phones.asha)))
    expect(receipts).toEqual([])
    expect(running).toMatchObject([{ attendanceSessionId: session.id, status: 'late' }])
  })

  test('the list names the course and its session, and of which group they are', async () => {
    await mark('asha')
    const [receipt, ...others] = await listOf('asha')
    expect(others).toEqual([])
    expect(receipt).toMatchObject({
      organisationName: 'College institute',
      course: { id: course, title: 'Course MATH-1', number: 1, state: 'present' },
      isSigned: true,
    })
    expect(receipt).not.toHaveProperty('total')
  })

  test.each([
    ['asha', 0, 'present'],
    ['asha', 10, 'late'],
    ['asha', 30, 'after-closing'],
    ['bala', 0, 'guest'],
  ] as const)('of %s after %i minutes is: %s', async (who, minutes, state) => {
    await mark(who, minutes)
    expect(await listOf(who)).toMatchObject([{ course: { state } }])
  })

  test('offers the dispute that the register offers, and none once the session is cancelled', async () => {
    const sessionId = await mark('asha')
    const offered = async () => {
      const { courses } = await readOwnCourses(deps, await enter('courses.own', contextOf(phones.asha)))
      const [receipt] = await listOf('asha')
      return [receipt?.mayDispute, courses[0]?.sessions[0]?.dispute?.mayDispute]
    }
    expect(await offered()).toEqual(['not-me', 'not-me'])
    storages.clock.advance(5 * minute)
    const cancelled = { sessionId, status: 'cancelled', reason: 'A storm.' } as const
    await setSessionStatus(deps, await enter('sessions.status', contextOf(office)), cancelled)
    expect(await offered()).toEqual([undefined, undefined])
  })

  test.each(['absent', 'late', 'excused'] as const)('after a decision says what stands: %s', async (status) => {
    await ruleOn(await mark('asha'), status)
    expect(await listOf('asha')).toMatchObject([
      { course: { state: status }, ruling: { status, reason: 'Looked into.', cause: 'staff' } },
    ])
  })

  test.each([
    [
      'asha',
      0,
      'You were marked present in Rollkey',
      /College institute marked you present in session 1 of Course MATH-1 on /,
    ],
    [
      'asha',
      10,
      'You were marked late in Rollkey',
      /College institute marked you late in session 1 of Course MATH-1 on /,
    ],
    [
      'asha',
      30,
      'Your check-in does not count in Rollkey',
      /session 1 of Course MATH-1 on .* It does not count: it came after closing\./,
    ],
    ['bala', 0, 'Your check-in does not count in Rollkey', /It does not count: you are not enrolled in this course\./],
  ] as const)('a mail to %s after %i minutes says: %s', async (who, minutes, subject, text) => {
    const smtp = await startCaptureSmtp()
    const from = { name: 'Rollkey', address: 'no-reply@attend.example.org' }
    const mailer = createSmtpMailer({
      smtp: { host: '127.0.0.1', port: smtp.port, tls: 'none', auth: undefined },
      from,
    })
    onTestFinished(async () => {
      mailer.close()
      await smtp.close()
    })
    const own = await enter('receipts.settings', contextOf(phones[who]))
    await changeReceiptSettings({ ...deps, pushService }, own, { byEmail: true })
    const sessionId = await mark(who, minutes)
    const send = createSendDueMail({
      ...storage,
      makeDigits: () => '',
      deliverPush: async () => 'sent',
      mailer,
      random: systemRandom,
      origin: 'https://attend.example.org',
      contactEmail: 'us@example.org',
    })
    await send()
    const [mail, ...others] = smtp.mails.map(({ raw }) => parseMail(raw, []))
    expect(others).toEqual([])
    expect(mail?.subject).toBe(subject)
    expect(mail?.text.replace(/\s+/g, ' ')).toMatch(text)
    expect(mail?.text).not.toMatch(/class/)
    expect(mail?.links).toContain(`https://attend.example.org/dashboard/${who}?receipt=${sessionId}`)
  })

  test('goes by mail and push where the student asked for it, as of a class, and not otherwise', async () => {
    await mark('asha')
    expect(await outbox()).toEqual([])
    storages.clock.advance(6 * minute)
    const own = contextOf(phones.asha)
    await changeReceiptSettings({ ...deps, pushService }, await enter('receipts.settings', own), { byEmail: true })
    await subscribeToPushes({ ...deps, pushService }, await enter('receipts.subscribe', own), {
      endpoint: 'browser',
      keys: { p256dh: 'public', auth: 'secret' },
      language: 'en',
    })
    const sessionId = await mark('asha', 0, 2)
    const queued = await outbox()
    expect(queued.map(({ kind }) => kind).sort((one, other) => one.localeCompare(other))).toEqual([
      'attendance-receipt',
      'attendance-receipt-push',
    ])
    const deliver = createDeliverPush({ ...storage, pushService })
    const push = queued.find(({ subscription_id }) => subscription_id !== null)
    const one = { subscriptionId: `${push?.subscription_id}`, attendanceSessionId: sessionId } as never
    expect(await deliver(one)).toBe('sent')
    expect(JSON.parse(sent[0] ?? '')).toEqual({
      attendanceSessionId: sessionId,
      organisationName: 'College institute',
      markedAt: expect.any(Number),
      course: { title: 'Course MATH-1', number: 2, state: 'present' },
      studentId: 'asha',
      language: 'en',
    })
    // A mark that was withdrawn meanwhile is reported by mail.
    await ruleOn(sessionId, 'absent')
    expect(await deliver(one)).toBe('dropped')
  })
})
