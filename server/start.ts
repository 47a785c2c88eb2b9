import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { texts } from '#contract/texts.ts'
import { createExporter } from './adapters/exports/exporter.ts'
import { claimInstallationKey } from './adapters/keys/claim-installation-key.ts'
import { createInstallationKey } from './adapters/keys/installation-key.ts'
import { createMemoryCounters } from './adapters/limits/memory-counters.ts'
import { type MailWorker, startMailWorker } from './adapters/mail/mail-worker.ts'
import { openMailer } from './adapters/mail/open-mailer.ts'
import type { Metrics } from './adapters/metrics/create-metrics.ts'
import { listenForScrapes } from './adapters/metrics/serve-metrics.ts'
import { createAssertionVerifier } from './adapters/passkeys/assertion-verifier.ts'
import { createArgon2Hasher } from './adapters/passwords/argon2-hasher.ts'
import { makeVapidKeys, readVapidKeys } from './adapters/push/vapid-keys.ts'
import { createWebPushService } from './adapters/push/web-push-service.ts'
import { systemRandom } from './adapters/random/system-random.ts'
import { buildApp } from './app.ts'
import { type BoundedQueue, QueueFull } from './async/bounded-queue.ts'
import type { Config } from './config/config.ts'
import { databaseOf, keyFileOf } from './config/database-location.ts'
import { StartError } from './config/start-error.ts'
import { removeUnverifiedAccounts } from './domain/accounts/remove-unverified.ts'
import { createAuditBudget } from './domain/audit/audit-budget.ts'
import { makeDigits } from './domain/desk/desk-digits.ts'
import { removeDeletedAccounts } from './domain/institutes/delete-account.ts'
import { createRateLimiter } from './domain/limits/rate-limiter.ts'
import { queueDueNotices } from './domain/mail/queue-due-notices.ts'
import { createSendDueMail } from './domain/mail/send-due-mail.ts'
import { warmUp } from './domain/marks/warm-up.ts'
import { noteOrigin } from './domain/origins/note-origin.ts'
import type { AssertionVerifier } from './domain/passkeys/verify-assertion.ts'
import type { PasswordHasher, Random } from './domain/ports.ts'
import { createDeliverPush } from './domain/receipts/deliver-push.ts'
import { appendAuditHead, startAuditKeeping } from './process/audit-keeping.ts'
import { startClockWatch } from './process/clock-watch.ts'
import { startHousekeeping } from './process/housekeeping.ts'
import { createReadiness, type Readiness } from './process/readiness.ts'
import { type StopDeadlines, stopInOrder } from './process/stop-in-order.ts'
import { isDatabaseOutage } from './storage/engine-errors.ts'
import { openDatabase } from './storage/open-database.ts'
import type { OpenStorage } from './storage/opened-storage.ts'

/** The seams that tests use. */
export type Overrides = {
  /** Milliseconds added to every clock of the server. */
  readonly clockOffset?: () => number
  /** A clock that never jumps, ms; the database's clock is compared with it. */
  readonly monotonic?: () => number
  readonly hasher?: PasswordHasher
  readonly random?: Random
  readonly assertionVerifier?: AssertionVerifier & { readonly close: () => void }
  /** The built web app; by default dist/ beside the sources. With `null`, only the calls are served. */
  readonly webRoot?: string | null
  /** Prints one line to the terminal of the server. */
  readonly print?: (line: string) => void
  /** Wraps the storage for the rules: tests of faults switch guards off there. */
  readonly wrapStorage?: (storage: OpenStorage) => OpenStorage
  /** Receives the lines of the log, each with its line feed; standard output by default. */
  readonly writeLog?: (line: string) => void
}

export type RunningServer = {
  /** The address it listens on. */
  readonly url: string
  /** The address of the mailbox while no SMTP server is configured. */
  readonly mailboxUrl: string | undefined
  readonly app: FastifyInstance
  readonly storage: OpenStorage
  readonly mailWorker: MailWorker
  /** Compares the database's clock with the monotonic one at once. */
  readonly lookAtClock: () => Promise<void>
  /** Stops accepting, finishes running requests, and closes the database. A second call waits for the first. */
  readonly close: (deadlines?: Partial<StopDeadlines>) => Promise<void>
}

/** The composition root: opens everything that the configuration names, puts it together and listens. */
export async function startServer(config: Config, overrides: Overrides = {}): Promise<RunningServer> {
  const {
    clockOffset = () => 0,
    monotonic = () => performance.now(),
    random = systemRandom,
    print = () => undefined,
  } = overrides
  const now = () => Date.now() + clockOffset()
  // Created after the parts that use them.
  const later: { app?: FastifyInstance; mailWorker?: MailWorker } = {}
  const { wrapStorage = (opened) => opened } = overrides
  const { mailer, smtp, mailbox } = await openMailer(config, { now, print, key: systemRandom.secret() })
  const storage = wrapStorage(
    await openDatabase(config, {
      isServer: true,
      onWait: print,
      print,
      clockOffset,
      onLostConnection: (error) => later.app?.log.warn({ err: error }, 'A connection to the database broke'),
      // The request is answered first: the time of its answer must not show what there is to send.
      onMailQueued: () => void setImmediate(() => later.mailWorker?.wake()),
    }),
  )

  const noted = await noteOrigin(storage, config.origin, config.movedFrom)
  if (noted.origins === undefined) {
    await storage.close()
    throw new StartError(describeMove(noted.passkeysOf, config.relyingPartyId))
  }
  const secrets = await claimInstallationKey(storage, keyFileOf(config)).catch(async (error: unknown) => {
    await storage.close()
    throw error
  })
  const installationKey = createInstallationKey(secrets)
  const pushService = createWebPushService({
    keys: readVapidKeys(await storage.secret('vapid-keys', makeVapidKeys)),
    contactEmail: config.contactEmail,
    configuredOrigins: config.pushServices,
  })
  const processCounters = createMemoryCounters(now)
  const counters = storage.sharedCounters ?? processCounters
  const warmed = Promise.withResolvers<void>()
  const readiness = createReadiness({ ask: storage.now, write: storage.probeWrite, warm: warmed.promise })
  const hasher: PasswordHasher & Partial<Pick<BoundedQueue, 'readLoad'>> = overrides.hasher ?? createArgon2Hasher()
  const metrics = config.metrics && (await openMetrics(storage, readiness.isWritable, hasher.readLoad, () => later.app))
  const auditBudget = createAuditBudget(monotonic)
  const { assertionVerifier = createAssertionVerifier() } = overrides
  const deps = {
    storage,
    random,
    hasher,
    exporter: createExporter(databaseOf(config)),
    relyingParty: { id: config.relyingPartyId, name: texts.product.name, origin: config.origin },
    assertionVerifier,
    installationKey,
    pushService,
    limitScale: config.rateLimitScale,
    invitationsADay: config.invitationsADay,
    decoyKey: await storage.secret('decoy-key', random.secret),
    auditBudget,
  }
  const app = await buildApp({
    config,
    readiness,
    metrics,
    writeLog: overrides.writeLog ?? ((line) => void process.stdout.write(line)),
    limiter: createRateLimiter(counters, config.rateLimitScale, now, processCounters),
    isOutage: (error) => error instanceof QueueFull || isDatabaseOutage(error),
    webRoot:
      overrides.webRoot === null ? undefined : requireBuilt(overrides.webRoot ?? join(import.meta.dirname, '../dist')),
    mailbox,
    earlierOrigins: [...new Set(noted.origins)].filter((origin) => origin !== config.origin),
    deps,
  })
  later.app = app
  for (const warning of config.warnings) app.log.warn(warning)
  if (config.environment === 'production' && (await storage.readReplication?.())?.isWaitedFor === false)
    app.log.warn(noStandby)
  const sendDueMail = createSendDueMail({
    outbox: storage.outbox,
    tokens: storage.tokens,
    receipts: storage.receipts,
    memberships: storage.memberships,
    staff: storage.staff,
    organisations: storage.organisations,
    accounts: storage.accounts,
    invitations: storage.invitations,
    roster: storage.roster,
    desk: storage.desk,
    makeDigits: (mailId) => makeDigits(installationKey, mailId),
    passkeys: storage.passkeys,
    notices: storage.notices,
    rulings: storage.rulings,
    mailer,
    deliverPush: createDeliverPush({
      receipts: storage.receipts,
      pushSubscriptions: storage.pushSubscriptions,
      pushService,
    }),
    random,
    now: storage.now,
    origin: config.origin,
    contactEmail: config.contactEmail,
  })
  const queueAndSend = async () => {
    const pass = await sendDueMail()
    return { ...pass, hasMore: (await queueDueNotices(storage)) || pass.hasMore }
  }
  const mailWorker = startMailWorker({ log: app.log, sendDueMail: queueAndSend })
  later.mailWorker = mailWorker
  const housekeeping = startHousekeeping({
    storage: {
      purgeExpired: () => storage.purgeExpired(config.evidenceDays),
      settleSessions: () => storage.settleSessions(),
    },
    removeUnverifiedAccounts: () => removeUnverifiedAccounts(storage),
    removeDeletedAccounts: () => removeDeletedAccounts(storage),
    log: app.log,
  })
  const clockWatch = startClockWatch({ storage, log: app.log, monotonic })
  const { port: metricsPort, token } = config.metrics ?? {}
  const scrapes =
    metrics && metricsPort !== undefined
      ? await listenForScrapes(metrics, { host: config.host, port: metricsPort, token })
      : undefined
  const { auditHeadFile } = config
  const auditKeeping = startAuditKeeping({
    chain: storage.auditChain,
    audit: storage.audit,
    budget: auditBudget,
    log: app.log,
    keepHead: auditHeadFile === undefined ? undefined : (head) => appendAuditHead(auditHeadFile, head),
  })
  const url = await app.listen({ host: config.host, port: config.port })
  await warmUp(deps).catch((error: unknown) => app.log.warn({ err: error }, 'The first check-in will take longer'))
  warmed.resolve()
  let closing: Promise<void> | undefined
  return {
    url,
    mailboxUrl: mailbox?.url,
    app,
    storage,
    mailWorker,
    lookAtClock: clockWatch.look,
    close(deadlines) {
      const running = {
        readiness,
        housekeeping,
        clockWatch,
        app,
        mailWorker,
        smtp,
        pushService,
        assertionVerifier,
        auditKeeping,
        storage,
      }
      closing ??= stopInOrder(running, deadlines).finally(() => {
        scrapes?.close()
        scrapes?.closeAllConnections()
      })
      return closing
    },
  }
}

/** What the operator of a PostgreSQL without a synchronous standby loses. */
const noStandby =
  'PostgreSQL has no synchronous standby: acknowledged marks of the last moments are lost when its machine is lost (docs/operation.md).'

/** Loaded only when it is used. */
async function openMetrics(
  storage: OpenStorage,
  isWritable: Readiness['isWritable'],
  readHashLoad: BoundedQueue['readLoad'] | undefined,
  findApp: () => FastifyInstance | undefined,
): Promise<Metrics> {
  const { createMetrics } = await import('./adapters/metrics/create-metrics.ts')
  return createMetrics({
    readOutboxDepth: storage.readOutboxDepth,
    readPoolUse: storage.readPoolUse,
    readReplication: storage.readReplication,
    isWritable,
    readHashLoad,
    countSockets: () => findApp()?.websocketServer.clients.size ?? 0,
  })
}

/** Why the start refuses: passkeys work at the host name for which they were made, and nowhere else. */
const describeMove = (from: string, to: string): string =>
  `The passkeys in this database belong to ${from}, and PUBLIC_URL names ${to}, where none of them works, those of institutes included. Set PUBLIC_URL back, or MOVED_FROM=${from} to give them up (docs/operation.md, 'Moving to another address').`

/** The folder of the built web app. Throws StartError when it was not built. */
function requireBuilt(folder: string): string {
  const missing = ['index.html', 'app.html'].map((name) => join(folder, name)).find((file) => !existsSync(file))
  if (missing !== undefined) throw new StartError(`${missing} is not built: run \`npm run build\` first.`)
  return folder
}
