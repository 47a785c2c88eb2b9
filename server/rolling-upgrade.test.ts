import { Kysely, PostgresDialect } from 'kysely'
import { Migrator } from 'kysely/migration'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { buildEarlier, findVersionBefore } from '#testing/build-earlier.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { canRunCluster } from '#testing/cluster.ts'
import { createDatabase, type TestDatabase } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { createHttpClient } from '#testing/http-client.ts'
import { answeredBy, startNginx } from '#testing/nginx.ts'
import { openPool } from '#testing/open-pool.ts'
import {
  markStudent,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { readTables } from '#testing/read-tables.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { type SmtpInbox, startSmtpInbox } from '#testing/smtp-inbox.ts'
import { migrationsOf } from './storage/upkeep/migrate.ts'

const names = Object.keys(migrationsOf('postgresql'))
const newest = names.at(-1) ?? ''
const earlier = findVersionBefore(newest)
if (earlier === undefined) {
  console.warn(
    `NO HISTORY HERE (a shallow clone, or sources without .git): the version before ${newest} is NOT TESTED beside this one.`,
  )
}

/** Rules §7: two versions of the server on one PostgreSQL, behind a balancer that gives each call to the next one. */
describe.runIf(canRunCluster())('an upgrade while attendance is taken', () => {
  let inbox: SmtpInbox
  let database: TestDatabase
  let origin: string
  let ports: [number, number]
  let institute: Person
  let registered: number

  beforeEach(async () => {
    inbox = await startSmtpInbox()
    onTestFinished(inbox.close)
    database = await createDatabase('postgresql')
    onTestFinished(database.drop)
    ports = [await findFreePort(), await findFreePort()]
    const port = await findFreePort()
    origin = `http://localhost:${port}`
    onTestFinished(await startNginx(port, ports))
    registered = 0
  })

  async function start(port: number, program?: string): Promise<ServerProcess> {
    const env = { HOST: '127.0.0.1', PORT: String(port), PUBLIC_URL: origin, TRUST_PROXY: '127.0.0.1' }
    const services = { DATABASE_URL: database.databaseUrl ?? '', SMTP_URL: inbox.url }
    const limits = { RATE_LIMIT_SCALE: '1000', LOG_LEVEL: 'warn' }
    const server = await startServerProcess({ ...env, ...services, ...limits }, undefined, program)
    onTestFinished(server.kill)
    return server
  }

  async function openClass(): Promise<void> {
    institute = await registerOrganisation({ origin, inbox })
    await registerPasskey(institute)
    await startAttendance(institute)
  }

  /** The port that answered the last call of the mark. */
  async function markNext(): Promise<number> {
    const number = ++registered
    const form = { email: `u${number}@x.example`, rollNumber: `U-${number}` }
    const student = await registerStudent({ origin, inbox }, institute.id, form)
    await registerPasskey(student)
    const { status, headers } = await markStudent(institute, form.rollNumber, student.authenticator)
    expect(status).toBe(200)
    // One that does not answer is listed before the one that does.
    return Number(headers.get(answeredBy)?.split(':').at(-1))
  }

  /** Each call goes to the other process than the one before it, so that most marks are made by both. */
  async function markOnBoth(): Promise<void> {
    const answering = new Set<number>()
    for (let mark = 0; mark < 4; mark++) {
      answering.add(await markNext())
      // A mark is an even number of calls: with one more the next begins at the other process.
      if (mark % 2 === 0) await createHttpClient(origin).get('/healthz')
    }
    expect(answering).toEqual(new Set(ports))
  }

  async function expectAllMarks(): Promise<void> {
    expect(rowsOf(await readTables(database), 'marks')).toHaveLength(registered)
    await checkInvariants(database)
  }

  /** What a version of tomorrow does to the tables; its name says whether it only adds. */
  async function migrateToTomorrow(name: string): Promise<void> {
    const pool = openPool(database.databaseUrl)
    const db = new Kysely({ dialect: new PostgresDialect({ pool }) })
    const tomorrow = {
      async up(own: Kysely<unknown>) {
        for (const table of ['accounts', 'students', 'memberships', 'marks', 'attendance_sessions', 'presence_proofs'])
          await own.schema.alterTable(table).addColumn('of_tomorrow', 'text').execute()
      },
    }
    const getMigrations = async () => ({ ...migrationsOf('postgresql'), [name]: tomorrow })
    const { error } = await new Migrator({ db, provider: { getMigrations } }).migrateToLatest()
    await db.destroy()
    expect(error).toBeUndefined()
  }

  const isExpansion = newest.endsWith('.expansion') && earlier?.knowsFoundation === true

  test.runIf(earlier !== undefined && !isExpansion)(
    `the version before ${newest} (${earlier?.hash.slice(0, 10)}) does not start on the tables that this one has rebuilt`,
    async () => {
      if (earlier === undefined) throw new Error('The history is missing')
      const { program, remove } = buildEarlier(earlier)
      onTestFinished(remove)
      const [oldPort, newPort] = ports
      const old = await start(oldPort, program)
      await openClass()
      expect(await markNext()).toBe(oldPort)
      await old.kill()
      await start(newPort)
      await expect(start(oldPort, program)).rejects.toThrow('made by a newer version (')
      await markNext()
      await expectAllMarks()
    },
    180_000,
  )

  test.runIf(earlier !== undefined && isExpansion)(
    `the version before ${newest} (${earlier?.hash.slice(0, 10)}) takes attendance beside this one`,
    async () => {
      if (earlier === undefined) throw new Error('The history is missing')
      const { program, remove } = buildEarlier(earlier)
      onTestFinished(remove)
      const [oldPort, newPort] = ports
      let old = await start(oldPort, program)
      await openClass()
      expect(await markNext()).toBe(oldPort)
      // It migrates.
      const today = await start(newPort)
      await markOnBoth()
      await old.kill()
      old = await start(oldPort, program)
      await markOnBoth()
      await today.kill()
      expect(await markNext()).toBe(oldPort)
      await expectAllMarks()
    },
    180_000,
  )

  test('this version starts again on tables that a version of tomorrow has extended, and takes attendance', async () => {
    const [port, otherPort] = ports
    const first = await start(port)
    await start(otherPort)
    await openClass()
    await migrateToTomorrow('9999-of-tomorrow.expansion')
    // Both began before the tables changed.
    await markOnBoth()
    await first.kill()
    const again = await start(port)
    expect(again.output()).toContain('A newer version has extended the tables (9999-of-tomorrow.expansion).')
    await markOnBoth()
    await expectAllMarks()
  })

  test('control: on tables that a version of tomorrow has changed otherwise, it does not start again', async () => {
    const [port] = ports
    const first = await start(port)
    await migrateToTomorrow('9999-of-tomorrow')
    await first.kill()
    await expect(start(port)).rejects.toThrow('made by a newer version (9999-of-tomorrow)')
  })
})
