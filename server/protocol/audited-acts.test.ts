import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { OwnPasskeys, RecoveryCodes } from '#contract/passkey.ts'
import { factsOf, readAuditOf } from '#testing/audit-log.ts'
import { beginRegistration, organisationProfile, somePassword, studentProfile } from '#testing/begin-registration.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { accepted, askToAssert, askToRegister, sendAssertion, sendRegistration } from '#testing/passkey-ceremony.ts'
import {
  documentsPath,
  logIn,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerPasskey,
  registerStudent,
} from '#testing/people-over-http.ts'
import { createSoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

const newPassword = 'bamboo-saddle-comet-51'
const wrongSecret = 'x'.repeat(43)
const registration = {
  passkeyId: expect.stringMatching(/^[\w-]{43}$/),
  registeredAt: expect.any(Number),
  key: expect.stringMatching(/^[\w-]{22}$/),
}
const heldRegistration = { ...registration, heldUntil: expect.any(Number) }

/** Rules §7: the row that each of these acts leaves. Marks, starts and refusals have files of their own. */
describe.each(engines)('the audit log on %s', (engine) => {
  let server: TestServer
  let institute: Person
  let count = 0

  beforeAll(async () => {
    server = await startTestServer(engine)
    institute = await registerOrganisation(server)
    await registerPasskey(institute)
  })
  afterAll(async () => {
    await checkInvariants(server.database, server.clock.now())
    await server.close()
  })

  const newStudent = (): Promise<Person> =>
    registerStudent(server, institute.id, { email: `s${++count}@example.org`, rollNumber: `S-${count}` })
  const newOrganisation = async (): Promise<Person> => {
    const organisation = await registerOrganisation(server, { email: `o${++count}@example.org` })
    await registerPasskey(organisation)
    return organisation
  }
  const subjectOf = ({ id, label }: Person) => ({ userId: id, category: label })
  const mailedLink = async (email: string, path: string) => {
    for (;;) {
      const { links } = await server.inbox.next(email)
      if (links.some((link) => link.includes(path))) return readMailedToken(links, path)
    }
  }

  /** The rows that the work left: act, outcome, actor, subject and facts. */
  async function logOf(work: () => Promise<unknown>): Promise<unknown[][]> {
    const rows = await readAuditOf(server.database, work)
    return rows.map((row) => [row.action, row.outcome, row.account_id, row.subject, factsOf(row)])
  }

  test.each(['STD', 'ORG'] as const)('records each step of a registration as %s', async (label) => {
    const email = `r${++count}@example.org`
    const first = await beginRegistration(server, email)
    let begun = first
    const again = await logOf(async () => {
      begun = await beginRegistration(server, email)
    })
    const { id, http } = begun
    expect(again).toEqual([
      ['account.replace-unfinished', 'done', null, first.id, null],
      ['account.create', 'done', null, id, null],
    ])
    const setLabel = () => http.post('/api/v1/user/label', { userId: id, label })
    expect(await logOf(setLabel)).toEqual([['label.set', 'done', null, id, { label }]])
    const data = label === 'ORG' ? organisationProfile(email) : studentProfile(email, institute.id, `R-${count}`)
    const collection = label === 'ORG' ? 'organisations' : 'students'
    const describeSelf = () => http.post(documentsPath(label), { documentId: id, data })
    expect(await logOf(describeSelf)).toEqual([['profile.create', 'done', null, id, { collection }]])
    const enter = () => http.post('/v1/account/sessions/email', { email, password: somePassword })
    expect(await logOf(enter)).toEqual([['login', 'done', id, null, null]])
    const ask = () => http.post('/v1/account/verification', { url: `${server.origin}/verify-email` })
    expect(await logOf(ask)).toEqual([['verification.request', 'done', id, null, null]])
    const confirm = (secret: string) => () =>
      server.openBrowser().put('/v1/account/verification', { userId: id, secret })
    const { secret } = await mailedLink(email, '/verify-email')
    expect(await logOf(confirm(wrongSecret))).toEqual([['verification.confirm', 'refused', null, id, null]])
    expect(await logOf(confirm(secret))).toEqual([['verification.confirm', 'done', null, id, null]])
  })

  test('records passwords and emails, given, wrong and changed', async () => {
    const { id, http, password, email } = await newStudent()
    const give = (given: string) => () => http.post('/api/v1/session/confirm', { password: given })
    expect(await logOf(give('not-the-password'))).toEqual([
      ['login', 'refused', id, null, { why: 'wrong-current-password' }],
    ])
    expect(await logOf(give(password))).toEqual([['step-up', 'done', id, null, { by: 'password' }]])
    const changePassword = () => http.patch('/v1/account/password', { password: newPassword, oldPassword: password })
    expect(await logOf(changePassword)).toEqual([['password.change', 'done', id, null, null]])
    const changeEmail = () => http.patch('/v1/account/email', { email: `n${email}`, password: newPassword })
    expect(await logOf(changeEmail)).toEqual([['email.change', 'done', id, null, null]])
  })

  test('records a recovery by the hash of an email without an account', async () => {
    const { id, email } = await newStudent()
    const recover = (of: string) => () =>
      server.openBrowser().post('/v1/account/recovery', { email: of, url: `${server.origin}/new-password` })
    const hash = expect.stringMatching(/^[\w-]{43}$/)
    expect(await logOf(recover('nobody@example.org'))).toEqual([['recovery.request', 'refused', null, hash, null]])
    expect(await logOf(recover(email))).toEqual([['recovery.request', 'done', null, id, null]])
    const { secret } = await mailedLink(email, '/new-password')
    const reset = (given: string) => () =>
      server.openBrowser().put('/v1/account/recovery', { userId: id, secret: given, password: newPassword })
    expect(await logOf(reset(wrongSecret))).toEqual([['recovery.confirm', 'refused', null, id, null]])
    expect(await logOf(reset(secret))).toEqual([['recovery.confirm', 'done', null, id, null]])
  })

  test('records logouts: here, elsewhere and everywhere', async () => {
    const student = await newStudent()
    const { id } = student
    const end = ({ http }: Person, which: string) => logOf(() => http.delete(`/v1/account/sessions${which}`))
    const elsewhere = await logIn(student, server.openBrowser())
    const { body } = await elsewhere.http.get<{ $id: string }>('/v1/account/sessions/current')
    expect(await end(student, `/${body.$id}`)).toEqual([['logout', 'done', id, null, null]])
    expect(await end(student, '/current')).toEqual([['logout', 'done', id, null, null]])
    await logIn(student)
    expect(await end(student, '')).toEqual([['logout', 'done', id, null, { everywhere: true }]])
  })

  test('records changes of a document', async () => {
    const [student, other] = [await newStudent(), await newOrganisation()]
    const { id, http } = student
    const patch = (data: object) => () => http.patch(`${documentsPath('STD')}/${id}`, { data })
    expect(await logOf(patch({ phoneNumber: '+91 98450 00000' }))).toEqual([
      ['profile.update', 'done', id, null, { fields: ['phoneNumber'] }],
    ])
    expect(await logOf(patch({ organisation: [institute.id, other.id] }))).toEqual([
      ['membership.add', 'done', id, other.id, { organisationId: other.id }],
    ])
    expect(await logOf(() => http.delete(`${documentsPath('STD')}/${id}`))).toEqual([
      ['profile.delete', 'done', id, id, { collection: 'students', rows: {} }],
    ])
  })

  test('records passkeys, registered and refused', async () => {
    const student = await newStudent()
    const { id, http, authenticator } = student
    const options = accepted(await askToRegister(http, subjectOf(student)))
    const credential = authenticator.register(options)
    const register = () => sendRegistration(http, subjectOf(student), credential)
    expect(await logOf(register)).toEqual([['passkey.register', 'done', id, null, registration]])
    expect(await logOf(register)).toEqual([['passkey.register', 'refused', id, id, null]])
    const cred = authenticator.assert(accepted(await askToAssert(http, subjectOf(student))))
    const stepUp = async () => accepted(await sendAssertion(http, subjectOf(student), cred))
    expect(await logOf(stepUp)).toEqual([['step-up', 'done', id, null, { by: 'passkey' }]])
    const replay = () => sendAssertion(http, subjectOf(student), cred)
    expect(await logOf(replay)).toEqual([['passkey.assert', 'refused', id, id, null]])
  })

  test('records a lost passkey’s link, and the held passkey that replaces it', async () => {
    const student = await newStudent()
    const { id, email, password } = student
    await registerPasskey(student)
    const ask = () => student.http.post('/api/v1/passkey/replacement')
    expect(await logOf(ask)).toEqual([['passkey.replacement-request', 'done', id, null, null]])
    const link = await mailedLink(email, '/replace-passkey')
    const http = server.openBrowser()
    const open = (change: object) => () => http.put('/api/v1/passkey/replacement', { ...link, password, ...change })
    expect(await logOf(open({ secret: wrongSecret }))).toEqual([
      ['passkey.replacement-open', 'refused', null, id, null],
    ])
    expect(await logOf(open({ password: 'not-the-password' }))).toEqual([
      ['login', 'refused', null, id, { why: 'wrong-password' }],
    ])
    expect(await logOf(open({}))).toEqual([['passkey.replacement-open', 'done', id, null, null]])
    const authenticator = createSoftwareAuthenticator({ origin: server.origin })
    expect(await logOf(() => registerPasskey({ ...student, http, authenticator }))).toEqual([
      ['passkey.register', 'done', id, null, heldRegistration],
    ])
  })

  test('records an organisation’s recovery codes', async () => {
    const { id, http } = await newOrganisation()
    let codes: readonly string[] = []
    const make = async () => {
      codes = (await http.post<RecoveryCodes>('/api/v1/recovery-codes')).body.codes
    }
    expect(await logOf(make)).toEqual([['recovery-codes.make', 'done', id, null, null]])
    const use = () => server.openBrowser().post('/api/v1/recovery-codes/use', { userId: id, code: codes[0] })
    expect(await logOf(use)).toEqual([['recovery-code.use', 'done', null, id, null]])
    expect(await logOf(use)).toEqual([['recovery-code.use', 'refused', null, id, null]])
  })

  test('records the removal of the last passkey', async () => {
    const { id, http } = await newOrganisation()
    const { body } = await http.get<OwnPasskeys>('/api/v1/passkeys')
    expect(await logOf(() => http.delete(`/api/v1/passkeys/${body.passkeys[0]?.id}`))).toEqual([
      ['passkey.remove', 'done', id, null, { passkeyId: body.passkeys[0]?.id, isLast: true }],
    ])
  })
})
