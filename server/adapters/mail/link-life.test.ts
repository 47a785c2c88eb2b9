import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { queueTokenMail } from '#server/domain/accounts/mailed-token.ts'
import type { TokenPurpose, TokenStore } from '#server/domain/accounts/stores.ts'
import { createSendDueMail, type DueMailDeps } from '#server/domain/mail/send-due-mail.ts'
import { hashSecret } from '#server/domain/secret-hash.ts'
import { openForReading } from '#server/storage/open-for-reading.ts'
import { readPart, startCaptureSmtp } from '#testing/capture-smtp.ts'
import { locate } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import type { OpenStorage } from '../../storage/opened-storage.ts'
import { createSmtpMailer } from './smtp-mailer.ts'

const [minute, hour] = [60_000, 60 * 60_000]
const lifeMs = { verification: 24 * hour, recovery: 30 * minute, 'passkey-replacement': 30 * minute }

describe.each(engines)('a mailed link on %s', (engine) => {
  let storages: TestStorage
  let storage: OpenStorage
  let smtpPort: number
  let people = 0
  const closers: (() => unknown)[] = []
  beforeAll(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    smtpPort = await findFreePort()
  })
  afterAll(() => storages.close())
  afterEach(async () => {
    for (const close of closers.splice(0).reverse()) await close()
    // The next test begins with an empty outbox.
    for (const { id } of await storage.outbox.take(100, minute)) await storage.outbox.markSent(id)
    storages.clock.advance(100 * hour)
    for (const { id } of await storage.outbox.take(100, minute)) await storage.outbox.markSent(id)
  })

  async function startSmtp(options: Parameters<typeof startCaptureSmtp>[0] = {}) {
    const smtp = await startCaptureSmtp({ port: smtpPort, ...options })
    closers.push(smtp.close)
    return smtp
  }
  /** A process's parts for sending mail. `broken`: the functions of the token store that fail in it. */
  function startWorker(broken: Partial<TokenStore> = {}) {
    const from = { name: 'Rollkey', address: 'no-reply@attend.example.org' }
    const mailer = createSmtpMailer({ smtp: { host: '127.0.0.1', port: smtpPort, tls: 'none', auth: undefined }, from })
    closers.push(mailer.close)
    const deps: DueMailDeps = {
      outbox: storage.outbox,
      tokens: { ...storage.tokens, ...broken },
      receipts: storage.receipts,
      memberships: storage.memberships,
      staff: storage.staff,
      organisations: storage.organisations,
      accounts: storage.accounts,
      invitations: storage.invitations,
      roster: storage.roster,
      desk: storage.desk,
      makeDigits: () => '',
      passkeys: storage.passkeys,
      rulings: storage.rulings,
      notices: storage.notices,
      deliverPush: async () => 'sent',
      mailer,
      random: systemRandom,
      now: storage.now,
      origin: 'https://attend.example.org',
      contactEmail: 'us@example.org',
    }
    return createSendDueMail(deps)
  }
  async function ask(purpose: TokenPurpose = 'recovery', accountId = `person-${++people}`): Promise<string> {
    const account = makeAccount(accountId)
    if (!(await storage.accounts.find(accountId))) await storage.accounts.insert(account)
    await storage.transaction((stores) => queueTokenMail(stores, { random: systemRandom }, account, purpose))
    return accountId
  }
  const readSecrets = ({ mails }: { mails: readonly { raw: string }[] }) =>
    mails.map(({ raw }) => /secret=([\w-]+)/.exec(readPart(raw, 'text/plain'))?.[1] ?? '')
  const opens = (secret: string | undefined, accountId: string, purpose: TokenPurpose = 'recovery') =>
    storage.tokens.isOpen(hashSecret(secret ?? ''), accountId, purpose)
  async function readToken(accountId: string) {
    const { db, close } = await openForReading(locate(storages.database))
    const row = await db.selectFrom('tokens').selectAll().where('account_id', '=', accountId).executeTakeFirst()
    await close()
    return row
  }

  test.each(['verification', 'recovery', 'passkey-replacement'] as const)(
    'for %s has its whole life after the mail server was down for 40 minutes',
    async (purpose) => {
      const accountId = await ask(purpose)
      const send = startWorker()
      for (let waited = 0; waited < 40; waited += 10) {
        expect(await send()).toMatchObject({ failed: 1 })
        storages.clock.advance(10 * minute)
      }
      const smtp = await startSmtp()
      expect(await send()).toMatchObject({ sent: 1 })
      const [secret] = readSecrets(smtp)
      storages.clock.advance(lifeMs[purpose] - minute)
      expect(await opens(secret, accountId, purpose)).toBe(true)
      storages.clock.advance(minute)
      expect(await opens(secret, accountId, purpose)).toBe(false)
    },
  )

  test('ends its life after the mail server’s answer, however late that comes, and never before the time in the mail', async () => {
    const accountId = await ask()
    const slow = (_address: unknown, _session: unknown, done: () => void) => {
      storages.clock.advance(5 * minute)
      done()
    }
    const smtp = await startSmtp({ options: { onRcptTo: slow } })
    expect(await startWorker()()).toMatchObject({ sent: 1 })
    const [secret] = readSecrets(smtp)
    const text = readPart(smtp.mails[0]?.raw ?? '', 'text/plain')
    const expire = Date.parse(new URL(/https:\S+/.exec(text)?.[0] ?? '').searchParams.get('expire') ?? '')
    storages.clock.advance(expire - storages.clock.now())
    expect(await opens(secret, accountId)).toBe(true)
    storages.clock.advance(6 * minute)
    expect(await opens(secret, accountId)).toBe(false)
  })

  test('opens nothing while its mail waits, and none that the mail server refused is kept', async () => {
    const accountId = await ask()
    expect(await readToken(accountId)).toMatchObject({ secret_hashes: null, expires_at: null })
    const smtp = await startSmtp()
    smtp.refusals.data = 451
    expect(await startWorker()()).toMatchObject({ failed: 1 })
    expect(await readToken(accountId)).toMatchObject({ secret_hashes: null, expires_at: null })
  })

  describe('whose mail server hung up after the message', () => {
    async function sendInVain(broken: Partial<TokenStore> = {}) {
      const accountId = await ask()
      const smtp = await startSmtp()
      smtp.behaviour.hangUpAfterData = true
      const send = startWorker(broken)
      const sent = send()
      if (Object.keys(broken).length > 0) await expect(sent).rejects.toThrow(AggregateError)
      else expect(await sent).toMatchObject({ failed: 1 })
      smtp.behaviour.hangUpAfterData = false
      return { accountId, smtp, send }
    }

    test('works, and the next try repeats it and restarts its life', async () => {
      const { accountId, smtp, send } = await sendInVain()
      expect(await opens(readSecrets(smtp)[0], accountId)).toBe(true)
      storages.clock.advance(29 * minute)
      expect(await send()).toMatchObject({ sent: 1 })
      const [first, second] = readSecrets(smtp)
      expect(second).toBe(first)
      storages.clock.advance(29 * minute)
      expect(await opens(first, accountId)).toBe(true)
    })

    test('works beside the one with which another process tries again', async () => {
      const { accountId, smtp } = await sendInVain()
      storages.clock.advance(minute)
      expect(await startWorker()()).toMatchObject({ sent: 1 })
      const secrets = readSecrets(smtp)
      expect(new Set(secrets).size).toBe(2)
      for (const secret of secrets) expect(await opens(secret, accountId)).toBe(true)
      expect(await storage.tokens.take(hashSecret(secrets[0] ?? ''), accountId, 'recovery')).toBeDefined()
      expect(await opens(secrets[1], accountId)).toBe(false)
    })

    test('still works when the next try is refused, by the same process or another', async () => {
      const { accountId, smtp, send } = await sendInVain()
      smtp.refusals.recipient = 450
      for (const retry of [send, startWorker()]) {
        storages.clock.advance(2 * minute)
        expect(await retry()).toMatchObject({ failed: 1 })
        expect(await opens(readSecrets(smtp)[0], accountId)).toBe(true)
      }
    })

    test('works when the process died before it could store the result', async () => {
      const die = () => Promise.reject(new Error('the process has died'))
      const { accountId, smtp } = await sendInVain({ beginLife: die })
      expect(await opens(readSecrets(smtp)[0], accountId)).toBe(true)
      storages.clock.advance(5 * minute)
      smtp.refusals.recipient = 450
      expect(await startWorker()()).toMatchObject({ failed: 1 })
      expect(await opens(readSecrets(smtp)[0], accountId)).toBe(true)
    })
  })

  test('that waited for 24 hours is not sent any more, and opens nothing', async () => {
    const accountId = await ask()
    storages.clock.advance(24 * hour + 6 * minute)
    const smtp = await startSmtp()
    expect(await startWorker()()).toMatchObject({ sent: 0, dropped: 1 })
    expect(smtp.mails).toEqual([])
    expect(await readToken(accountId)).toMatchObject({ secret_hashes: null, expires_at: null })
  })

  test('is void once a new one was asked for, with all its secrets, and its mail is not sent any more', async () => {
    const accountId = await ask()
    const smtp = await startSmtp()
    smtp.behaviour.hangUpAfterData = true
    await startWorker()()
    await ask('recovery', accountId)
    smtp.behaviour.hangUpAfterData = false
    storages.clock.advance(minute)
    expect(await startWorker()()).toMatchObject({ sent: 1, dropped: 1 })
    const [older, newer] = readSecrets(smtp)
    expect([await opens(older, accountId), await opens(newer, accountId)]).toEqual([false, true])
  })
})
