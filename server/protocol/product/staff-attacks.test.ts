import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { StaffList } from '#contract/staff.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { cellPath } from '#testing/cell-path.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import type { Reply } from '#testing/http-client.ts'
import {
  type AnyPerson,
  documentsPath,
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { times } from '#testing/share-of.ts'
import {
  act,
  addStaff,
  confirm,
  type InvitationLink,
  invite,
  joinAsNew,
  openPasskeyLink,
  sendPasskeyLink,
} from '#testing/staff-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/**
 * Attacks on the people of an institute (rules §4). Each has its control beside it: the honest way, which passes with
 * the same guard. `npm run attacks` makes what comes at once come in a crowd.
 */

const minute = 60_000
const day = 24 * 60 * minute
const crowd = times(20, 5)
const atOnce = <T>(work: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: crowd }, (_, index) => work(index)))
const invalid = refusal(401, 'user_invalid_token')
const forbidden = refusal(401, 'user_unauthorized')
const account = { name: 'Mallory', password: 'tramway-umbrella-78' }

describe.each(engines)('attacks on the people of an institute on %s', (engine) => {
  let server: TestServer
  let college: Person
  let academy: Person
  let student: Person
  let owner: AnyPerson
  let made = 0
  const fresh = () => `attack-${++made}@staff.example`

  beforeAll(async () => {
    server = await startTestServer(engine)
    college = await registerOrganisation(server)
    academy = await registerOrganisation(server, { name: 'Academy', email: 'office@academy.example' })
    student = await registerStudent(server, college.id)
    for (const person of [college, academy, student]) await registerPasskey(person)
    owner = await addStaff(server, college, { email: fresh(), role: 'owner' })
  })
  afterAll(async () => {
    await checkInvariants(server.database, server.clock.now())
    await server.close()
  })

  const add = (role: StaffRole, email = fresh()) => addStaff(server, college, { email, role }, owner)
  const list = async ({ http }: AnyPerson = owner) => (await http.get<StaffList>('/api/v1/staff')).body
  const rowOf = async ({ email }: Pick<AnyPerson, 'email'>) =>
    (await list()).people.find((one) => one.email === email && one.until === null)
  const joinBy = (link: InvitationLink, more: object = { account }) =>
    server.openBrowser().put('/api/v1/invitation', { ...link, ...more })
  const statuses = (replies: readonly Reply[]) => replies.map(({ status }) => status).sort((a, b) => a - b)
  const mailsTo = async (email: string) =>
    rowsOf(await server.readTables(), 'outbox').filter(({ recipient }) => recipient === email).length
  /** Acting ends after two hours without use. */
  const wake = async (person: AnyPerson) => {
    await logIn(person)
    await act(person, college)
  }

  describe('an invitation', () => {
    test('is used once, however many come at once', async () => {
      const link = await invite(server, owner, { email: fresh(), role: 'viewer' })
      const replies = await atOnce(() => joinBy(link))
      expect(statuses(replies).filter((status) => status === 204)).toHaveLength(1)
      expect(await joinBy(link)).toMatchObject(invalid)
    })

    test('is used by no other account', async () => {
      const email = fresh()
      const link = await invite(server, owner, { email, role: 'owner' })
      const mallory = await add('viewer')
      expect(await mallory.http.put('/api/v1/invitation', link)).toMatchObject(forbidden)
      expect(await student.http.put('/api/v1/invitation', link)).toMatchObject(forbidden)
      // Control: the link still works for the one who was invited.
      await joinAsNew(server, college, email, link)
      expect((await rowOf({ email }))?.role).toBe('owner')
    })

    test('opens nothing after its end, nor after a newer one', async () => {
      const email = fresh()
      const first = await invite(server, owner, { email, role: 'desk' })
      const second = await invite(server, owner, { email, role: 'desk' })
      expect(await joinBy(first)).toMatchObject(invalid)
      const [open] = (await list()).invitations.filter((one) => one.email === email)
      await owner.http.delete(`/api/v1/staff-invitations/${open?.id}`)
      expect(await joinBy(second)).toMatchObject(invalid)
      const late = await invite(server, owner, { email: fresh(), role: 'desk' })
      const inTime = await invite(server, owner, { email: fresh(), role: 'desk' })
      server.clock.advance(7 * day - minute)
      expect(await joinBy(inTime)).toMatchObject({ status: 204 })
      server.clock.advance(2 * minute)
      expect(await joinBy(late)).toMatchObject(invalid)
      for (const person of [college, academy, student]) await logIn(person)
      await wake(owner)
    })

    test('gives the role of the mail, whatever is sent with it', async () => {
      const email = fresh()
      const link = await invite(server, owner, { email, role: 'viewer' })
      for (const more of [
        { role: 'owner' },
        { title: 'Head' },
        { holdsWhole: true },
        { account: { ...account, role: 'owner' } },
      ]) {
        expect(await joinBy(link, { account, ...more })).toMatchObject(refusal(400, 'general_argument_invalid'))
      }
      expect(await joinBy(link)).toMatchObject({ status: 204 })
      expect(await rowOf({ email })).toMatchObject({ role: 'viewer', title: '' })
    })

    test('is no mail cannon: two mails an address, however it is written, and none after it has stopped them', async () => {
      const email = fresh()
      await confirm(owner)
      const ask = (address: string) =>
        owner.http.post('/api/v1/staff-invitations', { email: address, role: 'owner', title: '', holdsWhole: false })
      for (const _ of Array(5)) {
        expect(await ask(email)).toMatchObject({ status: 200 })
        expect(await ask(email.toUpperCase())).toMatchObject({ status: 200 })
        const [open] = (await list()).invitations.filter((one) => one.email.toLowerCase() === email)
        await owner.http.post(`/api/v1/staff-invitations/${open?.id}/remind`)
        await owner.http.delete(`/api/v1/staff-invitations/${open?.id}`)
      }
      expect((await mailsTo(email)) + (await mailsTo(email.toUpperCase()))).toBe(2)
      const stopped = fresh()
      const link = await invite(server, owner, { email: stopped, role: 'viewer' })
      await server.openBrowser().post('/api/v1/invitation/stop', link)
      await ask(stopped)
      expect(await mailsTo(stopped)).toBe(1)
      // Control: another address, and the same one from another institute, get theirs.
      await invite(server, owner, { email: fresh(), role: 'viewer' })
      await invite(server, academy, { email: stopped, role: 'viewer' })
    })

    test('tells its sender the same about every address', async () => {
      await confirm(academy)
      const here = await addStaff(server, academy, { email: fresh(), role: 'viewer' })
      const elsewhere = await add('owner')
      const answers: unknown[] = []
      for (const email of [fresh(), here.email, elsewhere.email, student.email, college.email, academy.email]) {
        const wanted = { email, role: 'viewer', title: '', holdsWhole: false }
        const { status, body } = await academy.http.post<StaffList>('/api/v1/staff-invitations', wanted)
        const made = body.invitations.find((one) => one.email === email)
        answers.push([status, body.people.length, Object.keys(made ?? {}), made?.canSend])
      }
      expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    })
  })

  describe('a role', () => {
    test('is raised by no one for themselves', async () => {
      for (const role of ['registrar', 'teacher', 'desk', 'viewer'] as const) {
        const person = await add(role)
        const row = await rowOf(person)
        const raise = { role: 'owner', title: '', holdsWhole: true }
        await confirm(person)
        expect(await person.http.patch(`/api/v1/staff/${row?.id}`, raise)).toMatchObject(forbidden)
        expect(await person.http.post('/api/v1/staff-invitations', { ...raise, email: person.email })).toMatchObject(
          forbidden,
        )
        expect((await rowOf(person))?.role).toBe(role)
      }
    })

    test('is changed by no owner of another institute', async () => {
      const person = await add('viewer')
      const row = await rowOf(person)
      const raise = { role: 'owner', title: '', holdsWhole: false }
      await confirm(academy)
      expect(await academy.http.patch(`/api/v1/staff/${row?.id}`, raise)).toMatchObject({ status: 404 })
      expect(await academy.http.delete(`/api/v1/staff/${row?.id}`)).toMatchObject({ status: 404 })
      // Control.
      await confirm(owner)
      expect(await owner.http.patch(`/api/v1/staff/${row?.id}`, raise)).toMatchObject({ status: 200 })
      await owner.http.delete(`/api/v1/staff/${(await rowOf(person))?.id}`)
    })

    test('of the last owner stays, also when two owners end each other at once', async () => {
      const school = await registerOrganisation(server, { name: 'School', email: 'office@school.example' })
      await registerPasskey(school)
      const owners = [await addStaff(server, school, { email: fresh(), role: 'owner' })]
      owners.push(await addStaff(server, school, { email: fresh(), role: 'owner' }))
      const { people } = await list(school)
      for (const one of owners) await confirm(one)
      const endOther = (one: AnyPerson) => {
        const other = people.find(({ email }) => email !== one.email)
        return one.http.delete(`/api/v1/staff/${other?.id}`)
      }
      const replies = await Promise.all(owners.map(endOther))
      expect(statuses(replies).filter((status) => status === 200)).toHaveLength(1)
      const left = (await list(school)).people.filter(({ until }) => until === null)
      expect(left).toHaveLength(1)
      await confirm(school)
      expect(await school.http.delete(`/api/v1/staff/${left[0]?.id}`)).toMatchObject(
        refusal(403, 'document_delete_restricted'),
      )
    })
  })

  test('a person who is ended does nothing more, not even by what is under way', async () => {
    await startAttendance(college)
    const running = (await college.http.get<{ session: { id: string } }>('/api/v1/attendance/running')).body.session
    const desk = await add('desk')
    const row = await rowOf(desk)
    await confirm(owner)
    const count = (counted: number) => desk.http.put(`/api/v1/sessions/${running.id}/head-count`, { counted })
    // Control.
    expect(await count(1)).toMatchObject({ status: 200 })
    const [ended, counts] = await Promise.all([
      owner.http.delete(`/api/v1/staff/${row?.id}`),
      atOnce((index) => count(index + 2)),
    ])
    expect(ended).toMatchObject({ status: 200 })
    expect(counts.filter(({ status }) => status !== 200 && status !== 401)).toEqual([])
    expect(await count(99)).toMatchObject(refusal(401, 'general_unauthorized_scope'))
    const tables = await server.readTables()
    const until = Number(rowsOf(tables, 'staff').find(({ id }) => id === row?.id)?.until)
    const late = rowsOf(tables, 'head_counts').filter(
      ({ counted_by, counted_at }) => counted_by === desk.id && Number(counted_at) > until,
    )
    expect(late).toEqual([])
    expect(await desk.http.post('/api/v1/acting', { institute: college.id })).toMatchObject({ status: 401 })
  })

  test('a session that acts does nothing of the student, and the student’s nothing of it', async () => {
    const ravi = await registerStudent(server, college.id, { email: fresh(), rollNumber: 'R-1' })
    await registerPasskey(ravi)
    const link = await invite(server, owner, { email: ravi.email, role: 'registrar' })
    expect(await ravi.http.put('/api/v1/invitation', link)).toMatchObject({ status: 204 })
    const acting = await logIn(ravi, server.openBrowser())
    await act(acting, college)
    const ofStudent = [
      ['GET', '/api/v1/receipts'],
      ['GET', '/api/v1/memberships/ended'],
      ['POST', '/api/v1/passkey/rehearsal'],
      ['POST', '/api/v1/passkey/replacement'],
      ['GET', `${documentsPath('STD')}/${ravi.id}`],
    ] as const
    const ofStaff = [
      ['GET', '/api/v1/institute'],
      ['GET', '/api/v1/staff'],
      ['GET', '/api/v1/attendance/running'],
      ['GET', '/api/v1/held-passkeys'],
    ] as const
    for (const [method, path] of ofStudent) {
      expect([path, (await acting.http.request(method, path)).status]).toEqual([path, 401])
      expect([path, (await ravi.http.request(method, path)).status]).toEqual([path, 200])
    }
    for (const [method, path] of ofStaff) {
      expect([path, (await ravi.http.request(method, path)).status]).toEqual([path, 401])
      expect([path, (await acting.http.request(method, path)).status]).toEqual([path, 200])
    }
  })

  test('no one acts on the own record, by any call; another does', async () => {
    const school = await registerOrganisation(server, { name: 'College', email: 'office@other.example' })
    await registerPasskey(school)
    const asha = await registerStudent(server, school.id, { email: fresh() })
    await registerPasskey(asha)
    const link = await invite(server, school, { email: asha.email, role: 'owner' })
    expect(await asha.http.put('/api/v1/invitation', link)).toMatchObject({ status: 204 })
    const own = await logIn(asha, server.openBrowser())
    await act(own, school)
    const other = await addStaff(server, school, { email: fresh(), role: 'owner' })
    await startAttendance(school)
    const { session } = (await school.http.get<{ session: { id: string } }>('/api/v1/attendance/running')).body
    const row = (await list(school)).people.find(({ email }) => email === asha.email)
    const ofSession = `/api/v1/sessions/${session.id}`
    const ofAsha = await cellPath(school.http, session.id, asha.id)
    const acts = [
      ['POST', '/api/v1/check-ins', { way: 'hand', session: session.id, students: [asha.id], reason: 'No phone.' }],
      ['POST', '/api/v1/check-ins', { way: 'screen', email: asha.email }],
      ['POST', `${ofAsha}/rulings`, { status: 'present', reason: 'Here.', after: 0 }],
      ['PUT', `${ofSession}/draws/${asha.id}`, { here: true }],
      ['PATCH', `/api/v1/members/${asha.id}`, { rollNumber: 'A-99' }],
      ['POST', `/api/v1/staff/${row?.id}/passkey-link`, {}],
      ['POST', `/api/v1/staff/${row?.id}/passkeys/unknown/confirm`, {}],
      ['DELETE', `/api/v1/members/${asha.id}`, {}],
    ] as const
    for (const one of [own, other]) await confirm(one)
    const reasonOf = async ({ http }: AnyPerson, [method, path, body]: (typeof acts)[number]) => {
      const reply = await http.request<{ reason?: string } | undefined>(method, path, body)
      return [method, path, reply.body?.reason ?? reply.status]
    }
    const answers: unknown[] = []
    const controls: unknown[] = []
    for (const one of acts) {
      answers.push(await reasonOf(own, one))
      controls.push(await reasonOf(other, one))
    }
    expect(answers).toEqual(acts.map(([method, path]) => [method, path, 'own-record']))
    expect(controls.filter((answer) => JSON.stringify(answer).includes('own-record'))).toEqual([])
  })

  test('the step-up of one person serves no other, nor another session of the same', async () => {
    const second = await add('owner')
    const viewer = await add('viewer')
    const row = await rowOf(viewer)
    const change = { role: 'viewer', title: 'Guest', holdsWhole: false }
    server.clock.advance(11 * minute)
    await confirm(owner)
    const ownSession = await logIn(second, server.openBrowser())
    await confirm(ownSession)
    expect(await second.http.patch(`/api/v1/staff/${row?.id}`, change)).toMatchObject({
      status: 401,
      body: { reason: 'step-up-needed' },
    })
    // Control.
    await confirm(second)
    expect(await second.http.patch(`/api/v1/staff/${row?.id}`, change)).toMatchObject({ status: 200 })
  })

  test('a name or a title has no hidden characters', async () => {
    await confirm(owner)
    const hidden = [
      'Meera\u200bIyer',
      '\u202eMeera',
      'Me\u2066era',
      'Me\u00adera',
      '\u3164',
      'Meera\u{e0041}',
      'A\u0000',
    ]
    for (const text of hidden) {
      const wanted = { email: fresh(), role: 'viewer', title: text, holdsWhole: false }
      expect(await owner.http.post('/api/v1/staff-invitations', wanted)).toMatchObject({ status: 400 })
      const link = await invite(server, owner, { email: fresh(), role: 'viewer' })
      expect(await joinBy(link, { account: { ...account, name: text } })).toMatchObject({ status: 400 })
    }
    // Control: joiners that a script needs stay.
    const link = await invite(server, owner, { email: fresh(), role: 'viewer', title: 'प्राध्यापक क्\u200dष' })
    expect(await joinBy(link, { account: { ...account, name: 'Zoë Śmigły' } })).toMatchObject({ status: 204 })
  })

  test('a stranger learns of no one where they work', async () => {
    const person = await add('teacher')
    const guest = server.openBrowser()
    const lookUp = async (email: string) => {
      const query = encodeURIComponent(JSON.stringify({ method: 'equal', attribute: 'email', values: [email] }))
      const answers = []
      for (const label of ['ORG', 'STD'] as const) {
        const { status, text } = await guest.get(`${documentsPath(label)}?queries[0]=${query}`)
        answers.push([status, text])
      }
      const { status, body } = await guest.post<{ message?: string }>('/v1/account/sessions/email', {
        email,
        password: 'wrong-password-1',
      })
      return [...answers, [status, body.message]]
    }
    expect(await lookUp(person.email)).toEqual(await lookUp(fresh()))
    const unknown = { invitationId: 'unknown', secret: 'wrong' }
    expect(await guest.post('/api/v1/invitation/look-up', unknown)).toMatchObject(invalid)
    for (const path of ['/api/v1/staff', '/api/v1/acting', '/api/v1/institute']) {
      expect([path, (await guest.get(path)).status]).toEqual([path, 401])
    }
    await confirm(academy)
    expect(await academy.http.post(`/api/v1/staff/${(await rowOf(person))?.id}/passkey-link`)).toMatchObject({
      status: 404,
    })
  })

  describe('a link for a lost passkey', () => {
    const open = (link: { userId: string; secret: string }, password: string) =>
      server.openBrowser().put('/api/v1/passkey/replacement', { ...link, password })

    test('is used once, however many come at once', async () => {
      const desk = await add('desk')
      const link = await sendPasskeyLink(server, owner, desk)
      const replies = await atOnce(() => open(link, desk.password))
      expect(statuses(replies).filter((status) => status === 200)).toHaveLength(1)
      expect(await open(link, desk.password)).toMatchObject(invalid)
    })

    test('opens nothing late, nor after a newer one, nor after a new password', async () => {
      const desk = await add('desk')
      const first = await sendPasskeyLink(server, owner, desk)
      const second = await sendPasskeyLink(server, owner, desk)
      expect(await open(first, desk.password)).toMatchObject(invalid)
      server.clock.advance(30 * minute + 1_000)
      expect(await open(second, desk.password)).toMatchObject(invalid)
      // Control: in time it opens.
      const third = await sendPasskeyLink(server, owner, desk)
      server.clock.advance(29 * minute)
      expect(await open(third, desk.password)).toMatchObject({ status: 200 })
    })

    test('opens nothing for another, nor with another’s password', async () => {
      const [desk, viewer] = [await add('desk'), await add('viewer')]
      const link = await sendPasskeyLink(server, owner, desk)
      expect(await open({ ...link, userId: viewer.id }, viewer.password)).toMatchObject(invalid)
      expect(await open(link, 'wrong-password-1')).toMatchObject(refusal(401, 'user_invalid_credentials'))
      // Control: the link still works for its person.
      expect(await open(link, desk.password)).toMatchObject({ status: 200 })
    })

    test('gives no session that acts, and its passkey no acting before it was seen', async () => {
      const desk = await add('desk')
      const changed = await openPasskeyLink(server, desk, await sendPasskeyLink(server, owner, desk))
      expect(await changed.http.get('/api/v1/institute')).toMatchObject(forbidden)
      await registerPasskey(changed)
      expect(await changed.http.post('/api/v1/acting', { institute: college.id })).toMatchObject(forbidden)
      const row = await rowOf(desk)
      await confirm(owner)
      const confirmHeld = () => owner.http.post(`/api/v1/staff/${row?.id}/passkeys/${row?.held[0]?.id}/confirm`)
      expect(await confirmHeld()).toMatchObject({ status: 200 })
      // Control.
      await act(changed, college)
      expect(await confirmHeld()).toMatchObject({ status: 404 })
    })
  })
})
