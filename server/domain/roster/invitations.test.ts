import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { engines } from '#testing/create-database.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { joiningStudent } from '#testing/roster-person.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { enter } from '../doors.ts'
import { hashSecret } from '../secret-hash.ts'
import { invitePeople } from './invite-people.ts'
import { joinByLink, lookUpLink, stopMailsByLink } from './join-by-link.ts'
import { readPerson } from './people.ts'

describe.each(engines)('invitations on %s', (engine) => {
  let institute: OpenInstitute
  let storages: OpenInstitute['storages']
  let storage: OpenInstitute['storage']
  let invitationsADay: number

  const deps = () => ({ ...institute.deps, invitationsADay })

  beforeEach(async () => {
    invitationsADay = 400
    institute = await openInstitute(engine)
    ;({ storages, storage } = institute)
  })
  afterEach(() => institute.close())

  const office = () => institute.office()
  const guest = makeContext()

  const add = (rollNumber: string, email: string) => institute.addPerson(rollNumber, email)
  const invite = async (...ids: string[]) =>
    invitePeople(deps(), await enter('people.invite', await office()), { people: ids })
  const mails = async () => rowsOf(await storages.readTables(), 'outbox').map(({ recipient }) => recipient)
  /** The link in the newest mail to a person, as sending makes it. */
  async function linkOf(personId: string) {
    const rows = rowsOf(await storages.readTables(), 'student_invitations')
    const open = rows.find(({ person_id, ended_at }) => person_id === personId && ended_at === null)
    const secret = systemRandom.secret()
    await storage.tokens.addSecret(open?.id ?? '', hashSecret(secret), 60_000)
    return { invitationId: open?.id ?? '', secret }
  }
  const signedIn = (id: string) =>
    makeContext({
      caller: makeCaller(id, 'STD', {}, { emailCanonical: `${id}@college.example`, isEmailVerified: true }),
    })

  test('one mail and one reminder go to an address, one a second, and who cannot get one is named', async () => {
    const [aarav, bela] = [await add('R1', 'aarav@college.example'), await add('R2', 'bela@college.example')]
    const mute = await add('R3', '')
    await institute.addStudent('chandra', 'R4')
    await institute.join('chandra', 'R4')
    const { people } = await institute.listPeople({ search: 'R4' })
    const member = people[0]?.id ?? ''
    expect(await invite(aarav, bela, mute, member, 'unknown')).toEqual({
      queued: 2,
      left: expect.arrayContaining([
        { id: mute, why: 'no-email' },
        { id: member, why: 'registered' },
      ]),
    })
    expect((await storage.outbox.take(10, 60_000)).length).toBe(1)
    storages.clock.advance(1_000)
    expect((await storage.outbox.take(10, 60_000)).length).toBe(1)
    expect(await invite(aarav)).toEqual({ queued: 1, left: [] })
    expect(await invite(aarav)).toEqual({ queued: 0, left: [{ id: aarav, why: 'mailed-already' }] })
    expect((await mails()).filter((recipient) => recipient === 'aarav@college.example').length).toBe(2)
  })

  test('an address that many people have gets two mails, however many calls and people there are', async () => {
    const addAll = (from: number, email: (place: number) => string) =>
      Promise.all(Array.from({ length: 30 }, (_, place) => add(`R${from + place}`, email(place))))
    const same = await addAll(100, (place) => (place % 2 === 0 ? 'same@college.example' : 'SAME@College.example'))
    const { queued, left } = await invite(...same)
    expect([queued, left.length, new Set(left.map(({ why }) => why))]).toEqual([2, 28, new Set(['mailed-already'])])
    for (const id of same.slice(0, 3)) expect((await invite(id)).queued).toBe(0)
    // Two calls at once, and an address that has had one.
    const once = await addAll(200, () => 'once@college.example')
    expect((await invite(once[0] ?? '')).queued).toBe(1)
    const both = await Promise.all([invite(...once.slice(1)), invite(...once.slice(1))])
    expect(both.reduce((sum, one) => sum + one.queued, 0)).toBe(1)
    expect(
      (await mails()).map((recipient) => `${recipient}`.toLowerCase()).toSorted((a, b) => (a < b ? -1 : 1)),
    ).toEqual([...Array(2).fill('once@college.example'), ...Array(2).fill('same@college.example')])
    // Control: as many people with an address of their own.
    expect((await invite(...(await addAll(300, (place) => `own-${place}@college.example`)))).queued).toBe(30)
  })

  test('an institute mails so many a day, and the rest tomorrow', async () => {
    invitationsADay = 1
    const [aarav, bela] = [await add('R1', 'aarav@college.example'), await add('R2', 'bela@college.example')]
    const { queued, left } = await invite(aarav, bela)
    expect([queued, left.map(({ why }) => why)]).toEqual([1, ['tomorrow']])
    storages.clock.advance(24 * 3_600_000 + 1)
    expect((await invite(left[0]?.id ?? '')).queued).toBe(1)
  })

  test('the link of a second child with the email of the first says who has it here, and changes nothing', async () => {
    const parents = 'parents@college.example'
    const [first, second] = [await add('S1', parents), await add('S2', parents)]
    await invite(first)
    await joinByLink(deps(), await enter('staff.join', guest), await linkOf(first), { student: joiningStudent })
    await invite(second)
    const { people } = await institute.listPeople()
    const studentId = people[0]?.studentId ?? ''
    const phone = makeContext({ caller: makeCaller(studentId, 'STD', {}, await storage.accounts.find(studentId)) })
    await expect(joinByLink(deps(), await enter('staff.join', phone), await linkOf(second), {})).rejects.toMatchObject({
      reason: 'joined-as-another',
      value: 'Aarav Mehta',
    })
    expect((await institute.listPeople()).people).toEqual(people)
  })

  test('a new student joins as the person of the roster, with a verified email, and looking spends nothing', async () => {
    const id = await add('R1', 'aarav@college.example')
    await invite(id)
    const link = await linkOf(id)
    const shown = { role: 'student', step: 'register', student: { rollNumber: 'R1', firstName: 'Aarav' } }
    expect(await lookUpLink(deps(), await enter('staff.join', guest), link)).toMatchObject(shown)
    expect(await lookUpLink(deps(), await enter('staff.join', guest), link)).toMatchObject(shown)
    expect(await joinByLink(deps(), await enter('staff.join', guest), link, { student: joiningStudent })).toMatchObject(
      {
        token: expect.any(String),
      },
    )
    expect(await readPerson(deps(), await enter('people.view', await office()), { personId: id })).toMatchObject({
      rollNumber: 'R1',
      email: 'aarav@college.example',
      isVerified: true,
      studentId: expect.any(String),
      section: 'A',
    })
    await expect(
      joinByLink(deps(), await enter('staff.join', guest), link, { student: joiningStudent }),
    ).rejects.toMatchObject({ reason: 'invitation-joined', value: 'STD' })
  })

  test('who has joined is led to the login by each link, and no one else is', async () => {
    const [aarav, bela] = [await add('R1', 'aarav@college.example'), await add('R2', 'bela@college.example')]
    await invite(aarav, bela)
    const former = await linkOf(aarav)
    await invite(aarav)
    const look = async (link: typeof former) => lookUpLink(deps(), await enter('staff.join', guest), link)
    // Replaced by the reminder, and no one has joined.
    await expect(look(former)).rejects.toMatchObject({ reason: 'user_invalid_token' })
    await joinByLink(deps(), await enter('staff.join', guest), await linkOf(aarav), { student: joiningStudent })
    await expect(look(former)).rejects.toMatchObject({ reason: 'invitation-joined', value: 'STD' })
    expect(await look(await linkOf(bela))).toMatchObject({ step: 'register' })
    // A stranger holds the address, unverified, and is a member.
    await institute.addStudent('stranger', 'X9', { email: 'bela@college.example', isEmailVerified: false })
    await institute.join('stranger', 'X9')
    const { invitationId } = await linkOf(bela)
    await expect(look({ invitationId, secret: systemRandom.secret() })).rejects.toMatchObject({
      reason: 'user_invalid_token',
    })
  })

  test('those to whom a mail would go are counted, and of the others it is said why not', async () => {
    const same = await Promise.all(['R1', 'R2', 'R3'].map((number) => add(number, 'same@college.example')))
    const [chandra, divya] = [await add('R4', 'chandra@college.example'), await add('R5', 'divya@college.example')]
    const mute = await add('R6', '')
    await institute.addStudent('esha', 'R7')
    await institute.join('esha', 'R7')
    const page = () => institute.listPeople({ show: 'not-registered' })
    const closed = async () => {
      const { people } = await page()
      return people.flatMap(({ id, noMail }) => (noMail ? [[id, noMail]] : []))
    }
    expect((await page()).invitable).toEqual({ mails: 4, noEmail: 1 })
    expect(await closed()).toEqual([[mute, 'no-email']])
    await invite(same[0] ?? '', chandra, divya)
    await stopMailsByLink(deps(), await enter('staff.join', guest), await linkOf(divya))
    await invite(chandra)
    expect((await page()).invitable).toEqual({ mails: 1, noEmail: 1 })
    expect(await closed()).toEqual([
      [chandra, 'mailed-already'],
      [divya, 'mailed-already'],
      [mute, 'no-email'],
    ])
    // What is said is what happens.
    expect((await invite(...(await page()).people.map(({ id }) => id))).queued).toBe(1)
    expect((await page()).invitable).toEqual({ mails: 0, noEmail: 1 })
    expect((await institute.listPeople({ search: 'R4' })).invitable).toBeUndefined()
  })

  test('a student with an account joins by the own login, and no other login does', async () => {
    await institute.addStudent('aarav', 'X9')
    const id = await add('R1', 'aarav@college.example')
    await invite(id)
    const link = await linkOf(id)
    await expect(
      joinByLink(deps(), await enter('staff.join', guest), link, { student: joiningStudent }),
    ).rejects.toMatchObject({
      reason: 'invitation-log-in',
    })
    await institute.addStudent('other', 'X8')
    await expect(joinByLink(deps(), await enter('staff.join', signedIn('other')), link, {})).rejects.toMatchObject({
      reason: 'invitation-for-another',
    })
    await joinByLink(deps(), await enter('staff.join', signedIn('aarav')), link, {})
    const { people } = await institute.listPeople()
    expect(people).toMatchObject([{ id, rollNumber: 'R1', studentId: 'aarav', ownName: { given: 'Own' } }])
  })

  test('a verified squatter of the number gives way, keeps the marks and is told; one who is not verified, too', async () => {
    for (const isVerified of [true, false]) {
      const [squatter, number] = [`squatter-${isVerified}`, `R-${isVerified}`]
      await institute.addStudent(squatter, number, { isEmailVerified: isVerified })
      await institute.join(squatter, number)
      const id = await putOnRoster(number, `invited-${isVerified}@college.example`)
      await invite(id)
      await joinByLink(deps(), await enter('staff.join', guest), await linkOf(id), { student: joiningStudent })
      expect(await storage.memberships.find('institute', squatter)).toBeUndefined()
      expect(await readPerson(deps(), await enter('people.view', await office()), { personId: id })).toMatchObject({
        rollNumber: number,
        isNumberTaken: false,
      })
    }
    const notices = rowsOf(await storages.readTables(), 'notices').map(({ account_id, kind }) => [account_id, kind])
    expect(notices).toEqual([['squatter-true', 'membership-taken-out']])
  })

  /** An office types no number that a member has; a file may hold one. */
  async function putOnRoster(rollNumber: string, email: string): Promise<string> {
    const id = systemRandom.id()
    const facts = { rollNumber, given: 'Aarav', family: 'Mehta', email, section: '', externalId: null }
    await storage.transaction(async (stores) => {
      await stores.roster.insert({ id, organisationId: 'institute', ...facts }, 'Office', await stores.now())
    })
    return id
  }

  test('a stranger who has registered with the invited email, unverified, gains nothing and is in no one’s way', async () => {
    const email = 'aarav@college.example'
    const id = await add('R1', email)
    await invite(id)
    const link = await linkOf(id)
    await institute.addStudent('stranger', 'R1', { email, isEmailVerified: false })
    await institute.join('stranger', 'R1')
    const look = async () => lookUpLink(deps(), await enter('staff.join', guest), link)
    expect(await look()).toMatchObject({ step: 'register', login: null })
    const secret = systemRandom.secret()
    const token = {
      id: systemRandom.id(),
      accountId: 'stranger',
      purpose: 'verification',
      emailCanonical: email,
    } as const
    await storage.tokens.replace({ ...token, createdAt: await storage.now() })
    await storage.tokens.addSecret(token.id, hashSecret(secret), 60_000)
    // Without the mail the stranger does not join.
    const stranger = makeContext({ caller: makeCaller('stranger', 'STD', {}, await storage.accounts.find('stranger')) })
    const guessed = { ...link, secret: systemRandom.secret() }
    await expect(joinByLink(deps(), await enter('staff.join', stranger), guessed, {})).rejects.toMatchObject({
      reason: 'user_invalid_token',
    })
    await joinByLink(deps(), await enter('staff.join', guest), link, { student: joiningStudent })
    const { people } = await institute.listPeople()
    expect(people).toMatchObject([{ id, rollNumber: 'R1', email, isVerified: true, name: { given: 'Aarav' } }])
    expect(people[0]?.studentId).not.toBe('stranger')
    const account = await storage.accounts.findByEmail(email)
    expect(account).toMatchObject({ id: people[0]?.studentId, passwordHash: `hash of ${joiningStudent.password}` })
    // What the stranger had is the stranger's, without the email and the link that would verify it.
    expect(await storage.accounts.find('stranger')).toMatchObject({
      email: 'stranger@nobody.invalid',
      isEmailVerified: false,
    })
    expect(await storage.tokens.isOpen(hashSecret(secret), 'stranger', 'verification')).toBe(false)
  })

  test('who is logged in with an email that is not verified joins by the link, which verifies it', async () => {
    const email = 'aarav@college.example'
    const id = await add('R1', email)
    await invite(id)
    const link = await linkOf(id)
    await institute.addStudent('aarav', 'X9', { email, isEmailVerified: false })
    const own = makeContext({ caller: makeCaller('aarav', 'STD', {}, await storage.accounts.find('aarav')) })
    expect(await lookUpLink(deps(), await enter('staff.join', own), link)).toMatchObject({ step: 'join', login: 'STD' })
    await joinByLink(deps(), await enter('staff.join', own), link, {})
    expect(await storage.accounts.find('aarav')).toMatchObject({ email, isEmailVerified: true })
  })

  test('a former member who is invited again is one person, and keeps the earlier marks', async () => {
    await institute.addStudent('aarav', 'R1')
    await institute.join('aarav', 'R1')
    await storage.transaction(async (stores) => {
      await stores.organisations.lockMembers('institute')
      await stores.memberships.end('institute', 'aarav', 'taken-out', await stores.now())
    })
    const id = await add('R1', 'aarav@college.example')
    await invite(id)
    await joinByLink(deps(), await enter('staff.join', signedIn('aarav')), await linkOf(id), {})
    const { people } = await institute.listPeople()
    expect(people).toMatchObject([{ rollNumber: 'R1', studentId: 'aarav', name: { given: 'Aarav' }, section: 'A' }])
  })

  test('an address that wants no more mails gets none, and its link still works', async () => {
    const id = await add('R1', 'aarav@college.example')
    await invite(id)
    const link = await linkOf(id)
    await stopMailsByLink(deps(), await enter('staff.join', guest), link)
    expect(await invite(id)).toEqual({ queued: 0, left: [{ id, why: 'mailed-already' }] })
    await joinByLink(deps(), await enter('staff.join', guest), link, { student: joiningStudent })
  })

  test('the list shows what became of each mail, in the words of the mail server', async () => {
    const [aarav, bela] = [await add('R1', 'aarav@college.example'), await add('R2', 'bela@college.example')]
    await invite(aarav, bela)
    const stateOf = async (id: string) =>
      (await readPerson(deps(), await enter('people.view', await office()), { personId: id })).invitation
    expect(await stateOf(aarav)).toMatchObject({ state: 'waiting' })
    storages.clock.advance(2_000)
    for (const message of await storage.outbox.take(10, 60_000)) {
      if ('recipient' in message && message.recipient.startsWith('bela'))
        await storage.outbox.markFailed(message.id, '550 no such user', undefined)
      else await storage.outbox.markSent(message.id)
    }
    expect(await stateOf(aarav)).toMatchObject({ state: 'sent' })
    expect(await stateOf(bela)).toMatchObject({ state: 'refused', words: '550 no such user' })
  })
})
