import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { linkUndoMs } from '#contract/roster-rules.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { engines } from '#testing/create-database.ts'
import { insertStaff } from '#testing/insert-staff.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { joiningStudent } from '#testing/roster-person.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { queueTokenMail } from '../accounts/mailed-token.ts'
import { createStudent } from '../client-calls/create-profile.ts'
import { resetPassword } from '../client-calls/recover-password.ts'
import { updateStudent } from '../client-calls/update-profile.ts'
import { confirmEmail } from '../client-calls/verify-email.ts'
import { enter } from '../doors.ts'
import { addCourse } from '../groups/courses.ts'
import { enrolPeople, listCoursePeople } from '../groups/enrolments.ts'
import { linkPeople, unlinkPeople } from '../register/join-people.ts'
import { hashSecret } from '../secret-hash.ts'
import { rosterImports } from './imports.ts'
import { invitePeople } from './invite-people.ts'
import { joinByLink } from './join-by-link.ts'
import { keepApart } from './link-people.ts'
import { changePerson, readPerson } from './people.ts'

const email = 'hari@college.example'
const guest = makeContext()

describe.each(engines)('two rows of one person, on %s', (engine) => {
  let institute: OpenInstitute
  let storage: OpenInstitute['storage']
  let deps: OpenInstitute['deps']

  beforeEach(async () => {
    institute = await openInstitute(engine)
    ;({ storage, deps } = institute)
  })
  afterEach(() => institute.close())

  const office = () => institute.office()
  const register = async (id: string, rollNumber: string, choices: { email?: string; isEmailVerified?: boolean }) => {
    await institute.addStudent(id, rollNumber, choices)
    await institute.join(id, rollNumber)
  }
  /** The student opens the mailed link. */
  async function verify(userId: string, purpose: 'verification' | 'recovery' = 'verification'): Promise<void> {
    const account = await storage.accounts.find(userId)
    if (!account) throw new Error(`no account ${userId}`)
    const { id } = await storage.transaction((stores) => queueTokenMail(stores, deps, account, purpose))
    const link = { userId, secret: systemRandom.secret() }
    await storage.tokens.addSecret(id, hashSecret(link.secret), 60_000)
    if (purpose === 'verification') await confirmEmail(deps, await enter('verification.confirm', guest), link)
    else await resetPassword(deps, await enter('recovery.confirm', guest), { ...link, ...joiningStudent })
  }
  async function planList() {
    const columns = ['rollNumber', 'givenName', 'familyName', 'email'] as const
    const list = { source: 'Office', fileName: 'students.csv', columns: [...columns], isWhole: false }
    const { id: importId } = await rosterImports.begin(deps, await enter('imports.plan', await office()), list)
    const lines: [number, ...string[]][] = [[2, '88', 'Hari', 'Pal', email]]
    await rosterImports.add(deps, await enter('imports.plan', await office()), { importId, lines })
    return rosterImports.plan(deps, await enter('imports.plan', await office()), { importId })
  }
  const apply = async ({ id: importId, seal }: { id: string; seal: string }) =>
    rosterImports.apply(deps, await enter('imports.apply', await office()), {
      importId,
      seal,
      same: [],
      isReviewed: false,
    })
  const rows = async () => (await institute.listPeople()).people.map((one) => [one.rollNumber, one.studentId])
  const idOf = async (rollNumber: string, isRegistered: boolean) =>
    (await institute.listPeople()).people.find(
      (one) => one.rollNumber === rollNumber && (one.studentId !== null) === isRegistered,
    )?.id ?? ''
  async function enrol(...people: string[]): Promise<string> {
    const named = { code: 'A', title: 'Course', kind: 'course', department: '', term: '' } as const
    const { id } = await addCourse(deps, await enter('courses.manage', await office()), named)
    const enrolled = { courseId: id, people, meanwhile: 'left-out' } as const
    await enrolPeople(deps, await enter('courses.manage', await office()), enrolled)
    return id
  }
  const inCourse = async (courseId: string) =>
    (await listCoursePeople(deps, await enter('courses.view', await office()), { courseId })).people.map(
      ({ personId }) => personId,
    )
  const link = async (personId: string, other: string) =>
    linkPeople(deps, await enter('people.link', await office()), { personId, other, reason: 'Seen with the card' })
  const apart = async (personId: string, other: string) =>
    keepApart(deps, await enter('people.link', await office()), { personId, other })
  const detailOf = async (personId: string) =>
    readPerson(deps, await enter('people.view', await office()), { personId })
  const listed = async () =>
    (await institute.listPeople({ show: 'double' })).people.map(({ rollNumber }) => rollNumber).sort()
  /** A student who is a registrar, too. */
  async function registrar(accountId: string) {
    const since = await storage.now()
    const staff = {
      id: 's',
      organisationId: 'institute',
      accountId,
      name: 'Hari',
      title: '',
      role: 'registrar',
    } as const
    const acting = { ...staff, holdsWhole: false, since, until: null }
    await insertStaff(storage, acting)
    const caller = makeCaller(accountId, 'STD', { factors: ['password', 'passkey'], authenticatedAt: since })
    return makeContext({ caller: { ...caller, staff: acting } })
  }
  const unlink = async (personId: string) =>
    unlinkPeople(deps, await enter('people.link', await office()), { personId })

  test.each(['verification', 'recovery'] as const)(
    'are one once the student with number and email has opened a link of %s',
    async (purpose) => {
      const person = await institute.addPerson('88', email)
      const course = await enrol(person)
      await register('hari', '88', { email, isEmailVerified: false })
      expect(await rows()).toHaveLength(2)
      await verify('hari', purpose)
      expect(await rows()).toEqual([['88', 'hari']])
      expect(await inCourse(course)).toEqual([person])
      const log = rowsOf(await institute.storages.readTables(), 'audit_log')
      expect(log.filter(({ action }) => action === 'person.link')).toMatchObject([{ subject: person }])
    },
  )

  test.each([
    ['whose email is another one', 'other@college.example', '88'],
    ['whose number is another one', email, '89'],
  ])('stay two of a student %s', async (_who, given, rollNumber) => {
    await institute.addPerson('88', email)
    await register('hari', rollNumber, { email: given, isEmailVerified: false })
    await verify('hari')
    expect(await rows()).toHaveLength(2)
  })

  test('are one where a verified student adds the institute, which knows its own number', async () => {
    await institute.addPerson('88', email)
    await institute.addStudent('hari', 'X-1', { email })
    const own = { email, emailCanonical: email, isEmailVerified: true }
    const door = await enter(
      'students.update.organisation',
      makeContext({ caller: makeCaller('hari', 'STD', {}, own) }),
    )
    await updateStudent(deps, door, 'hari', { organisation: ['institute'] })
    expect(await rows()).toEqual([['88', 'hari']])
  })

  test('are one where a student with a verified email registers', async () => {
    await institute.addPerson('88', email)
    const begun = { label: 'STD', hasProfile: false, isEmailVerified: true, email, emailCanonical: email } as const
    await storage.accounts.insert(makeAccount('hari', begun))
    const door = await enter('students.create', { ...guest, registeringAccountId: 'hari' })
    const { password: _, ...names } = joiningStudent
    const profile = { ...names, email, rollNumber: '88', permissions: [], instituteCode: 'institute' }
    await createStudent(deps, door, profile)
    expect(await rows()).toEqual([['88', 'hari']])
  })

  test('are one, whether the list or the student comes first, or both at once', async () => {
    await register('hari', '88', { email, isEmailVerified: false })
    const planned = await planList()
    const [applied] = await Promise.allSettled([apply(planned), verify('hari')])
    if (applied.status === 'rejected') {
      expect(applied.reason).toMatchObject({ reason: 'roster-moved' })
      await apply(await planList())
    }
    expect(await rows()).toEqual([['88', 'hari']])
  })

  test('are one, also where the student registers with the institute’s code while the list is imported', async () => {
    const planned = await planList()
    const begun = { label: 'STD', hasProfile: false, isEmailVerified: true, email, emailCanonical: email } as const
    await storage.accounts.insert(makeAccount('hari', begun))
    const door = await enter('students.create', { ...guest, registeringAccountId: 'hari' })
    const { password: _, ...names } = joiningStudent
    const profile = { ...names, email, rollNumber: '88', permissions: [], instituteCode: 'institute' }
    const [applied, registered] = await Promise.allSettled([apply(planned), createStudent(deps, door, profile)])
    expect(registered.status).toBe('fulfilled')
    if (applied.status === 'rejected') {
      expect(applied.reason).toMatchObject({ reason: 'roster-moved' })
      await apply(await planList())
    }
    expect(await rows()).toEqual([['88', 'hari']])
  })

  test.each(['stays', 'goes'])(
    'are one, with one account at most, where the one that %s joins by its link at once',
    async (which) => {
      const [one, other] = [
        await institute.addPerson('1001', email),
        await institute.addPerson('0001001', 'h@x.example'),
      ]
      const invited = which === 'stays' ? one : other
      await invitePeople({ ...deps, invitationsADay: 400 }, await enter('people.invite', await office()), {
        people: [invited],
      })
      const [invitation] = rowsOf(await institute.storages.readTables(), 'student_invitations')
      const byLink = { invitationId: `${invitation?.id}`, secret: systemRandom.secret() }
      await storage.tokens.addSecret(byLink.invitationId, hashSecret(byLink.secret), 60_000)
      const joining = joinByLink(deps, await enter('staff.join', guest), byLink, { student: joiningStudent })
      const [joined, linked] = await Promise.allSettled([joining, link(one, other)])
      expect(linked.status).toBe('fulfilled')
      if (joined.status === 'rejected') expect(joined.reason).toMatchObject({ type: 'user_invalid_token' })
      const found = (await institute.listPeople()).people
      expect(found).toHaveLength(1)
      expect(found[0]?.studentId !== null).toBe(joined.status === 'fulfilled')
    },
  )

  test('stay two where the student who registers has not verified the email', async () => {
    await institute.addPerson('88', email)
    const begun = { label: 'STD', hasProfile: false, isEmailVerified: false, email, emailCanonical: email } as const
    await storage.accounts.insert(makeAccount('hari', begun))
    const door = await enter('students.create', { ...guest, registeringAccountId: 'hari' })
    const { password: _, ...names } = joiningStudent
    const profile = { ...names, email, rollNumber: '88', permissions: [], instituteCode: 'institute' }
    await createStudent(deps, door, profile)
    expect(await rows()).toHaveLength(2)
  })

  test('stay two where a second person has the email', async () => {
    for (const rollNumber of ['88', '89']) await institute.addPerson(rollNumber, email)
    await register('hari', '88', { email, isEmailVerified: false })
    await verify('hari')
    expect(await rows()).toHaveLength(3)
  })

  test('are two again for a day', async () => {
    const person = await institute.addPerson('88', email)
    const course = await enrol(person)
    await register('hari', '88', { email, isEmailVerified: false })
    const before = (await institute.listPeople()).people
    await verify('hari')
    await unlink(person)
    const after = (await institute.listPeople()).people
    expect(after).toEqual(before.map((one) => ({ ...one, isVerified: one.studentId !== null })))
    expect(await inCourse(course)).toEqual([person])
    await link(person, await idOf('88', true))
    institute.storages.clock.advance(linkUndoMs)
    await expect(unlink(person)).rejects.toMatchObject({ reason: 'people-link-kept' })
  })

  test('are not two again once the person was changed', async () => {
    const person = await institute.addPerson('88', email)
    await register('hari', '88', { email, isEmailVerified: false })
    await verify('hari')
    institute.storages.clock.advance(1)
    await changePerson(deps, await enter('people.change', await office()), { personId: person, section: 'B' })
    await expect(unlink(person)).rejects.toMatchObject({ reason: 'people-link-kept' })
  })

  test('who may be one are listed, with the other and the reason', async () => {
    const person = await institute.addPerson('88', email)
    await register('hari', '088', { email })
    const other = await institute.addPerson('89', email)
    await institute.addPerson('90')
    await register('ila', '91', {})
    const { people, counts } = await institute.listPeople({ show: 'double' })
    expect([people.map(({ rollNumber }) => rollNumber), counts.double]).toEqual([['088', '88', '89', '90'], 4])
    const detail = await readPerson(deps, await enter('people.view', await office()), { personId: person })
    expect(detail.doubles).toMatchObject([
      { person: { rollNumber: '088', studentId: 'hari' }, by: ['email', 'number'] },
      { person: { id: other }, by: ['email', 'name'] },
      { person: { rollNumber: '90' }, by: ['name'] },
    ])
  })

  test('of whom the office says that they are two are listed no more, each pair for itself', async () => {
    const [one, other, third] = [
      await institute.addPerson('1001'),
      await institute.addPerson('0001001'),
      await institute.addPerson('01001'),
    ]
    expect(await listed()).toEqual(['0001001', '01001', '1001'])
    await apart(one, other)
    await apart(other, one)
    // Each may still be the third.
    expect(await listed()).toEqual(['0001001', '01001', '1001'])
    await apart(third, one)
    expect(await listed()).toEqual(['0001001', '01001'])
    await apart(third, other)
    expect(await listed()).toEqual([])
    expect((await detailOf(one)).doubles).toMatchObject([
      { person: { id: other }, isApart: true },
      { person: { id: third }, isApart: true },
    ])
    const log = rowsOf(await institute.storages.readTables(), 'audit_log')
    const said = log.filter(({ action }) => action === 'person.apart').map(({ subject }) => subject)
    expect(said).toEqual([one, other, third, one, third, other])
  })

  test('of whom the office said that they are two become one after all', async () => {
    const [one, other] = [await institute.addPerson('1001'), await institute.addPerson('0001001')]
    await apart(one, other)
    await link(one, other)
    expect(await rows()).toEqual([['1001', null]])
    expect(rowsOf(await institute.storages.readTables(), 'people_apart')).toEqual([])
    await unlink(one)
    expect(await listed()).toEqual([])
  })

  test('of whom the office says that they are two are linked by no email', async () => {
    const person = await institute.addPerson('88', email)
    await register('hari', '88', { email, isEmailVerified: false })
    await apart(person, await idOf('88', true))
    await verify('hari')
    expect(await rows()).toHaveLength(2)
  })

  test('are said to be two by no one about the own record, and not of one row', async () => {
    const person = await institute.addPerson('88')
    await register('hari', '088', {})
    const hari = await idOf('088', true)
    await expect(apart(person, person)).rejects.toMatchObject({ type: 'document_not_found' })
    await expect(apart(person, 'nobody')).rejects.toMatchObject({ type: 'document_not_found' })
    const door = await enter('people.link', await registrar('hari'))
    const own = keepApart(deps, door, { personId: person, other: hari })
    await expect(own).rejects.toMatchObject({ reason: 'own-record' })
    expect(await listed()).toHaveLength(2)
  })

  test('become one by the office, with the number of the roster', async () => {
    const person = await institute.addPerson('1001', 'list@college.example')
    await register('hari', '0001001', { email })
    expect(await link(await idOf('0001001', true), person)).toMatchObject({
      id: person,
      rollNumber: '1001',
      studentId: 'hari',
      rosterEmail: 'list@college.example',
    })
    expect(await rows()).toEqual([['1001', 'hari']])
    await unlink(person)
    expect(await rows()).toEqual([
      ['0001001', 'hari'],
      ['1001', null],
    ])
  })

  test('become the row of the roster, with the courses of both', async () => {
    const person = await institute.addPerson('1001')
    await register('hari', '0001001', { email })
    const member = await idOf('0001001', true)
    const course = await enrol(member)
    expect(await link(person, member)).toMatchObject({ id: person, rollNumber: '1001', name: { given: 'Aarav' } })
    expect(await inCourse(course)).toEqual([person])
    await unlink(person)
    expect(await inCourse(course)).toEqual([member])
    expect(await rows()).toEqual([
      ['0001001', 'hari'],
      ['1001', null],
    ])
  })

  test('become one without an account', async () => {
    const [one, other] = [await institute.addPerson('1001'), await institute.addPerson('0001001')]
    expect(await link(one, other)).toMatchObject({ id: one, studentId: null })
    expect(await rows()).toEqual([['1001', null]])
    await unlink(one)
    expect(await rows()).toHaveLength(2)
  })

  test('leave no copy of themselves once the day is over', async () => {
    const [one, other] = [await institute.addPerson('1001'), await institute.addPerson('0001001')]
    await link(one, other)
    const copies = async () => rowsOf(await institute.storages.readTables(), 'person_links').map(({ before }) => before)
    await storage.purgeExpired()
    expect(await copies()).toEqual([expect.stringContaining('0001001')])
    institute.storages.clock.advance(linkUndoMs + 1)
    await storage.purgeExpired()
    expect(await copies()).toEqual([null])
  })

  test('become one in each course once, and are in it twice again', async () => {
    const [one, other] = [await institute.addPerson('1001'), await institute.addPerson('0001001')]
    const course = await enrol(one, other)
    const enrolments = async () =>
      rowsOf(await institute.storages.readTables(), 'enrolments').map(({ person_id }) => person_id)
    await link(one, other)
    expect([await inCourse(course), await enrolments()]).toEqual([[one], [one]])
    await unlink(one)
    expect((await enrolments()).sort()).toEqual([one, other].sort())
  })

  describe('with an account each', () => {
    let hari: string
    let ila: string
    beforeEach(async () => {
      await register('hari', '88', { email })
      await register('ila', '89', {})
      ;[hari, ila] = [await idOf('88', true), await idOf('89', true)]
    })
    const join = async (personId: string, other: string, account?: 'this' | 'other') =>
      linkPeople(deps, await enter('people.link', await office()), {
        ...{ personId, other, reason: 'Seen with the card' },
        ...(account && { account }),
      })
    const endedOf = async (studentId: string) =>
      (await storage.memberships.listEnded(studentId)).map(({ because }) => because)

    test('stay two until the office says whose account stays', async () => {
      await expect(join(hari, ila)).rejects.toMatchObject({ reason: 'people-registered' })
      await expect(join(hari, hari)).rejects.toMatchObject({ type: 'document_not_found' })
      expect(await rows()).toHaveLength(2)
    })

    test.each([
      ['this', 'hari', 'ila'],
      ['other', 'ila', 'hari'],
    ] as const)('become one with the account of %s, and the other one is told', async (account, stays, goes) => {
      const course = await enrol(ila)
      await join(hari, ila, account)
      expect(await rows()).toEqual([[stays === 'hari' ? '88' : '89', stays]])
      expect(await inCourse(course)).toEqual([stays === 'hari' ? hari : ila])
      expect(await endedOf(goes)).toEqual(['joined'])
      const notices = rowsOf(await institute.storages.readTables(), 'notices')
      expect(notices).toMatchObject([{ account_id: goes, kind: 'membership-taken-out' }])
      await expect(institute.join(goes, '90')).rejects.toMatchObject({ type: 'document_already_exists' })
      await unlink(stays === 'hari' ? hari : ila)
      expect(await rows()).toEqual([
        ['88', 'hari'],
        ['89', 'ila'],
      ])
      expect(await inCourse(course)).toEqual([ila])
      expect(await endedOf(goes)).toEqual([])
    })

    test('become three, and one by one again', async () => {
      await register('jai', '90', {})
      const jai = await idOf('90', true)
      await join(hari, ila, 'this')
      institute.storages.clock.advance(1)
      await join(jai, hari, 'this')
      expect(await rows()).toEqual([['90', 'jai']])
      await unlink(jai)
      expect(await rows()).toEqual([
        ['88', 'hari'],
        ['90', 'jai'],
      ])
    })

    test('are not two again once another student has the number', async () => {
      await join(hari, ila, 'this')
      await register('jai', '89', {})
      await expect(unlink(hari)).rejects.toMatchObject({ type: 'document_unique_constraint_violation' })
    })

    test.each(['hari', 'ila'])('become one by no registrar who is one of the two: %s', async (who) => {
      const door = await enter('people.link', await registrar(who))
      const own = linkPeople(deps, door, { personId: hari, other: ila, reason: 'r', account: 'this' })
      await expect(own).rejects.toMatchObject({ reason: 'own-record' })
    })
  })
})
