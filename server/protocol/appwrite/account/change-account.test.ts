import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { beginRegistration } from '#testing/begin-registration.ts'
import { engines } from '#testing/create-database.ts'
import { askToRegister } from '#testing/passkey-ceremony.ts'
import {
  documentsPath,
  logIn,
  type Person,
  readMailedToken,
  registerOrganisation,
  registerStudent,
} from '#testing/people-over-http.ts'
import { refusal } from '#testing/refusal.ts'
import { pickTables, rowsOf } from '#testing/rows-of.ts'
import { cheapHasher, startTestServer, type TestServer } from '#testing/test-server.ts'

describe.each(engines)('changing the account on %s', (engine) => {
  let server: TestServer
  let organisation: Person
  let count = 0
  /** Runs once, after the next password check and before the change that it allows. */
  let meanwhile: (() => Promise<unknown>) | undefined
  const hasher: typeof cheapHasher = {
    ...cheapHasher,
    async verify(hash, password) {
      const isRight = await cheapHasher.verify(hash, password)
      const work = meanwhile
      meanwhile = undefined
      await work?.()
      return isRight
    },
  }

  beforeAll(async () => {
    server = await startTestServer(engine, { hasher })
    organisation = await registerOrganisation(server)
  })
  afterAll(() => server.close())

  const registerSomebody = () =>
    registerStudent(server, organisation.id, { email: `before${++count}@example.org`, rollNumber: `R${count}` })
  /** The owner takes the account back by the mailed link, from a thief who knows its password. */
  const prepareReset = async ({ email }: Person, password: string) => {
    await server.openBrowser().post('/v1/account/recovery', { email, url: `${server.origin}/new-password` })
    const token = readMailedToken((await server.inbox.next(email)).links, '/new-password')
    return async () => {
      const reply = await server.openBrowser().put('/v1/account/recovery', { ...token, password })
      expect(reply).toMatchObject({ status: 200 })
    }
  }
  const changeNothing = async (work: () => Promise<unknown>) => {
    const read = async () =>
      pickTables(await server.readTables(), 'accounts', 'sessions', 'tokens', 'outbox', 'students')
    const before = await read()
    await work()
    expect(await read()).toEqual(before)
  }

  describe('its email', () => {
    const change = ({ http }: Pick<Person, 'http'>, email: string, password: string) =>
      http.patch('/v1/account/email', { email, password })

    test('becomes unverified; old and new address get a mail, and the other sessions and links end', async () => {
      const person = await registerSomebody()
      const other = await logIn(person, server.openBrowser())
      await server
        .openBrowser()
        .post('/v1/account/recovery', { email: person.email, url: `${server.origin}/new-password` })
      const recovery = readMailedToken((await server.inbox.next(person.email)).links, '/new-password')

      const email = `After${count}@example.org`
      expect(await change(person, email, person.password)).toMatchObject({
        status: 200,
        body: { $id: person.id, email, emailVerification: false },
      })
      expect((await server.inbox.next(person.email)).subject).toBe('The email of your Rollkey account was changed')
      const token = readMailedToken((await server.inbox.next(email)).links, '/verify-email')
      expect(await other.http.get('/v1/account')).toMatchObject({ status: 401 })
      expect(await person.http.get('/v1/account')).toMatchObject({ status: 200, body: { email } })
      expect(
        await server.openBrowser().put('/v1/account/recovery', { ...recovery, password: 'bamboo-saddle-comet-51' }),
      ).toMatchObject(refusal(401, 'user_invalid_token'))
      expect(await person.http.get(`${documentsPath('STD')}/${person.id}`)).toMatchObject(
        refusal(403, 'user_email_not_verified'),
      )
      expect(await server.openBrowser().put('/v1/account/verification', token)).toMatchObject({ status: 200 })
      expect(await person.http.get('/v1/account')).toMatchObject({ body: { emailVerification: true } })
    })

    test('logs in with the new one and no longer with the old one', async () => {
      const person = await registerSomebody()
      const email = `after${count}@example.org`
      await change(person, email, person.password)
      const open = (address: string) =>
        server.openBrowser().post('/v1/account/sessions/email', { email: address, password: person.password })
      expect(await open(person.email)).toMatchObject(refusal(401, 'user_invalid_credentials'))
      expect(await open(email)).toMatchObject({ status: 201 })
    })

    test.each<[how: string, respell: (email: string) => string]>([
      ['as it is', (email) => email],
      ['in another spelling', (email) => email.toUpperCase()],
    ])('may be given %s: the address stays verified, and sessions and links stay', async (_how, respell) => {
      const person = await registerSomebody()
      const other = await logIn(person, server.openBrowser())
      const useRecovery = await prepareReset(person, 'bamboo-saddle-comet-51')
      const email = respell(person.email)
      expect(await change(person, email, person.password)).toMatchObject({
        status: 200,
        body: { email, emailVerification: true },
      })
      expect(await other.http.get(`${documentsPath('STD')}/${person.id}`)).toMatchObject({ status: 200 })
      await useRecovery()
      // Before this, neither a notice of a change nor a link was sent.
      expect((await server.inbox.next(email)).subject).toBe('The password of your Rollkey account was changed')
    })

    test('may be given as it is, to get another link, as long as it is not verified', async () => {
      const person = await registerSomebody()
      const email = `after${count}@example.org`
      await change(person, email, person.password)
      const first = readMailedToken((await server.inbox.next(email)).links, '/verify-email')
      expect(await change(person, email.toUpperCase(), person.password)).toMatchObject({
        status: 200,
        body: { emailVerification: false },
      })
      const second = readMailedToken((await server.inbox.next(email.toUpperCase())).links, '/verify-email')
      const open = (token: object) => server.openBrowser().put('/v1/account/verification', token)
      expect(await open(first)).toMatchObject(refusal(401, 'user_invalid_token'))
      expect(await open(second)).toMatchObject({ status: 200 })
    })

    test('may be given in another spelling before the registration is finished, and stays the owner’s', async () => {
      const { id, http, email, password } = await beginRegistration(server, `unfinished${++count}@example.org`)
      await http.post('/v1/account/sessions/email', { email, password })
      expect(await change({ http }, email.toUpperCase(), password)).toMatchObject({ status: 200, body: { $id: id } })
    })

    test('makes older links void for good, even when the old address comes back', async () => {
      const person = await registerSomebody()
      const { email } = person
      await server.openBrowser().post('/v1/account/recovery', { email, url: `${server.origin}/new-password` })
      const recovery = readMailedToken((await server.inbox.next(email)).links, '/new-password')
      for (const next of [`after${count}@example.org`, email]) {
        expect(await change(person, next, person.password)).toMatchObject({ status: 200 })
      }
      expect(
        await server.openBrowser().put('/v1/account/recovery', { ...recovery, password: 'bamboo-saddle-comet-51' }),
      ).toMatchObject(refusal(401, 'user_invalid_token'))
    })

    test('is copied to the profile, which can have no other', async () => {
      const person = await registerSomebody()
      const path = `${documentsPath('STD')}/${person.id}`
      const email = `after${count}@example.org`
      await change(person, email, person.password)
      const refused = await person.http.patch(path, { data: { email: person.email } })
      expect(refused).toMatchObject(refusal(400, 'document_invalid_structure'))
      expect(await person.http.patch(path, { data: { email } })).toMatchObject({ status: 200, body: { email } })
    })

    test('needs the current password', async () => {
      const person = await registerSomebody()
      await changeNothing(async () => {
        expect(await change(person, 'stolen@example.org', 'not-the-password-1')).toMatchObject(
          refusal(401, 'user_invalid_credentials'),
        )
        expect(await person.http.patch('/v1/account/email', { email: 'stolen@example.org' })).toMatchObject(
          refusal(400, 'general_argument_invalid'),
        )
        expect(await change({ http: server.openBrowser() }, 'stolen@example.org', person.password)).toMatchObject(
          refusal(401, 'general_unauthorized_scope'),
        )
      })
    })

    test('cannot be that of another account', async () => {
      const person = await registerSomebody()
      await changeNothing(async () => {
        expect(await change(person, organisation.email.toUpperCase(), person.password)).toMatchObject(
          refusal(409, 'user_target_already_exists'),
        )
        expect(await change(person, 'not an email', person.password)).toMatchObject(
          refusal(400, 'general_argument_invalid'),
        )
      })
    })

    test('stays as it is when the password is reset during the check', async () => {
      const person = await registerSomebody()
      meanwhile = await prepareReset(person, 'bamboo-saddle-comet-51')
      expect(await change(person, `stolen${count}@example.org`, person.password)).toMatchObject(
        refusal(401, 'user_invalid_credentials'),
      )
      const accounts = rowsOf(await server.readTables(), 'accounts').filter(({ id }) => id === person.id)
      expect(accounts).toMatchObject([{ email: person.email }])
    })

    test('may be one whose registration was never finished', async () => {
      const person = await registerSomebody()
      const unfinished = await beginRegistration(server, `reserved${count}@example.org`)
      expect(await change(person, unfinished.email, person.password)).toMatchObject({ status: 200 })
      const accounts = rowsOf(await server.readTables(), 'accounts').filter(({ email }) => email === unfinished.email)
      expect(accounts).toMatchObject([{ id: person.id, email_verified: 0 }])
    })
  })

  describe('its password', () => {
    const change = ({ http }: Pick<Person, 'http'>, password: string, oldPassword?: string) =>
      http.patch('/v1/account/password', { password, oldPassword })
    const newPassword = 'bamboo-saddle-comet-51'

    test('gives this session a new token, ends the others, and sends a mail', async () => {
      const person = await registerSomebody()
      const other = await logIn(person, server.openBrowser())
      const formerToken = person.http.cookies.get('session')
      const reply = await change(person, newPassword, person.password)
      expect(reply).toMatchObject({ status: 200, body: { $id: person.id } })
      expect(reply.text).not.toMatch(/argon/)
      expect(person.http.cookies.get('session')).not.toBe(formerToken)
      expect(await person.http.get('/v1/account')).toMatchObject({ status: 200 })
      const thief = server.openBrowser()
      thief.cookies.store([`session=${formerToken}; Path=/`])
      for (const http of [thief, other.http]) expect(await http.get('/v1/account')).toMatchObject({ status: 401 })
      expect((await server.inbox.next(person.email)).subject).toBe('The password of your Rollkey account was changed')
      const open = (password: string) =>
        server.openBrowser().post('/v1/account/sessions/email', { email: person.email, password })
      expect(await open(person.password)).toMatchObject(refusal(401, 'user_invalid_credentials'))
      expect(await open(newPassword)).toMatchObject({ status: 201 })
    })

    test('leaves no mailed link that works', async () => {
      const person = await registerSomebody()
      const browser = server.openBrowser()
      await browser.post('/v1/account/recovery', { email: person.email, url: `${server.origin}/new-password` })
      const recovery = readMailedToken((await server.inbox.next(person.email)).links, '/new-password')
      expect(await person.http.post('/api/v1/passkey/replacement')).toMatchObject({ status: 200 })
      const replacement = readMailedToken((await server.inbox.next(person.email)).links, '/replace-passkey')
      expect(await change(person, newPassword, person.password)).toMatchObject({ status: 200 })
      const invalid = refusal(401, 'user_invalid_token')
      const reset = { ...recovery, password: 'bamboo-saddle-comet-51' }
      expect(await browser.put('/v1/account/recovery', reset)).toMatchObject(invalid)
      const opening = { ...replacement, password: newPassword }
      expect(await browser.put('/api/v1/passkey/replacement', opening)).toMatchObject(invalid)
    })

    test('counts as just given after a change: acts that need a recent password are open again', async () => {
      const person = await registerSomebody()
      server.clock.advance(10 * 60_000 + 1_000)
      const subject = { userId: person.id, category: person.label }
      expect(await askToRegister(person.http, subject)).toMatchObject(refusal(401, 'user_unauthorized'))
      expect(await change(person, newPassword, person.password)).toMatchObject({ status: 200 })
      expect(await askToRegister(person.http, subject)).toMatchObject({ status: 200 })
    })

    test('needs the current one', async () => {
      const person = await registerSomebody()
      await changeNothing(async () => {
        for (const old of ['not-the-password-1', 'short', '', undefined]) {
          expect(await change(person, newPassword, old)).toMatchObject(refusal(401, 'user_invalid_credentials'))
        }
        expect(await change({ http: server.openBrowser() }, newPassword, person.password)).toMatchObject(
          refusal(401, 'general_unauthorized_scope'),
        )
      })
    })

    test('stays the new one when it was reset while the old one was being checked', async () => {
      const person = await registerSomebody()
      meanwhile = await prepareReset(person, 'granite-lantern-orbit-7')
      expect(await change(person, newPassword, person.password)).toMatchObject(refusal(401, 'user_invalid_credentials'))
      const open = (password: string) =>
        server.openBrowser().post('/v1/account/sessions/email', { email: person.email, password })
      expect(await open(newPassword)).toMatchObject(refusal(401, 'user_invalid_credentials'))
      expect(await open('granite-lantern-orbit-7')).toMatchObject({ status: 201 })
    })

    test('opens no session when it is reset during the check of a login', async () => {
      const person = await registerSomebody()
      meanwhile = await prepareReset(person, newPassword)
      const http = server.openBrowser()
      const { email, password } = person
      expect(await http.post('/v1/account/sessions/email', { email, password })).toMatchObject(
        refusal(401, 'user_invalid_credentials'),
      )
      expect(rowsOf(await server.readTables(), 'sessions').filter((row) => row.account_id === person.id)).toEqual([])
    })

    test('opens no link to a new passkey when it is changed during the check there', async () => {
      const person = await registerSomebody()
      expect(await person.http.post('/api/v1/passkey/replacement')).toMatchObject({ status: 200 })
      const link = readMailedToken((await server.inbox.next(person.email)).links, '/replace-passkey')
      meanwhile = () => change(person, newPassword, person.password)
      const http = server.openBrowser()
      const open = (password: string) => http.put('/api/v1/passkey/replacement', { ...link, password })
      expect(await open(person.password)).toMatchObject(refusal(401, 'user_invalid_token'))
      expect(http.cookies.get('session')).toBeUndefined()
    })

    test.each([
      ['too short', 'short-7', 'Password must be at least 8 characters long'],
      ['too common', 'Password123', 'This password is among the most common ones. Please choose another'],
      ['made of the name', 'this-is-ASHA-rao', 'Password must not contain ‘Asha’'],
      ['made of the roll number', 'mine:  r-23-x!', 'Password must not contain ‘R-23-X’'],
      ['made of the institute’s name', 'my KAVERI college', 'Password must not contain ‘Kaveri College’'],
    ])('is not changed to one that is %s', async (what, refused, message) => {
      const email = `words.${what.replaceAll(/[^a-z]/g, '')}@example.org`
      const person = await registerStudent(server, organisation.id, { email, rollNumber: `R-${what.length}-X` })
      await changeNothing(async () => {
        expect(await change(person, refused, person.password)).toMatchObject(
          refusal(400, 'general_argument_invalid', message),
        )
      })
    })
  })
})
