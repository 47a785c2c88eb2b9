import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Label } from '#contract/identifiers.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import { insertLogin } from '#testing/insert-login.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { insertPasskey, type MadePasskey, makePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addSigningInstitute,
  addStudent,
  type CheckInDeps,
  checkInAtScreen,
  checkInDeps,
  startSession as startClass,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { createSoftwareAuthenticator, type SoftwareAuthenticator } from '#testing/software-authenticator.ts'
import { logIn } from '../accounts/log-in.ts'
import { confirmByPassword } from '../accounts/step-up.ts'
import { beginAssertion } from '../client-calls/begin-assertion.ts'
import { finishAssertion } from '../client-calls/finish-assertion.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { queueDueNotices } from '../mail/queue-due-notices.ts'
import type { RequestContext } from '../request-context.ts'
import { startSession } from '../sessions/start-session.ts'
import { beginRegistration } from './begin-registration.ts'
import { finishRegistration } from './finish-registration.ts'
import { clearSuspectPasskey, listOwnPasskeys, removePasskey, renamePasskey } from './own-passkeys.ts'

const minute = 60_000
const origin = 'http://localhost:8080'
const googlePasswordManager = 'ea9b8d664d011d213ce4b6b48cb575d4'
const stepUpNeeded = { reason: 'step-up-needed' }
const right = 'the right password'

describe.each(engines)('own passkeys on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps & Pick<Deps, 'hasher' | 'limitScale'>
  let passkeys: Record<'institute' | 'asha' | 'bala', MadePasskey>
  let asha: Browser

  /** A login; the account's state and the session's are read at each request, as over HTTP. */
  type Browser = { readonly id: string; readonly label: Label; readonly sessionId: string }

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    const hasher = {
      hash: async () => 'a new hash',
      verify: async (_hash: string | undefined, password: string) => password === right,
      isOutdated: () => false,
    }
    deps = { ...checkInDeps(storage), hasher, limitScale: 1 }
    passkeys = {
      institute: await addSigningInstitute(storage, 'institute'),
      asha: await addStudent(storage, 'asha', ['institute']),
      bala: await addStudent(storage, 'bala', ['institute']),
    }
    asha = await open('asha')
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  async function open(id: string, label: Label = 'STD'): Promise<Browser> {
    const factors = label === 'ORG' ? (['password', 'passkey'] as const) : (['password'] as const)
    return { id, label, sessionId: await insertLogin(storage, id, factors, `${Math.random()}`, await storage.now()) }
  }
  async function within({ id, label, sessionId }: Browser): Promise<RequestContext> {
    const live = (await storage.sessions.listLive(id)).find((session) => session.id === sessionId)
    if (!live) throw new Error('the session has ended')
    const [row] = rowsOf(await storages.readTables(), 'sessions').filter((one) => one.id === sessionId)
    const caller = makeCaller(id, label, live, await storage.accounts.find(id))
    return makeContext({ caller: { ...caller, tokenHash: String(row?.token_hash) } })
  }
  async function addPasskey(id: 'institute' | 'asha' | 'bala'): Promise<MadePasskey> {
    storages.clock.advance(1)
    const passkey = await makePasskey(origin, passkeys[id].userHandle)
    await insertPasskey(storage, id, passkey, await storage.now())
    return passkey
  }
  const list = async (browser: Browser) =>
    (await listOwnPasskeys(deps, await enter('passkeys.list', await within(browser)))).passkeys
  const idOf = async (browser: Browser, index = 0) => (await list(browser))[index]?.id ?? ''
  const remove = async (browser: Browser, id: string) =>
    removePasskey(deps, await enter('passkeys.remove', await within(browser)), { passkeyId: id })
  const clear = async (browser: Browser) =>
    clearSuspectPasskey(deps, await enter('passkeys.clear', await within(browser)), { passkeyId: await idOf(browser) })
  const givePassword = async (browser: Browser, password = right) =>
    confirmByPassword(deps, await enter('session.confirm', await within(browser)), { password })
  const read = async <Name extends 'outbox' | 'audit_log' | 'passkeys' | 'login_misses'>(table: Name) =>
    rowsOf(await storages.readTables(), table)
  const audit = async (action: string) => (await read('audit_log')).filter((row) => row.action === action)
  const mailsOf = async () => (await read('outbox')).map(({ kind, recipient }) => `${kind} ${recipient}`)
  const subjectOf = ({ id, label }: Pick<Browser, 'id' | 'label'>) => ({ userId: id, category: label })
  const ask = async (context: RequestContext, of: Pick<Browser, 'id' | 'label'>) =>
    (
      await beginAssertion(
        deps,
        await enter(of.label === 'ORG' ? 'passkey.assert.ORG' : 'passkey.assert.STD', context),
        subjectOf(of),
        context.cookies.preLogin ?? '',
      )
    ).options
  /** By default of the own passkey: a step-up. */
  async function assert(browser: Browser, authenticator: SoftwareAuthenticator, of = browser): Promise<boolean> {
    const options = await ask(await within(browser), of)
    const answer = authenticator.assert(options as never)
    return (
      await finishAssertion(
        deps,
        await enter('passkey.assert-finish.STD', await within(browser)),
        subjectOf(of),
        answer as never,
      )
    ).verification
  }
  async function makeSuspect(): Promise<void> {
    const { authenticator } = passkeys.asha
    const copy = authenticator.clone()
    for (let uses = 0; uses < 3; uses++) expect(await assert(asha, authenticator)).toBe(true)
    expect(await assert(asha, copy)).toBe(false)
    expect(await list(asha)).toMatchObject([{ isSuspect: true }])
  }

  test('are listed with the data that their owner needs, and without keys', async () => {
    const synced = createSoftwareAuthenticator({ origin, backupEligible: true })
    await assert(asha, passkeys.asha.authenticator)
    // The oldest one is listed first.
    storages.clock.advance(1)
    const options = await beginRegistration(deps, await enter('passkey.register', await within(asha)), subjectOf(asha))
    const credential = synced.register(options as never, { aaguid: googlePasswordManager })
    await finishRegistration(
      deps,
      await enter('passkey.verify', await within(asha)),
      subjectOf(asha),
      credential as never,
    )
    const answer = await listOwnPasskeys(deps, await enter('passkeys.list', await within(asha)))
    expect(answer).toMatchObject({
      relyingPartyId: 'localhost',
      userHandle: options.user.id,
      recoveryCodes: null,
      enrolment: null,
      passkeys: [
        { name: 'Passkey 1', provider: null, isSynced: false, lastUsedAt: expect.any(Number) },
        {
          credentialId: credential.id,
          name: 'Google Password Manager',
          provider: 'Google Password Manager',
          isSynced: true,
          lastUsedAt: null,
          heldUntil: null,
          isSuspect: false,
        },
      ],
    })
    for (const { public_key } of await read('passkeys')) expect(JSON.stringify(answer)).not.toContain(public_key)
  })

  test('are named by their owner', async () => {
    await addPasskey('asha')
    const id = await idOf(asha, 1)
    const named = await renamePasskey(deps, await enter('passkeys.rename', await within(asha)), {
      passkeyId: id,
      name: 'My phone',
    })
    expect(named).toMatchObject({ passkeys: [{ name: 'Passkey 1' }, { id, name: 'My phone' }] })
    expect(await audit('passkey.rename')).toMatchObject([{ account_id: 'asha' }])
  })

  test('of others cannot be named, removed or cleared, and look as if they did not exist', async () => {
    const [id, stranger] = [await idOf(asha), await within(await open('bala'))]
    const before = await read('passkeys')
    for (const act of [
      async () => renamePasskey(deps, await enter('passkeys.rename', stranger), { passkeyId: id, name: 'Mine' }),
      async () => removePasskey(deps, await enter('passkeys.remove', stranger), { passkeyId: id }),
      async () => clearSuspectPasskey(deps, await enter('passkeys.clear', stranger), { passkeyId: id }),
    ]) {
      await expect(act()).rejects.toMatchObject({ type: 'document_not_found' })
    }
    expect(await read('passkeys')).toEqual(before)
  })

  describe('are removed', () => {
    test('with their name and their effect; other sessions end and the owner gets a mail', async () => {
      const second = await addPasskey('asha')
      await open('asha')
      const { left, token } = await remove(asha, await idOf(asha))
      expect(left.passkeys).toMatchObject([{ credentialId: second.credentialId }])
      expect(token).toBeUndefined()
      expect((await storage.sessions.listLive('asha')).map(({ id }) => id)).toEqual([asha.sessionId])
      const options = await ask(await within(asha), asha)
      // The server no longer offers it.
      const [removed] = passkeys.asha.authenticator.credentials
      const answer = passkeys.asha.authenticator.assert(options as never, removed && { using: removed })
      expect(
        await finishAssertion(
          deps,
          await enter('passkey.assert-finish.STD', await within(asha)),
          subjectOf(asha),
          answer as never,
        ),
      ).toEqual({
        verification: false,
      })
      expect(await mailsOf()).toEqual(['passkey-removed asha@Example.org'])
      expect(await audit('passkey.remove')).toMatchObject([{ account_id: 'asha' }])
    })

    test('only with a password or a passkey of the last ten minutes', async () => {
      storages.clock.advance(10 * minute + 1)
      const id = await idOf(asha)
      await expect(remove(asha, id)).rejects.toMatchObject(stepUpNeeded)
      await expect(givePassword(asha, 'not-the-password')).rejects.toMatchObject({ reason: 'current-password-wrong' })
      await expect(remove(asha, id)).rejects.toMatchObject(stepUpNeeded)
      expect(await list(asha)).toHaveLength(1)
      await givePassword(asha)
      expect((await remove(asha, id)).left.passkeys).toEqual([])
    })

    test('the last one too: then an organisation logs in by its password and cannot mark', async () => {
      const office = await open('institute', 'ORG')
      const start = async (browser: Browser, expected: number) =>
        startSession(deps, await enter('sessions.start', await within(browser)), { groupId: 'institute', expected })
      await start(office, 1)
      expect((await remove(office, await idOf(office))).token).toEqual(expect.any(String))
      const noPasskey = { message: 'You have not registered your passkey yet!' }
      await expect(start(office, 2)).rejects.toMatchObject(noPasskey)
      const login = await logIn(deps, await enter('session.create', makeContext()), {
        email: 'institute@example.org',
        password: right,
      })
      expect(login.session.factors).toEqual(['password'])
    })

    test('a proof of the removed passkey opens no login', async () => {
      const office = await open('institute', 'ORG')
      await addPasskey('institute')
      const elsewhere = makeContext({ cookies: { preLogin: 'a browser before its login' } })
      const options = await ask(elsewhere, office)
      const answer = passkeys.institute.authenticator.assert(options as never)
      const proof = await finishAssertion(
        deps,
        await enter('passkey.assert-finish.ORG', elsewhere),
        subjectOf(office),
        answer as never,
      )
      expect(proof).toEqual({ verification: true })
      await remove(office, await idOf(office))
      const login = logIn(deps, await enter('session.create', elsewhere), {
        email: 'institute@example.org',
        password: right,
      })
      await expect(login).rejects.toMatchObject({ type: 'user_more_factors_required' })
    })

    test('once, when it is asked for eight times at once', async () => {
      await addPasskey('asha')
      const [id, context] = [await idOf(asha), await within(asha)]
      const removals = Array.from({ length: 8 }, async () =>
        removePasskey(deps, await enter('passkeys.remove', context), { passkeyId: id }),
      )
      const outcomes = (await Promise.allSettled(removals)).map((one) =>
        one.status === 'fulfilled' ? 'removed' : one.reason.type,
      )
      expect(outcomes.sort()).toEqual([...Array(7).fill('document_not_found'), 'removed'])
      expect(await list(asha)).toHaveLength(1)
    })

    test('by one of two browsers at once: the other one is logged out by it', async () => {
      await addPasskey('asha')
      const other = await open('asha')
      const [first, second] = [await idOf(asha), await idOf(asha, 1)]
      const contexts = [await within(asha), await within(other)] as const
      const outcomes = await Promise.allSettled([
        removePasskey(deps, await enter('passkeys.remove', contexts[0]), { passkeyId: first }),
        removePasskey(deps, await enter('passkeys.remove', contexts[1]), { passkeyId: second }),
      ])
      const refusals = outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.type] : []))
      expect(refusals).toEqual(['general_unauthorized_scope'])
      expect((await read('passkeys')).filter(({ account_id }) => account_id === 'asha')).toHaveLength(1)
    })
  })

  describe('are suspect after their counter went back', () => {
    test('and work again once another factor was given after that, not by one from before', async () => {
      await makeSuspect()
      await expect(ask(await within(asha), asha)).rejects.toMatchObject({ reason: 'own-passkey-unusable' })
      await expect(clear(asha)).rejects.toMatchObject(stepUpNeeded)
      storages.clock.advance(1)
      await givePassword(asha)
      storages.clock.advance(10 * minute + 1)
      await expect(clear(asha)).rejects.toMatchObject(stepUpNeeded)
      await givePassword(asha)
      expect((await clear(asha)).passkeys).toMatchObject([{ isSuspect: false }])
      expect((await mailsOf()).filter((one) => one.includes('cleared'))).toEqual([
        'passkey-suspect-cleared asha@Example.org',
      ])
      expect(await assert(asha, passkeys.asha.authenticator)).toBe(true)
      expect(await audit('passkey.clear')).toMatchObject([{ account_id: 'asha' }])
    })

    test('and the other passkey clears them as well', async () => {
      await makeSuspect()
      const { authenticator } = await addPasskey('asha')
      expect(await assert(asha, authenticator)).toBe(true)
      expect((await clear(asha)).passkeys).toMatchObject([{ isSuspect: false }, { isSuspect: false }])
    })

    test('and prove nothing, even if another one was asked for', async () => {
      await makeSuspect()
      await addPasskey('asha')
      const options = await ask(await within(asha), asha)
      const answer = passkeys.asha.authenticator.assert({ ...options, allowCredentials: [] } as never)
      expect(
        await finishAssertion(
          deps,
          await enter('passkey.assert-finish.STD', await within(asha)),
          subjectOf(asha),
          answer as never,
        ),
      ).toEqual({
        verification: false,
      })
    })

    test('and the institute’s screen says so, and the institute gets a mail', async () => {
      await startClass(storage, 'institute', 1, false)
      const office = await open('institute', 'ORG')
      const screen = { caller: { ...office, authenticatedAt: await storage.now() } }
      const copy = { ...passkeys.asha, authenticator: passkeys.asha.authenticator.clone() }
      await checkInAtScreen(deps, screen, passkeys.asha, 'asha')
      const refused = { reason: 'passkey-suspect' }
      await expect(checkInAtScreen(deps, screen, copy, 'asha')).rejects.toMatchObject(refused)
      await expect(ask(await within(office), asha)).rejects.toMatchObject(refused)
      storages.clock.advance(10 * minute)
      await queueDueNotices(storage)
      expect(await mailsOf()).toContain('member-passkey-suspect institute@Example.org')
    })

    test('and a student’s own institutes get a mail about one on the student’s own device, and no others', async () => {
      for (const id of ['second', 'other']) await addInstitute(storage, id)
      const joining = { organisationId: 'second', studentId: 'asha', joinedAt: await storage.now() }
      await storage.transaction(({ memberships }) => memberships.insert(joining, 'ASHA'))
      await makeSuspect()
      storages.clock.advance(10 * minute)
      await queueDueNotices(storage)
      expect(new Set(await mailsOf())).toEqual(
        new Set([
          'passkey-suspect asha@Example.org',
          'member-passkey-suspect-elsewhere institute@Example.org',
          'member-passkey-suspect-elsewhere second@Example.org',
        ]),
      )
    })

    test('and an organisation’s is reported only to itself, even when another account is logged in in that browser', async () => {
      const office = await open('institute', 'ORG')
      const { authenticator } = passkeys.institute
      const copy = authenticator.clone()
      expect(await assert(office, authenticator)).toBe(true)
      const { caller } = await within(asha)
      const browser = makeContext({ caller, cookies: { preLogin: 'a browser before its login' } })
      const answer = copy.assert((await ask(browser, office)) as never)
      expect(
        await finishAssertion(
          deps,
          await enter('passkey.assert-finish.ORG', browser),
          subjectOf(office),
          answer as never,
        ),
      ).toEqual({ verification: false })
      expect(await mailsOf()).toEqual(['passkey-suspect institute@Example.org'])
    })
  })

  test('the password given again counts as a try like any other', async () => {
    for (let tries = 0; tries < 2; tries++) {
      await expect(givePassword(asha, 'not-the-password')).rejects.toThrow()
    }
    expect((await read('login_misses')).some(({ in_row }) => in_row === 2)).toBe(true)
    await givePassword(asha)
  })
})
