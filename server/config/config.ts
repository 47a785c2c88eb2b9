import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { type Pooler, poolers } from '#server/config/pooler.ts'
import { type PublicUrl, readPublicUrl } from '#server/config/public-url.ts'
import { readPushServices } from '#server/config/push-services.ts'
import { readSmtpUrl, type SmtpSettings } from '#server/config/smtp-url.ts'
import { readTrustedProxies } from '#server/config/trusted-proxies.ts'
import { canonicalEmail } from '#server/domain/accounts/canonical-email.ts'
import { usualEvidenceDays } from '#server/domain/audit/mark-seal.ts'
import type { MailAddress } from '#server/domain/mail/mailer.ts'

/** Targets of the landing page's links until the operator sets others. */
const defaultSourceUrl = 'https://rollkey.example/source'
const defaultContactEmail = 'team@rollkey.example'

const environments = ['development', 'test', 'production'] as const
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
/** Those that the driver knows. It accepts others, but treats them differently from what their names say. */
const sslModes: readonly string[] = ['verify-full', 'verify-ca', 'require', 'prefer', 'no-verify', 'disable']

export type Config = PublicUrl & {
  /** The host name of the former address, whose passkeys the operator gives up. */
  readonly movedFrom: string | undefined
  readonly environment: (typeof environments)[number]
  /** The address and port to listen on. */
  readonly host: string
  readonly port: number
  /** Absolute path of the folder of the embedded database. */
  readonly dataDir: string
  /** Absolute path of the installation key; undefined: beside the embedded database. */
  readonly keyFile: string | undefined
  /** PostgreSQL; undefined for the embedded engine. */
  readonly databaseUrl: string | undefined
  /** What stands between the server and PostgreSQL. */
  readonly databasePooler: Pooler
  /** A standby of it, for reports, exports and verify-data; undefined for none. */
  readonly databaseReadUrl: string | undefined
  /** The same database by the role that owns its tables; only the operator's migrate command uses it. */
  readonly migrationDatabaseUrl: string | undefined
  /** Where the head of the audit chain is added every minute; undefined for nowhere but the log. */
  readonly auditHeadFile: string | undefined
  /** How many days the signatures of marks are kept. */
  readonly evidenceDays: number
  /** Undefined only on http://localhost outside production: then mail goes to the development mailbox. */
  readonly smtp: SmtpSettings | undefined
  readonly mailFrom: MailAddress
  /** Origins of push services besides those of the usual browsers. */
  readonly pushServices: readonly string[]
  /** Addresses whose X-Forwarded-* headers are trusted, in Fastify's form; false trusts none. */
  readonly trustProxy: string[] | false
  /** The port and the token of the metrics; undefined switches them off. At least one of the two is set. */
  readonly metrics: { readonly port: number | undefined; readonly token: string | undefined } | undefined
  readonly logLevel: (typeof logLevels)[number]
  /** How long the start waits for PostgreSQL, milliseconds. */
  readonly startTimeoutMs: number
  /** Multiplies every request limit; 1 in production. */
  readonly rateLimitScale: number
  readonly invitationsADay: number
  readonly sourceUrl: string
  readonly contactEmail: string
  /** Where 'Terms of Service' and 'Privacy' lead; undefined while there are no such pages. */
  readonly termsUrl: string | undefined
  readonly privacyUrl: string | undefined
  /** What the start says, and goes on. */
  readonly warnings: readonly string[]
}

/** A setting that prevents the start. The message is one line that can be printed alone, and holds no secret. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'
}

/** Each message completes the sentence '<NAME> takes …'. */
const variables = z.object({
  NODE_ENV: z.enum(environments, environments.join(', ')).default('development'),
  HOST: z.string().refine(isHost, 'a host name or an IP address to listen on').default('localhost'),
  PORT: wholeNumber(65_535, 'a port number from 1 to 65535').default(8080),
  PUBLIC_URL: parsed(
    readPublicUrl,
    'an https:// address with a host name and nothing behind it, or http://localhost',
  ).optional(),
  MOVED_FROM: z
    .string()
    .refine((text) => readPublicUrl(`https://${text}`) !== undefined, 'the host name of the former address')
    .optional(),
  DATA_DIR: z
    .string()
    .refine((path) => !path.includes('\0'), 'the path of a folder')
    .default('./data'),
  ROLLKEY_KEY_FILE: z
    .string()
    .refine((path) => !path.includes('\0'), 'the path of a file')
    .optional(),
  DATABASE_URL: postgresUrl('postgresql://user:password@host:port/database').optional(),
  DATABASE_POOLER: z.enum(poolers, poolers.join(', ')).default('none'),
  DATABASE_READ_URL: postgresUrl('postgresql://user:password@host:port/database, a standby of DATABASE_URL').optional(),
  MIGRATION_DATABASE_URL: postgresUrl(
    'postgresql://user:password@host:port/database, the database of DATABASE_URL',
  ).optional(),
  AUDIT_HEAD_FILE: z
    .string()
    .refine((path) => !path.includes('\0'), 'the path of a file')
    .optional(),
  EVIDENCE_DAYS: z
    .string()
    .refine((text) => /^[1-9]\d{1,4}$/.test(text) && Number(text) >= 30, 'a number of days from 30 to 99999')
    .transform(Number)
    .default(usualEvidenceDays),
  SMTP_URL: parsed(
    readSmtpUrl,
    'smtp:// or smtps://user:password@host:port (percent-encoded), ?requireTLS=false at most',
  ).optional(),
  MAIL_FROM: parsed(readMailAddress, 'an email address, or Name <address>').optional(),
  PUSH_SERVICES: parsed(readPushServices, 'https:// origins, separated by commas').optional(),
  TRUST_PROXY: parsed(readTrustedProxies, 'IP addresses or ranges such as 10.0.0.0/8, separated by commas').optional(),
  METRICS_PORT: z
    .string()
    .refine((text) => /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 65_535, 'a port number from 1 to 65535')
    .transform(Number)
    .optional(),
  METRICS_TOKEN: z
    .string()
    .refine((text) => /^[\x21-\x7e]{16,256}$/.test(text), '16 to 256 characters without spaces')
    .optional(),
  START_TIMEOUT: wholeNumber(86_400, 'a number of seconds from 0 to 86400').default(300),
  LOG_LEVEL: z.enum(logLevels, logLevels.join(', ')).default('info'),
  RATE_LIMIT_SCALE: z.string().refine(isScale, 'a number above 0, at most 1000000').transform(Number).default(1),
  INVITATIONS_A_DAY: wholeNumber(1_000_000, 'a number from 0 to 1000000').default(400),
  SOURCE_URL: z.string().refine(isWebAddress, 'an http:// or https:// address').default(defaultSourceUrl),
  CONTACT_EMAIL: z
    .string()
    .refine((text) => canonicalEmail(text) !== undefined, 'an email address')
    .default(defaultContactEmail),
  TERMS_URL: z.string().refine(isWebAddress, 'an http:// or https:// address').optional(),
  PRIVACY_URL: z.string().refine(isWebAddress, 'an http:// or https:// address').optional(),
})
type Variables = z.output<typeof variables>

/** All environment variables; docs/configuration.md describes each. */
export const variableNames: readonly string[] = Object.keys(variables.shape)
type VariableName = keyof Variables

/**
 * Reads the whole configuration (docs/configuration.md), once, at start. An empty variable counts as absent. Throws
 * ConfigError for the first value that is invalid, or that production does not allow.
 */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.keys(variables.shape).map((name) => [name, env[name] === '' ? undefined : env[name]]),
  )
  const read = variables.safeParse(given)
  if (!read.success) {
    const issue = read.error.issues[0]
    const name = String(issue?.path[0])
    throw new ConfigError(`${name} is ${showValue(name, given[name])}, but it takes ${issue?.message}.`)
  }
  const set = read.data
  refuseCombinations(set)
  const publicUrl = set.PUBLIC_URL ?? {
    origin: `http://localhost:${set.PORT}`,
    relyingPartyId: 'localhost',
    isSecure: false,
  }
  return {
    ...publicUrl,
    movedFrom: set.MOVED_FROM,
    environment: set.NODE_ENV,
    host: set.HOST,
    port: set.PORT,
    dataDir: resolve(set.DATA_DIR),
    keyFile: set.ROLLKEY_KEY_FILE === undefined ? undefined : resolve(set.ROLLKEY_KEY_FILE),
    databaseUrl: set.DATABASE_URL,
    databasePooler: set.DATABASE_POOLER,
    databaseReadUrl: set.DATABASE_READ_URL,
    migrationDatabaseUrl: set.MIGRATION_DATABASE_URL,
    evidenceDays: set.EVIDENCE_DAYS,
    auditHeadFile: set.AUDIT_HEAD_FILE === undefined ? undefined : resolve(set.AUDIT_HEAD_FILE),
    smtp: set.SMTP_URL,
    mailFrom: set.MAIL_FROM ?? { name: 'Rollkey', address: `no-reply@${publicUrl.relyingPartyId}` },
    pushServices: set.PUSH_SERVICES ?? [],
    trustProxy: set.TRUST_PROXY ?? false,
    metrics:
      set.METRICS_PORT === undefined && set.METRICS_TOKEN === undefined
        ? undefined
        : { port: set.METRICS_PORT, token: set.METRICS_TOKEN },
    logLevel: set.LOG_LEVEL,
    startTimeoutMs: set.START_TIMEOUT * 1_000,
    rateLimitScale: set.RATE_LIMIT_SCALE,
    invitationsADay: set.INVITATIONS_A_DAY,
    sourceUrl: set.SOURCE_URL,
    contactEmail: set.CONTACT_EMAIL,
    termsUrl: set.TERMS_URL,
    privacyUrl: set.PRIVACY_URL,
    warnings: set.NODE_ENV === 'production' ? findExamples(given) : [],
  }
}

/** What production starts with all the same, though a reader would be led to an example. */
function findExamples(given: Readonly<Record<string, string | undefined>>): readonly string[] {
  return Object.entries({
    CONTACT_EMAIL: "'Contact the Team', mails and push services name an example",
    SOURCE_URL: "'Learn More' leads to an example",
  })
    .filter(([name]) => given[name] === undefined)
    .map(([name, effect]) => `${name} is not set: ${effect}.`)
}

function refuseCombinations(set: Variables): void {
  if (set.PORT === 0 && set.PUBLIC_URL === undefined) {
    throw new ConfigError('PORT is 0, so that the system chooses one; then PUBLIC_URL must say how browsers reach it.')
  }
  if (set.DATABASE_READ_URL !== undefined && set.DATABASE_URL === undefined) {
    throw new ConfigError('DATABASE_READ_URL is set, but DATABASE_URL is not.')
  }
  if (set.METRICS_PORT === set.PORT) {
    throw new ConfigError('METRICS_PORT is the same as PORT, but it takes another port.')
  }
  if (set.NODE_ENV !== 'production') return
  const refusals: [VariableName, boolean, string][] = [
    ['PORT', set.PORT === 0, 'is 0, but in production it takes a port number from 1 to 65535.'],
    // Mails link there, and passkeys are bound to its host name for good: a forgotten setting must not become
    // localhost.
    [
      'PUBLIC_URL',
      set.PUBLIC_URL === undefined,
      'is not set, but in production it takes the address in the browser, such as https://attend.example.org.',
    ],
    ['SMTP_URL', set.SMTP_URL === undefined, 'is not set, but in production it takes smtps://user:password@host:port.'],
    [
      'PUSH_SERVICES',
      set.PUSH_SERVICES?.some((origin) => !origin.startsWith('https://')) ?? false,
      'holds an address that is not https, which production does not take.',
    ],
    ['RATE_LIMIT_SCALE', set.RATE_LIMIT_SCALE !== 1, `is ${set.RATE_LIMIT_SCALE}, but in production it takes only 1.`],
  ]
  const refused = refusals.find(([, isRefused]) => isRefused)
  if (refused !== undefined) throw new ConfigError(`${refused[0]} ${refused[2]}`)
}

/**
 * On one line, cut, without credentials. For an address with a password only the scheme: a password may be in the wrong
 * place.
 */
function showValue(name: string, value: string | undefined): string {
  if (value === undefined) return 'not set'
  if (name === 'METRICS_TOKEN') return 'something (hidden)'
  if (['SMTP_URL', 'DATABASE_URL', 'DATABASE_READ_URL', 'MIGRATION_DATABASE_URL'].includes(name)) {
    return `${/^[a-z]{1,12}:\/\//i.exec(value)?.[0] ?? 'something'}… (hidden)`
  }
  const shown = value.length > 80 ? `${value.slice(0, 80)}…` : value
  return JSON.stringify(shown.replace(/\/\/[^/]*@/, '//…@'))
}

/** A variable whose text `read` converts; refused when `read` returns undefined. */
function parsed<T>(read: (text: string) => T | undefined, takes: string) {
  return z.string().transform((text, context): T => {
    const value = read(text)
    if (value !== undefined) return value
    context.addIssue({ code: 'custom', message: takes })
    return z.NEVER
  })
}

function wholeNumber(max: number, takes: string) {
  return z
    .string()
    .refine((text) => /^\d{1,9}$/.test(text) && Number(text) <= max, takes)
    .transform(Number)
}

function isScale(text: string): boolean {
  return /^\d{1,7}(\.\d{1,6})?$/.test(text) && Number(text) > 0 && Number(text) <= 1_000_000
}

function isHost(text: string): boolean {
  return isIP(text) !== 0 || /^[a-z0-9]([a-z0-9.-]{0,252}[a-z0-9])?$/i.test(text)
}

function postgresUrl(takes: string) {
  return z
    .string()
    .refine(isPostgresUrl, { error: takes, abort: true })
    .refine(
      (text) => new URL(text).searchParams.getAll('sslmode').every((mode) => sslModes.includes(mode)),
      `one of these as its sslmode: ${sslModes.join(', ')}`,
    )
}

function isPostgresUrl(text: string): boolean {
  return /^postgres(ql)?:\/\//.test(text) && URL.canParse(text) && new URL(text).pathname.length > 1
}

function isWebAddress(text: string): boolean {
  return /^https?:\/\/[^/\s]/.test(text) && !/\s/.test(text) && URL.canParse(text)
}

/** 'Name <address>' or an address alone. `@localhost` is allowed for a machine's own mail server. */
function readMailAddress(text: string): MailAddress | undefined {
  const [, name = '', address = text] = /^([^<>"\p{Cc}]*?)\s*<([^<>]+)>$/u.exec(text) ?? []
  const isAddress = canonicalEmail(address.replace(/@localhost$/, '@localhost.localdomain')) !== undefined
  return isAddress ? { name: name.trim(), address } : undefined
}
