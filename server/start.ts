import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { texts } from '#contract/texts.ts'
import { buildApp } from './app.ts'
import type { Config } from './config.ts'
import { createRateLimiter } from './domain/limits/rate-limiter.ts'
import type { MailAddress } from './domain/mail/mailer.ts'
import { createSendDueMail } from './domain/mail/send-due-mail.ts'
import type { PasswordHasher, Random } from './domain/ports.ts'
import { startHousekeeping } from './housekeeping.ts'
import { createMemoryCounters } from './limits/memory-counters.ts'
import { createDevelopmentMailbox } from './mail/development-mailbox.ts'
import { type MailWorker, startMailWorker } from './mail/mail-worker.ts'
import type { SmtpMailer } from './mail/smtp-mailer.ts'
import type { SmtpSettings } from './mail/smtp-url.ts'
import { createArgon2Hasher } from './passwords/argon2-hasher.ts'
import { systemRandom } from './random/system-random.ts'
import { StartError } from './start-error.ts'
import { isDatabaseOutage } from './storage/engine-errors.ts'
import { type OpenStorage, openStorage } from './storage/open-storage.ts'

/** The seams that tests use. */
export type Overrides = {
  /** Milliseconds added to every clock of the server. */
  readonly clockOffset?: () => number
  readonly hasher?: PasswordHasher
  readonly random?: Random
  /** The built web app; by default dist/ beside the sources. `null` serves the calls alone. */
  readonly webRoot?: string | null
  /** One line for whoever started the server. */
  readonly print?: (line: string) => void
}

export type RunningServer = {
  /** Where it listens. */
  readonly url: string
  readonly app: FastifyInstance
  readonly storage: OpenStorage
  readonly mailWorker: MailWorker
  /** Stops accepting, finishes what runs, and closes the database. */
  readonly close: () => Promise<void>
}

/** The composition root: opens everything that the configuration names, puts it together and listens. */
export async function startServer(config: Config, overrides: Overrides = {}): Promise<RunningServer> {
  const { clockOffset = () => 0, random = systemRandom, print = () => undefined } = overrides
  const now = () => Date.now() + clockOffset()
  const logged: { app?: FastifyInstance } = {}
  const storage = await openDatabase(config, clockOffset, (error) =>
    logged.app?.log.warn({ err: error }, 'A connection to the database broke'),
  )

  const mailbox = config.smtp ? undefined : createDevelopmentMailbox({ from: config.mailFrom, now, print })
  const smtp = config.smtp && (await openSmtp(config.smtp, config.mailFrom))
  const mailer = smtp ?? mailbox
  if (!mailer) throw new Error('there is neither SMTP nor a development mailbox')
  const mail: { worker?: MailWorker } = {}
  const counters = storage.sharedCounters ?? createMemoryCounters(now)
  const app = await buildApp({
    config,
    limiter: createRateLimiter(counters, config.rateLimitScale, now),
    isOutage: isDatabaseOutage,
    webRoot: overrides.webRoot === null ? undefined : (overrides.webRoot ?? join(import.meta.dirname, '../dist')),
    mailbox,
    deps: {
      storage,
      random,
      hasher: overrides.hasher ?? createArgon2Hasher(),
      relyingParty: { id: config.relyingPartyId, name: texts.product.name, origin: config.origin },
      mailWorker: { wake: () => mail.worker?.wake() },
      limitScale: config.rateLimitScale,
      decoyKey: await storage.secret('decoy-key', random.secret),
    },
  })
  logged.app = app
  mail.worker = startMailWorker({
    log: app.log,
    sendDueMail: createSendDueMail({
      outbox: storage.outbox,
      tokens: storage.tokens,
      mailer,
      random,
      now: storage.now,
      origin: config.origin,
      contactEmail: config.contactEmail,
    }),
  })
  const housekeeping = startHousekeeping({ storage, log: app.log })
  const url = await app.listen({ host: config.host, port: config.port })
  return {
    url,
    app,
    storage,
    mailWorker: mail.worker,
    async close() {
      housekeeping.stop()
      await app.close()
      // A delivery that runs fails at once and is tried again after the next start: a slow mail server must not hold us.
      smtp?.close()
      await mail.worker?.stop()
      await storage.close()
    },
  }
}

/** Throws StartError when the database cannot be reached or opened. */
async function openDatabase(
  config: Config,
  clockOffset: () => number,
  onLostConnection: (error: Error) => void,
): Promise<OpenStorage> {
  const file = join(config.dataDir, 'rollkey.sqlite')
  const database = config.databaseUrl === undefined ? { file } : { url: config.databaseUrl }
  try {
    return await openStorage({ database, clockOffset, onLostConnection })
  } catch (cause) {
    const name = config.databaseUrl === undefined ? `The database file ${file}` : 'The database of DATABASE_URL'
    const reason = cause instanceof Error ? cause.message : String(cause)
    throw new StartError(`${name} could not be opened: ${reason}`, { cause })
  }
}

/** Loaded only where it is used: an installation without SMTP does not pay its memory. */
async function openSmtp(smtp: SmtpSettings, from: MailAddress): Promise<SmtpMailer> {
  const { createSmtpMailer } = await import('./mail/smtp-mailer.ts')
  return createSmtpMailer({ smtp, from })
}
