import { type ChildProcess, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newPasswordTexts } from '#contract/new-password-texts.ts'
import { type ExportFormat, reportPaths } from '#contract/report-requests.ts'
import { createDatabase, engines, type TestDatabase } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { createHttpClient } from '#testing/http-client.ts'
import {
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { type PushServiceStandIn, startPushService } from '#testing/push-service-stand-in.ts'
import { type SmtpInbox, startSmtpInbox } from '#testing/smtp-inbox.ts'
import packageFile from '../package.json' with { type: 'json' }
import { ensureBuild } from '../scripts/build-stamp.mjs'

// The first start of a build compiles it, and passwords are hashed at full cost.

const project = join(import.meta.dirname, '..')
const metricsToken = 'the-token-of-the-scraper'

/**
 * `npm start` runs the built server, other tests the sources. This test uses once each part that a build could lose.
 */
describe.each(engines)('the built server on %s', (engine) => {
  let database: TestDatabase
  let inbox: SmtpInbox
  let pushService: PushServiceStandIn
  let server: ChildProcess
  let origin: string
  let institute: Person
  const output: string[] = []

  beforeAll(async () => {
    ensureBuild('web', 'server')
    const [port, created, started, push] = await Promise.all([
      findFreePort(),
      createDatabase(engine),
      startSmtpInbox(),
      startPushService(),
    ])
    database = created
    inbox = started
    pushService = push
    origin = `http://localhost:${port}`
    const [, ...args] = packageFile.scripts.start.split(' ')
    server = spawn(process.execPath, args, {
      cwd: project,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        NODE_ENV: 'test',
        PORT: String(port),
        DATA_DIR: database.dataDir,
        DATABASE_URL: database.databaseUrl ?? '',
        SMTP_URL: inbox.url,
        METRICS_TOKEN: metricsToken,
        PUSH_SERVICES: pushService.origin,
      },
    })
    const ready = Promise.withResolvers<void>()
    for (const stream of [server.stdout, server.stderr]) {
      stream?.setEncoding('utf8').on('data', (chunk: string) => {
        output.push(chunk)
        if (output.join('').includes(`Rollkey is ready: open ${origin}\n`)) ready.resolve()
      })
    }
    server.once('close', () => ready.reject(new Error(`The server has ended:\n${output.join('')}`)))
    await ready.promise
    institute = await registerOrganisation({ origin, inbox })
    await registerPasskey(institute)
  })
  afterAll(async () => {
    if (server.exitCode === null && server.signalCode === null) {
      server.kill('SIGKILL')
      await once(server, 'close')
    }
    await Promise.all([inbox.close(), pushService.close(), database.drop()])
  })

  test('marks a student, notifies the phone, and exports the register', async () => {
    const student = await registerStudent({ origin, inbox }, institute.id)
    await registerPasskey(student)
    const phone = pushService.openBrowser()
    const subscribed = await student.http.post('/api/v1/receipts/subscriptions', {
      ...phone.subscription,
      language: 'en',
    })
    expect(subscribed.status).toBe(201)

    await startAttendance(institute)
    expect(await markStudent(institute, student.email, student.authenticator)).toMatchObject({ status: 200 })
    expect((await phone.next()).message).toContain('Kaveri')

    expect((await institute.http.get(reportPaths.students)).body).toMatchObject({ total: 1 })
    const readFile = async (format: ExportFormat) =>
      (await institute.http.get(`${reportPaths.exports.students}?format=${format}`)).text
    expect(await readFile('csv')).toContain('Asha Rao')
    expect(await readFile('xlsx')).toMatch(/^PK/)
  })

  test('answers the first reads of a page in one request', async () => {
    const asked = { account: institute.id, reads: ['/v1/account', '/api/v1/settings'] }
    const { body } = await institute.http.post<{ answers: readonly { status: number }[] }>('/api/v1/reads', asked)
    expect(body.answers.map(({ status }) => status)).toEqual([200, 200])
  })

  test('has its list of common passwords, its web app and its metrics', async () => {
    const http = createHttpClient(origin)
    const common = { userId: 'unique()', email: 'ravi@students.example', password: 'password1234' }
    expect(await http.post('/v1/account', common)).toMatchObject({
      body: { message: newPasswordTexts.tooCommon },
    })
    expect(await (await fetch(origin)).text()).toMatch(/^<!doctype html>[\s\S]*Rollkey/i)
    const scrape = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
    expect(await scrape.text()).toContain('rollkey_')
  })

  test('stops in order, and has logged no error', async () => {
    server.kill('SIGTERM')
    expect(await once(server, 'close')).toEqual([0, null])
    expect(output.join('')).toContain('"msg":"Stopped"')
    expect(output.join('')).not.toMatch(/"level":"(warn|error|fatal)"|Warning/)
  })
})

test('finds its built files from any working directory', () => {
  ensureBuild('web', 'server')
  const module = join(project, 'scripts/build-stamp.mjs')
  const program = `import { ensureBuild } from ${JSON.stringify(module)}; ensureBuild('web', 'server')`
  const elsewhere = spawnSync(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: tmpdir(),
    encoding: 'utf8',
  })
  // The output of a build.
  expect(elsewhere).toMatchObject({ status: 0, stdout: '', stderr: '' })
})
