import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openForReading } from '#server/storage/open-for-reading.ts'
import { readHeader, readPart, startCaptureSmtp } from '#testing/capture-smtp.ts'
import { locate } from '#testing/check-invariants.ts'
import { createDatabaseWithTables, engines, type TestDatabase } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { createHttpClient } from '#testing/http-client.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { populateInstitute } from '../populate-institute.ts'
import { isControlledOn } from './full-suite.ts'
import type { Guard } from './switch-guard-off.ts'

const recipient = 'b0@bench.example'
const minute = 60_000
/** Longer than the pause before the first retry. */
const retryMs = 40_000

describe.each(engines)('mail on %s', (engine) => {
  let database: TestDatabase
  let origin: string
  let smtpPort: number
  const cleaning: (() => unknown)[] = []
  beforeEach(async () => {
    database = await createDatabaseWithTables(engine)
    origin = `http://localhost:${await findFreePort()}`
    smtpPort = await findFreePort()
    await populateInstitute(locate(database), origin, 1)
  })
  afterEach(async () => {
    for (const clean of cleaning.splice(0).reverse()) await clean()
    await database.drop()
  })

  async function start(guardOff?: Guard, port = new URL(origin).port): Promise<ServerProcess> {
    const { dataDir, databaseUrl = '' } = database
    const env = { PORT: port, PUBLIC_URL: origin, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, LOG_LEVEL: 'silent' }
    const smtp = { SMTP_URL: `smtp://127.0.0.1:${smtpPort}`, RATE_LIMIT_SCALE: '100000' }
    const server = await startServerProcess({ ...env, ...smtp }, guardOff)
    cleaning.push(server.kill)
    return server
  }
  async function startSmtp(options: Parameters<typeof startCaptureSmtp>[0] = {}) {
    const smtp = await startCaptureSmtp({ port: smtpPort, ...options })
    cleaning.push(smtp.close)
    return smtp
  }
  /** Queues a mail if there is an account, and wakes the worker in any case. */
  const askForLink = async (email: string, address = origin) => {
    const http = createHttpClient(address)
    const body = { email, url: `${origin}/new-password` }
    return http.post('/v1/account/recovery', body, { headers: { origin } })
  }
  const wake = (address?: string) => askForLink('nobody@bench.example', address)
  const secretsIn = (mails: readonly { raw: string }[]) =>
    mails.map(({ raw }) => /userId=(?<userId>[^&]+)&secret=(?<secret>[\w-]+)/.exec(readPart(raw, 'text/plain'))?.groups)
  /** The status with which the link of a mail sets a new password. */
  const follow = async (link: Record<string, string> | undefined) => {
    const body = { ...link, password: 'bamboo-saddle-comet-51' }
    return (await createHttpClient(origin).put('/v1/account/recovery', body, { headers: { origin } })).status
  }
  async function readMail() {
    const { db, close } = await openForReading(locate(database))
    const row = await db.selectFrom('outbox').selectAll().where('recipient', '=', recipient).executeTakeFirstOrThrow()
    await close()
    return row
  }
  const until = (isSo: (mail: Awaited<ReturnType<typeof readMail>>) => boolean) =>
    expect.poll(async () => isSo(await readMail())).toBe(true)

  async function sendPast(guardOff?: Guard): Promise<number> {
    const server = await start(guardOff)
    expect((await askForLink(recipient)).status).toBe(201)
    await until(({ attempts }) => attempts === 1)
    const smtp = await startSmtp()
    await server.setClock(retryMs)
    await wake()
    await until(({ sent_at, given_up_at }) => sent_at !== null || given_up_at !== null)
    return smtp.mails.filter(({ recipients }) => recipients.includes(recipient)).length
  }

  test('whose server is down waits, and is sent once when it is back', async () => {
    expect(await sendPast()).toBe(1)
  })

  test.runIf(isControlledOn(engine))('control: without a second try the loss is seen', async () => {
    expect(await sendPast('mail-retry')).toBe(0)
  })

  test('whose server hangs up after the message is sent again, under the same Message-ID', async () => {
    const smtp = await startSmtp()
    smtp.behaviour.hangUpAfterData = true
    const server = await start()
    await askForLink(recipient)
    await until(({ attempts }) => attempts === 1)
    smtp.behaviour.hangUpAfterData = false
    await server.setClock(retryMs)
    await wake()
    await until(({ sent_at }) => sent_at !== null)
    const ids = smtp.mails.map(({ raw }) => readHeader(raw, 'Message-ID'))
    expect(ids).toHaveLength(2)
    expect(new Set(ids).size).toBe(1)
  })

  /** Follows a link 29 minutes after its mail could be sent, which was 40 minutes after the request. */
  async function followLate(guardOff?: Guard): Promise<number> {
    const server = await start(guardOff)
    await askForLink(recipient)
    await until(({ attempts }) => attempts === 1)
    const smtp = await startSmtp()
    await server.setClock(40 * minute)
    await wake()
    await until(({ sent_at }) => sent_at !== null)
    await server.setClock(69 * minute)
    return follow(secretsIn(smtp.mails)[0])
  }

  test('whose server was down has a link that works as long as any', async () => {
    expect(await followLate()).toBe(200)
  })

  test.runIf(isControlledOn(engine))('control: a link whose life begins at the first try has ended', async () => {
    expect(await followLate('link-life')).toBe(401)
  })

  test('whose process dies after the sending is sent again by another: of its two links one can be used', async () => {
    const smtp = await startSmtp()
    smtp.behaviour.hangUpAfterData = true
    const server = await start()
    await askForLink(recipient)
    await until(({ attempts }) => attempts === 1)
    await server.kill()
    smtp.behaviour.hangUpAfterData = false
    const other = await start()
    await other.setClock(retryMs)
    await wake()
    await until(({ sent_at }) => sent_at !== null)
    const [first, second] = secretsIn(smtp.mails)
    expect(second?.secret).not.toBe(first?.secret)
    expect([await follow(first), await follow(second)]).toEqual([200, 401])
  })

  test('whose server misbehaves in every way is sent when the server works again', async () => {
    const smtp = await startSmtp()
    const server = await start()
    let attempts = 0
    let clock = 0
    smtp.refusals.mailFrom = 421
    await askForLink(recipient)
    for (const rudeness of [{ recipient: 451 }, { data: 452 }, { mailFrom: 554 }, {}]) {
      attempts += 1
      await until((mail) => mail.attempts === attempts)
      for (const step of ['mailFrom', 'recipient', 'data'] as const) delete smtp.refusals[step]
      Object.assign(smtp.refusals, rudeness)
      clock += retryMs * 2 ** attempts
      await server.setClock(clock)
      await wake()
    }
    await until(({ sent_at }) => sent_at !== null)
    expect(smtp.mails).toHaveLength(1)
  })

  /** Two processes read the outbox while one of them waits for a slow mail server. */
  async function sendSlowly(guardOff?: Guard): Promise<number> {
    const answered = Promise.withResolvers<void>()
    const smtp = await startSmtp({
      options: { onConnect: (_session, done) => void answered.promise.then(() => done()) },
    })
    const other = `http://localhost:${await findFreePort()}`
    await start(guardOff)
    await start(guardOff, new URL(other).port)
    // None of these waits for the mail server, which does not answer before.
    await askForLink(recipient)
    await wake(other)
    await wake()
    answered.resolve()
    await until(({ sent_at }) => sent_at !== null)
    // If the other process had taken the mail too, it would have got as far by now.
    await new Promise((resolve) => setTimeout(resolve, 1_500))
    return smtp.mails.filter(({ recipients }) => recipients.includes(recipient)).length
  }

  test.runIf(engine === 'postgresql')(
    'whose server is slow delays no request, and is sent by one process',
    async () => {
      expect(await sendSlowly()).toBe(1)
    },
  )

  test.runIf(engine === 'postgresql')('control: without a lease more than one process sends it', async () => {
    expect(await sendSlowly('mail-lease')).toBeGreaterThan(1)
  })
})
