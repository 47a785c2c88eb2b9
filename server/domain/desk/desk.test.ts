import { randomBytes } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { deskClaimMs, deskDigitsMs, maxWrongDigits, seenStepUpMs } from '#contract/desk-rules.ts'
import { createInstallationKey } from '#server/adapters/keys/installation-key.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { engines } from '#testing/create-database.ts'
import { insertStaff } from '#testing/insert-staff.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { insertPasskey } from '#testing/make-passkey.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { joiningStudent } from '#testing/roster-person.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { enter } from '../doors.ts'
import { addCourse } from '../groups/courses.ts'
import { enrolPeople, listCoursePeople } from '../groups/enrolments.ts'
import type { OutgoingMail } from '../mail/mailer.ts'
import { createSendDueMail } from '../mail/send-due-mail.ts'
import type { RequestContext } from '../request-context.ts'
import { readPerson } from '../roster/people.ts'
import type { Staff } from '../staff/stores.ts'
import { callToDesk, readDesk } from './call-to-desk.ts'
import { makeDigits } from './desk-digits.ts'
import { enrolAtDesk, openEnrolment, proveDigits } from './enrol-at-desk.ts'
import { confirmSeen, refuseSeen } from './see-at-desk.ts'

const guest = makeContext()
const installationKey = createInstallationKey([randomBytes(32)])
const invalid = { type: 'user_invalid_token' }

describe.each(engines)('an enrolment desk on %s', (engine) => {
  let institute: OpenInstitute
  let storages: OpenInstitute['storages']
  let storage: OpenInstitute['storage']

  const deps = () => ({ ...institute.deps, installationKey })

  beforeEach(async () => {
    institute = await openInstitute(engine)
    ;({ storages, storage } = institute)
  })
  afterEach(() => institute.close())

  const office = () => institute.office(['password', 'passkey'])
  /** One of the institute's people, at a desk of their own. */
  async function addDesk(accountId: string): Promise<() => Promise<RequestContext>> {
    if (!(await storage.accounts.find(accountId))) await institute.addStudent(accountId, `X-${accountId}`)
    const staff: Staff = {
      id: `staff ${accountId}`,
      organisationId: 'institute',
      accountId,
      name: accountId,
      title: '',
      role: 'desk',
      holdsWhole: false,
      since: await storage.now(),
      until: null,
    }
    await insertStaff(storage, staff)
    return async () => {
      const factors = ['password', 'passkey'] as const
      const caller = makeCaller(accountId, 'STD', { factors, authenticatedAt: await storage.now() })
      return makeContext({ caller: { ...caller, staff } })
    }
  }
  const add = (rollNumber: string, email?: string) => institute.addPerson(rollNumber, email)
  const call = async (person: string, desk = office, newMail = false) =>
    callToDesk(deps(), await enter('desk.enrol', await desk()), { person, newMail })
  const listed = async (desk = office) => (await readDesk(deps(), await enter('desk.view', await desk()))).people
  const codeOf = ({ id, secret }: { id: string; secret: string }) => ({ enrolmentId: id, secret })
  /** A phone scans the code. */
  async function scan(called: { id: string; secret: string }) {
    const { secret } = await openEnrolment(deps(), await enter('staff.join', guest), codeOf(called))
    return { enrolmentId: called.id, secret }
  }
  /** What the newest mail says, as sending makes it. */
  async function readDigits(): Promise<string> {
    const mails: OutgoingMail[] = []
    const send = createSendDueMail({
      ...storage,
      makeDigits: (mailId) => makeDigits(installationKey, mailId),
      deliverPush: async () => 'sent',
      mailer: { send: async (mail) => void mails.push(mail) },
      random: systemRandom,
      origin: 'https://attend.example.org',
      contactEmail: 'us@example.org',
    })
    await send()
    return mails.flatMap(({ text }) => /^\d{6}$/m.exec(text)?.[0] ?? []).at(-1) ?? ''
  }
  /** Scans, types the right digits, joins and sets a passkey. */
  async function enrol(person: string, desk = office): Promise<{ id: string; studentId: string }> {
    const called = await call(person, desk)
    const phone = await scan(called)
    await enrolAtDesk(deps(), await enter('staff.join', guest), {
      ...phone,
      digits: await readDigits(),
      student: joiningStudent,
    })
    const { studentId } = await readPerson(deps(), await enter('people.view', await office()), { personId: person })
    await setPasskey(studentId ?? '')
    return { id: called.id, studentId: studentId ?? '' }
  }
  async function setPasskey(accountId: string): Promise<void> {
    const key = { credentialId: `credential of ${accountId}`, publicKey: new Uint8Array([1]) }
    await insertPasskey(storage, accountId, key, await storage.now())
  }
  const other = (digits: string) => `${(Number(digits) + 1) % 1_000_000}`.padStart(6, '0')

  test('a person scans the code, types the mailed digits, joins, and is seen', async () => {
    const person = await add('R1')
    const called = await call(person)
    expect(await listed()).toMatchObject([
      { rollNumber: 'R1', state: 'code', isYours: true, mail: { state: 'waiting' }, triesLeft: maxWrongDigits },
    ])
    const phone = await scan(called)
    expect((await listed())[0]?.state).toBe('phone')
    const digits = await readDigits()
    expect(await proveDigits(deps(), await enter('staff.join', guest), { ...phone, digits })).toEqual({
      email: 'r1@college.example',
      step: 'register',
      login: null,
    })
    await enrolAtDesk(deps(), await enter('staff.join', guest), { ...phone, digits, student: joiningStudent })
    const { studentId } = await readPerson(deps(), await enter('people.view', await office()), { personId: person })
    await expect(
      confirmSeen(deps(), await enter('desk.confirm', await office()), { enrolmentId: called.id }),
    ).rejects.toMatchObject({
      reason: 'student-passkey-missing',
    })
    await setPasskey(studentId ?? '')
    expect(await listed()).toMatchObject([
      { state: 'passkey', mail: { state: 'sent' }, passkeys: [{ name: 'Passkey 1' }] },
    ])
    await confirmSeen(deps(), await enter('desk.confirm', await office()), { enrolmentId: called.id })
    expect(await listed()).toEqual([])
    expect(await storage.passkeys.isConfirmedFor(`credential of ${studentId}`, 'institute')).toBe(true)
    expect(await readPerson(deps(), await enter('people.view', await office()), { personId: person })).toMatchObject({
      isVerified: true,
      passkey: 'ready',
    })
    const [row] = rowsOf(await storages.readTables(), 'desk_enrolments')
    expect(row).toMatchObject({ seen_by: 'institute', seen_at: expect.anything() })
  })

  test.each([
    ['waits to be seen', false],
    ['was seen', true],
  ])('a second child with the email of the first is told so, where the first %s', async (_how, isSeen) => {
    const parents = 'parents@college.example'
    const second = await add('S2', parents)
    const proof = { ...(await scan(await call(second))), digits: await readDigits() }
    const { id, studentId } = await enrol(await add('S1', parents))
    if (isSeen) await confirmSeen(deps(), await enter('desk.confirm', await office()), { enrolmentId: id })
    const mailed = await readDigits()
    await expect(call(second)).rejects.toMatchObject({ reason: 'desk-email-of-another', value: 'Aarav Mehta' })
    expect(await readDigits()).toBe(mailed)
    const account = await storage.accounts.find(studentId)
    const phone = makeContext({ caller: makeCaller(studentId, 'STD', {}, account) })
    const known = { reason: 'joined-as-another', value: 'Aarav Mehta' }
    await expect(enrolAtDesk(deps(), await enter('staff.join', phone), proof)).rejects.toMatchObject(known)
    const { people } = await institute.listPeople()
    expect(people.map((one) => [one.rollNumber, one.studentId])).toEqual([
      ['S1', studentId],
      ['S2', null],
    ])
  })

  test('a code on the screen is for one phone, for five minutes', async () => {
    const person = await add('R1')
    const called = await call(person)
    const phone = await scan(called)
    await expect(scan(called)).rejects.toMatchObject(invalid)
    await expect(
      proveDigits(deps(), await enter('staff.join', guest), { ...codeOf(called), digits: await readDigits() }),
      'another, who has the code and the digits',
    ).rejects.toMatchObject(invalid)
    const renewed = await call(person)
    await expect(
      proveDigits(deps(), await enter('staff.join', guest), { ...phone, digits: '000000' }),
    ).rejects.toMatchObject(invalid)
    storages.clock.advance(deskClaimMs)
    await expect(scan(renewed)).rejects.toMatchObject(invalid)
    await scan(await call(person))
  })

  test('six wrong digits need another mail, and digits live for a quarter of an hour', async () => {
    const person = await add('R1')
    const phone = await scan(await call(person))
    const digits = await readDigits()
    for (let i = 0; i < maxWrongDigits; i += 1) {
      await expect(
        proveDigits(deps(), await enter('staff.join', guest), { ...phone, digits: other(digits) }),
      ).rejects.toMatchObject({
        reason: 'desk-digits-wrong',
      })
    }
    const old = { reason: 'desk-digits-old' }
    await expect(proveDigits(deps(), await enter('staff.join', guest), { ...phone, digits })).rejects.toMatchObject(old)
    await expect(
      enrolAtDesk(deps(), await enter('staff.join', guest), { ...phone, digits, student: joiningStudent }),
    ).rejects.toMatchObject(old)
    expect((await listed())[0]?.triesLeft).toBe(0)
    const again = await scan(await call(person))
    const fresh = await readDigits()
    await proveDigits(deps(), await enter('staff.join', guest), { ...again, digits: fresh })
    storages.clock.advance(deskDigitsMs - 60_000)
    const later = await scan(await call(person))
    expect(await readDigits()).toBe('')
    storages.clock.advance(60_000)
    await expect(
      proveDigits(deps(), await enter('staff.join', guest), { ...later, digits: fresh }),
    ).rejects.toMatchObject(old)
  })

  test('two desks do not call one person, until the claim is over', async () => {
    const person = await add('R1')
    const [first, second] = [await addDesk('meera'), await addDesk('ravi')]
    const both = await Promise.allSettled([call(person, first), call(person, second)])
    expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const isFirst = both[0]?.status === 'fulfilled'
    const [has, wants] = isFirst ? [first, second] : [second, first]
    await expect(call(person, wants)).rejects.toMatchObject({ reason: 'desk-taken' })
    expect(await listed(wants)).toMatchObject([{ isYours: false, calledBy: { name: isFirst ? 'meera' : 'ravi' } }])
    await call(person, has)
    storages.clock.advance(deskClaimMs)
    await call(person, wants)
    expect(await listed(wants)).toMatchObject([{ isYours: true }])
  })

  test('who has an account, or no email, is not called, and an address gets five mails a day', async () => {
    const person = await add('R1')
    await enrol(person)
    await expect(call(person)).rejects.toMatchObject({ reason: 'desk-registered' })
    await expect(call(await add('R2', ''))).rejects.toMatchObject({ reason: 'desk-no-email' })
    await expect(call('unknown')).rejects.toMatchObject({ type: 'document_not_found' })
    const [one, two] = [await add('R3', 'same@college.example'), await add('R4', 'same@college.example')]
    for (const id of [one, two, one, two, one]) await call(id, office, true)
    await expect(call(two, office, true)).rejects.toMatchObject({ reason: 'desk-no-mail' })
    await call(two)
    storages.clock.advance(25 * 3_600_000)
    await call(two)
    const stopped = await add('R5')
    await storage.staff.stopMails('institute', 'r5@college.example', await storage.now())
    await expect(call(stopped)).rejects.toMatchObject({ reason: 'desk-no-mail' })
  })

  test('two people on one phone are flagged at the desk', async () => {
    const [first, second, third] = [await add('R1'), await add('R2'), await add('R3')]
    /** Joins at a browser with this cookie; the answer is its next one. */
    async function join(person: string, browser?: string): Promise<string | undefined> {
      const proof = { ...(await scan(await call(person))), digits: await readDigits() }
      const context = makeContext({ cookies: { browser } })
      return (await enrolAtDesk(deps(), await enter('staff.join', context), { ...proof, student: joiningStudent }))
        ?.browserToken
    }
    const phone = await join(first)
    await join(third)
    const flagOf = async (rollNumber: string) =>
      (await listed()).find((one) => one.rollNumber === rollNumber)?.samePhoneAs
    expect(await flagOf('R1')).toBeUndefined()
    await join(second, phone)
    expect([await flagOf('R1'), await flagOf('R2')]).toEqual([['Aarav Mehta'], ['Aarav Mehta']])
    expect(await flagOf('R3')).toBeUndefined()
    // Who was sent away is named to the next one, too.
    const [at] = (await listed()).filter((one) => one.rollNumber === 'R1')
    await refuseSeen(deps(), await enter('desk.confirm', await office()), { enrolmentId: at?.id ?? '' })
    expect(await flagOf('R2')).toEqual(['Aarav Mehta'])
  })

  test('another person leaves without the passkey, and the person is on the roster without an account again', async () => {
    const person = await add('R1')
    const named = { code: 'A', title: 'Course', kind: 'course', department: '', term: '' } as const
    const course = await addCourse(deps(), await enter('courses.manage', await office()), named)
    await enrolPeople(deps(), await enter('courses.manage', await office()), {
      courseId: course.id,
      people: [person],
      meanwhile: 'left-out',
    })
    const { id, studentId } = await enrol(person)
    storages.clock.advance(1)
    await refuseSeen(deps(), await enter('desk.confirm', await office()), { enrolmentId: id })
    expect(await storage.passkeys.listOf(studentId)).toEqual([])
    expect(await storage.memberships.find('institute', studentId)).toBeUndefined()
    const { people } = await institute.listPeople()
    expect(people).toMatchObject([{ rollNumber: 'R1', studentId: null, email: 'r1@college.example', section: 'A' }])
    const { people: inCourse } = await listCoursePeople(deps(), await enter('courses.view', await office()), {
      courseId: course.id,
    })
    const still = inCourse.filter(({ enrolments }) => enrolments.at(-1)?.endsAt === null)
    expect(still.map(({ personId }) => personId)).toEqual(people.map((one) => one.id))
    expect(await listed()).toEqual([])
    await expect(
      confirmSeen(deps(), await enter('desk.confirm', await office()), { enrolmentId: id }),
    ).rejects.toMatchObject({ type: 'document_not_found' })
    // The right person has the mailbox, and so the account: it joins by its login.
    const called = await call(people[0]?.id ?? '')
    const proof = { ...(await scan(called)), digits: await readDigits() }
    expect(await proveDigits(deps(), await enter('staff.join', guest), proof)).toMatchObject({
      step: 'log-in',
      login: 'STD',
    })
    const email = 'r1@college.example'
    const caller = makeCaller(studentId, 'STD', {}, { email, emailCanonical: email })
    await enrolAtDesk(deps(), await enter('staff.join', makeContext({ caller })), proof)
    expect(await storage.memberships.find('institute', studentId)).toBeDefined()
    expect(await listed()).toMatchObject([{ state: 'account' }])
  })

  test('no one sees the own person, nor without a step-up', async () => {
    const person = await add('R1', 'meera@college.example')
    const meera = await addDesk('meera')
    const called = await call(person, meera)
    const email = 'meera@college.example'
    const own = makeContext({ caller: makeCaller('meera', 'STD', {}, { email, emailCanonical: email }) })
    await enrolAtDesk(deps(), await enter('staff.join', own), { ...(await scan(called)), digits: await readDigits() })
    await setPasskey('meera')
    for (const act of [confirmSeen, refuseSeen]) {
      await expect(
        act(deps(), await enter('desk.confirm', await meera()), { enrolmentId: called.id }),
      ).rejects.toMatchObject({ reason: 'own-record' })
      const idle = makeContext({ caller: makeCaller('institute', 'ORG', { authenticatedAt: 0 }) })
      await expect(act(deps(), await enter('desk.confirm', idle), { enrolmentId: called.id })).rejects.toMatchObject({
        reason: 'step-up-needed',
      })
    }
    await confirmSeen(deps(), await enter('desk.confirm', await office()), { enrolmentId: called.id })
  })

  test('a step-up is good for half an hour to see people, and for ten minutes to send one away', async () => {
    const [seen, late, another] = [
      await enrol(await add('R1')),
      await enrol(await add('R2')),
      await enrol(await add('R3')),
    ]
    const desk = await office()
    storages.clock.advance(seenStepUpMs - 60_000)
    await confirmSeen(deps(), await enter('desk.confirm', desk), { enrolmentId: seen.id })
    const needed = { reason: 'step-up-needed' }
    await expect(
      refuseSeen(deps(), await enter('desk.confirm', desk), { enrolmentId: another.id }),
    ).rejects.toMatchObject(needed)
    storages.clock.advance(60_001)
    await expect(
      confirmSeen(deps(), await enter('desk.confirm', desk), { enrolmentId: late.id }),
    ).rejects.toMatchObject(needed)
    // Control: a new one.
    await refuseSeen(deps(), await enter('desk.confirm', await office()), { enrolmentId: another.id })
    await confirmSeen(deps(), await enter('desk.confirm', await office()), { enrolmentId: late.id })
  })
})
