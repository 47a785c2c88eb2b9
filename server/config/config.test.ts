import { readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { ConfigError, readConfig, variableNames } from './config.ts'

const production = {
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://attend.example.org',
  SMTP_URL: 'smtps://rollkey:s3cret@mail.example.org',
}

function refusal(env: NodeJS.ProcessEnv): string {
  try {
    readConfig(env)
  } catch (error) {
    if (error instanceof ConfigError) return error.message
    throw error
  }
  return 'accepted'
}

describe('readConfig', () => {
  test('needs nothing in development', () => {
    expect(readConfig({})).toEqual({
      environment: 'development',
      host: 'localhost',
      port: 8080,
      origin: 'http://localhost:8080',
      relyingPartyId: 'localhost',
      isSecure: false,
      dataDir: resolve('./data'),
      databaseUrl: undefined,
      databasePooler: 'none',
      databaseReadUrl: undefined,
      migrationDatabaseUrl: undefined,
      auditHeadFile: undefined,
      evidenceDays: 400,
      smtp: undefined,
      mailFrom: { name: 'Rollkey', address: 'no-reply@localhost' },
      pushServices: [],
      trustProxy: false,
      metrics: undefined,
      logLevel: 'info',
      startTimeoutMs: 300_000,
      rateLimitScale: 1,
      invitationsADay: 400,
      sourceUrl: expect.stringMatching(/^https:/),
      contactEmail: expect.stringContaining('@'),
      termsUrl: undefined,
      privacyUrl: undefined,
      warnings: [],
    })
  })

  test('treats an empty variable as absent', () => {
    expect(readConfig({ PORT: '', PUBLIC_URL: '', SMTP_URL: '' })).toEqual(readConfig({}))
  })

  test('derives origin, relying party and sender from the public address', () => {
    const config = readConfig(production)
    expect(config).toMatchObject({
      origin: 'https://attend.example.org',
      relyingPartyId: 'attend.example.org',
      isSecure: true,
    })
    expect(config.mailFrom).toEqual({ name: 'Rollkey', address: 'no-reply@attend.example.org' })
  })

  test('follows PORT in the default public address', () => {
    expect(readConfig({ PORT: '3000' })).toMatchObject({ port: 3000, origin: 'http://localhost:3000' })
  })

  test('brings the public address to the form that browsers send', () => {
    expect(readConfig({ PUBLIC_URL: 'HTTPS://Attend.Example.org:443/' }).origin).toBe('https://attend.example.org')
    expect(readConfig({ PUBLIC_URL: 'https://münchen.example' }).relyingPartyId).toBe('xn--mnchen-3ya.example')
  })

  test.each([
    ['an address with a path', 'https://example.org/app'],
    ['an address with a query', 'https://example.org/?a=1'],
    ['an address with a bare question mark', 'https://example.org?'],
    ['an address with a fragment', 'https://example.org/#top'],
    ['plain http elsewhere than on localhost', 'http://example.org'],
    ['an IPv4 address', 'https://192.0.2.7'],
    ['the loopback address', 'http://127.0.0.1:8080'],
    ['an IPv4 address in another spelling', 'https://0x7f.1'],
    ['an IPv6 address', 'https://[::1]'],
    ['another scheme', 'ftp://example.org'],
    ['a host alone', 'example.org'],
    ['a host with a final dot', 'https://example.org.'],
    ['a host with an underscore', 'https://a_b.example.org'],
  ])('refuses %s as PUBLIC_URL', (_name, value) => {
    expect(refusal({ PUBLIC_URL: value })).toBe(
      `PUBLIC_URL is "${value}", but it takes an https:// address with a host name and nothing behind it, or http://localhost.`,
    )
  })

  test.each([
    ['PORT', 'http'],
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '80.5'],
    ['PORT', '0x50'],
    ['NODE_ENV', 'staging'],
    ['HOST', 'no host'],
    ['LOG_LEVEL', 'loud'],
    ['METRICS_PORT', '0'],
    ['METRICS_PORT', 'yes'],
    ['EVIDENCE_DAYS', '0'],
    ['EVIDENCE_DAYS', '29'],
    ['EVIDENCE_DAYS', '1e3'],
    ['START_TIMEOUT', '-1'],
    ['START_TIMEOUT', '86401'],
    ['START_TIMEOUT', '1m'],
    ['RATE_LIMIT_SCALE', '0'],
    ['RATE_LIMIT_SCALE', '-2'],
    ['RATE_LIMIT_SCALE', '1e9'],
    ['RATE_LIMIT_SCALE', 'Infinity'],
    ['PUSH_SERVICES', 'http://push.example.org'],
    ['PUSH_SERVICES', 'https://push.example.org/path'],
    ['TRUST_PROXY', 'true'],
    ['TRUST_PROXY', '0.0.0.0/0'],
    ['TRUST_PROXY', '0.0.0.0/1, 128.0.0.0/1'],
    ['TRUST_PROXY', '::/1,8000::/1'],
    ['TRUST_PROXY', '2000::/3'],
    ['TRUST_PROXY', '0.0.0.0/1,128.0.0.0/2,192.0.0.0/3'],
    ['TRUST_PROXY', '128.0.0.0/2, 0.0.0.0/1, 10.0.0.0/8, 192.0.0.0/2'],
    ['TRUST_PROXY', '::ffff:0:0/96'],
    ['TRUST_PROXY', '10.0.0.0/33'],
    ['TRUST_PROXY', '10.0.0.1,'],
    ['SOURCE_URL', 'javascript:alert(1)'],
    ['CONTACT_EMAIL', 'somebody'],
    ['TERMS_URL', 'javascript:alert(1)'],
    ['PRIVACY_URL', '/privacy'],
    ['MAIL_FROM', 'Rollkey'],
    ['MAIL_FROM', 'Rollkey <no-reply@example.org>, x@example.org'],
    ['MAIL_FROM', 'Rollkey\r\nBcc: <x@example.org>'],
  ])('refuses %s %j in one line that names both', (name, value) => {
    const message = refusal({ [name]: value })
    expect(message.startsWith(`${name} is ${JSON.stringify(value)}, but it takes `)).toBe(true)
    expect(message).not.toMatch(/[\r\n]/)
  })

  test.each([
    ['DATABASE_URL', 'mysql://root:hunter2@db.example.org/rollkey'],
    ['DATABASE_URL', 'root:hunter2@db.example.org'],
    ['MIGRATION_DATABASE_URL', 'mysql://root:hunter2@db.example.org/rollkey'],
    ['DATABASE_URL', 'postgresql://root:hunter2@db.example.org'],
    ['METRICS_TOKEN', 'hunter2'],
    ['METRICS_TOKEN', 'hunter2 with spaces in between'],
    ['SMTP_URL', 'http://mailer:hunter2@mail.example.org'],
    ['SMTP_URL', 'smtp://mailer:hunter2/12@mail.example.org'],
    ['SMTP_URL', 'smtp://mailer:hunter2%@mail.example.org'],
    ['SMTP_URL', 'smtp://mailer:hunter2@mail.example.org?ignoreTLS=true'],
    ['SMTP_URL', 'smtps://mailer:hunter2@mail.example.org?requireTLS=false'],
  ])('refuses %s %j without repeating its password', (name, value) => {
    const message = refusal({ [name]: value })
    expect(message).toMatch(new RegExp(`^${name} is .*, but it takes `))
    expect(message).not.toContain('hunter')
  })

  test.each(['bogus', 'allow', 'REQUIRE', ''])('refuses the sslmode %j, and lists the valid ones', (mode) => {
    const address = `postgresql://root:hunter2@db.example.org/rollkey?sslmode=${mode}`
    for (const name of ['DATABASE_URL', 'MIGRATION_DATABASE_URL']) {
      expect(refusal({ [name]: address })).toBe(
        `${name} is postgresql://… (hidden), but it takes one of these as its sslmode: verify-full, verify-ca, require, prefer, no-verify, disable.`,
      )
    }
  })

  test('accepts a valid sslmode', () => {
    const address = 'postgresql://db.example.org/rollkey?sslmode=verify-full'
    expect(readConfig({ DATABASE_URL: address }).databaseUrl).toBe(address)
  })

  test('hides credentials in other addresses too', () => {
    expect(refusal({ PUBLIC_URL: 'https://me:hunter2@example.org' })).not.toContain('hunter2')
  })

  test('keeps metrics off the port of the web app unless they have a token', () => {
    expect(refusal({ PORT: '3000', METRICS_PORT: '3000' })).toMatch(/^METRICS_PORT is the same as PORT/)
    expect(readConfig({ METRICS_PORT: '9464' }).metrics).toEqual({ port: 9464, token: undefined })
    expect(readConfig({ METRICS_TOKEN: 'x'.repeat(16) }).metrics).toEqual({ port: undefined, token: 'x'.repeat(16) })
  })

  test('cuts a long wrong value', () => {
    expect(refusal({ LOG_LEVEL: 'x'.repeat(5_000) }).length).toBeLessThan(300)
  })

  test('accepts port 0 when the public address is given', () => {
    expect(readConfig({ PORT: '0', PUBLIC_URL: 'http://localhost:4000' })).toMatchObject({
      port: 0,
      origin: 'http://localhost:4000',
    })
    expect(refusal({ PORT: '0' })).toMatch(/^PORT is 0, .*PUBLIC_URL/)
  })

  test('reads every other setting', () => {
    const config = readConfig({
      HOST: '0.0.0.0',
      DATA_DIR: '/var/lib/rollkey',
      DATABASE_URL: 'postgresql:///rollkey?host=/run/postgresql',
      SMTP_URL: 'smtp://mailer:p%40ss@mail.example.org',
      MAIL_FROM: 'Attendance office <office@example.org>',
      PUSH_SERVICES: 'https://push.example.org, http://localhost:9000',
      TRUST_PROXY: '10.0.0.0/8, ::1',
      LOG_LEVEL: 'warn',
      RATE_LIMIT_SCALE: '0.5',
      SOURCE_URL: 'https://code.example.org/rollkey',
      CONTACT_EMAIL: 'us@example.org',
      TERMS_URL: 'https://example.org/terms',
      PRIVACY_URL: 'https://example.org/privacy',
    })
    expect(config).toMatchObject({
      host: '0.0.0.0',
      dataDir: '/var/lib/rollkey',
      databaseUrl: 'postgresql:///rollkey?host=/run/postgresql',
      smtp: { host: 'mail.example.org', port: 587, tls: 'required', auth: { user: 'mailer', pass: 'p@ss' } },
      mailFrom: { name: 'Attendance office', address: 'office@example.org' },
      pushServices: ['https://push.example.org', 'http://localhost:9000'],
      trustProxy: ['10.0.0.0/8', '::1'],
      logLevel: 'warn',
      rateLimitScale: 0.5,
      sourceUrl: 'https://code.example.org/rollkey',
      contactEmail: 'us@example.org',
      termsUrl: 'https://example.org/terms',
      privacyUrl: 'https://example.org/privacy',
    })
  })

  test.each([
    ['smtp://localhost:1025', { port: 1025, tls: 'none', auth: undefined }],
    ['smtp://[::1]:1025', { host: '::1', tls: 'none' }],
    ['smtp://localhost:1025?requireTLS=true', { tls: 'required' }],
    ['smtp://mail:1025?requireTLS=false', { tls: 'none' }],
    ['smtps://mail.example.org', { port: 465, tls: 'implicit' }],
  ])('reads SMTP_URL %s', (value, expected) => {
    expect(readConfig({ SMTP_URL: value }).smtp).toMatchObject(expected)
  })
})

describe('readConfig in production', () => {
  test.each([
    [{ SMTP_URL: undefined }, /^SMTP_URL is not set, but in production /],
    [
      { PUBLIC_URL: undefined },
      /^PUBLIC_URL is not set, but in production it takes the address in the browser, such as https:\/\/attend\.example\.org\.$/,
    ],
    [{ PUBLIC_URL: 'http://attend.example.org' }, /^PUBLIC_URL is /],
    [{ RATE_LIMIT_SCALE: '100' }, /^RATE_LIMIT_SCALE is 100, but in production it takes only 1\.$/],
    [{ PORT: '0' }, /^PORT is 0, but in production /],
    [{ PUSH_SERVICES: 'http://localhost:9000' }, /^PUSH_SERVICES holds an address that is not https/],
  ])('stops with %j', (change, message) => {
    expect(refusal({ ...production, ...change })).toMatch(message)
  })

  test('warns where a reader would be led to an example, and starts', () => {
    expect(readConfig(production).warnings).toEqual([
      "CONTACT_EMAIL is not set: 'Contact the Team', mails and push services name an example.",
      "SOURCE_URL is not set: 'Learn More' leads to an example.",
    ])
    const set = { CONTACT_EMAIL: 'us@example.org', SOURCE_URL: 'https://code.example.org' }
    expect(readConfig({ ...production, ...set }).warnings).toEqual([])
    expect(readConfig({}).warnings).toEqual([])
  })

  test('allows plain http on localhost', () => {
    expect(readConfig({ ...production, PUBLIC_URL: 'http://localhost:8080' }).isSecure).toBe(false)
  })
})

test('the reference lists every variable that is read, and no other', () => {
  const reference = readFileSync(join(import.meta.dirname, '../../docs/configuration.md'), 'utf8')
  const documented = [...reference.matchAll(/^\| `([A-Z_]+)` \|/gm)].map(([, name]) => name)
  expect(documented).toEqual([...new Set(documented)])
  expect(new Set(documented)).toEqual(new Set(variableNames))
})
