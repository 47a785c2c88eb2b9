import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { createHttpClient } from '#testing/http-client.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { populateInstitute } from '../populate-institute.ts'
import { controlRounds, isFullSuite, rounds } from './full-suite.ts'
import { createKillablePostgres, type KillablePostgres } from './killable-postgres.ts'
import {
  askForMark,
  connect,
  findLosses,
  type Institute,
  markUntilStruck,
  prove,
  repeatUnanswered,
  withWaitingStudents,
} from './marking.ts'
import type { Guard } from './switch-guard-off.ts'

const killings = rounds(10, 2)
const outageMs = isFullSuite ? 60_000 : 2_000
const marksOfRound = 40
/** Commits that do not wait for the disk stay in memory until a mark's commit: killing the database loses them. */
const lazyWriter = { wal_writer_delay: '10s' }
vi.setConfig({ testTimeout: 600_000 })

describe.runIf(engines.includes('postgresql'))('PostgreSQL', () => {
  let postgres: KillablePostgres
  let institute: Institute
  let server: ServerProcess
  let origin: string
  let folder: string
  const database = () => ({ dataDir: folder, databaseUrl: postgres.url })

  beforeEach(async () => {
    const created = createKillablePostgres()
    if (created === undefined) throw new Error('PostgreSQL has gone')
    postgres = created
    await postgres.start()
    origin = `http://localhost:${await findFreePort()}`
    folder = mkdtempSync(join(tmpdir(), 'rollkey-faults-'))
    writeFileSync(join(folder, 'favicon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  })
  afterEach(async () => {
    await server.kill()
    await postgres.remove()
    rmSync(folder, { recursive: true })
  })

  async function populate(students: number): Promise<void> {
    institute = withWaitingStudents(await populateInstitute({ url: postgres.url }, origin, students))
  }
  async function start(guardOff?: Guard): Promise<void> {
    const env = { PORT: new URL(origin).port, DATA_DIR: folder, DATABASE_URL: postgres.url, RATE_LIMIT_SCALE: '100000' }
    server = await startServerProcess({ ...env, LOG_LEVEL: 'silent' }, guardOff)
  }
  async function killInTheMiddle(settings: Readonly<Record<string, string>> = {}) {
    const strikeAfter = 5 + Math.floor(Math.random() * (marksOfRound / 2))
    const marking = await markUntilStruck(origin, institute, {
      count: marksOfRound,
      strikeAfter,
      strike: postgres.killAll,
    })
    await postgres.start(settings)
    return { marking, losses: await findLosses(database(), marking.answered) }
  }
  const asInstitute = () => {
    const http = createHttpClient(origin)
    return {
      ...http,
      read: () => http.get('/v1/account', { headers: { cookie: `session=${institute.sessionToken}` } }),
    }
  }

  async function requireStandby(name: string): Promise<void> {
    const client = new pg.Client({ connectionString: postgres.url })
    await client.connect()
    try {
      await client.query(`alter system set synchronous_standby_names = '${name}'`)
      await client.query('select pg_reload_conf()')
    } finally {
      await client.end()
    }
  }

  test('whose standby is lost does not confirm a mark, nor the repeat of one, until it is there again', async () => {
    await populate(2)
    await start()
    const screen = connect(origin, institute)
    onTestFinished(screen.close)
    const [first, second] = institute.take(2)
    if (!first || !second) throw new Error('Two students are needed')
    for (const student of [first, second]) await prove(screen, student)
    const answer = await askForMark(screen, institute, first.id)
    await requireStandby('missing')
    for (const { id } of [first, second]) await expect(askForMark(screen, institute, id)).rejects.toThrow(/: 503 /)
    await requireStandby('')
    expect(await askForMark(screen, institute, first.id)).toEqual(answer)
    expect(await askForMark(screen, institute, second.id)).toMatchObject({ $id: second.id })
  })

  test('that is killed during marks has lost nothing that was confirmed, and the same process goes on', async () => {
    await populate(marksOfRound * killings)
    await postgres.killAll()
    await postgres.start(lazyWriter)
    await start()
    for (let round = 0; round < killings; round++) {
      const { marking, losses } = await killInTheMiddle(lazyWriter)
      expect(losses).toEqual([])
      for (const refusal of marking.refusals) expect(refusal).toMatch(/: 503 .*general_service_unavailable/)
      await expect.poll(async () => (await asInstitute().read()).status).toBe(200)
      await repeatUnanswered(origin, institute, marking, { proofsMayBeLost: true })
      expect(await findLosses(database(), new Set([...marking.answered, ...marking.unanswered]))).toEqual([])
    }
  })

  test('that is killed between a proof and its mark may forget the proof: the student proves again and counts once', async () => {
    await populate(8)
    await postgres.killAll()
    await postgres.start(lazyWriter)
    await start()
    const client = connect(origin, institute)
    const students = institute.take(8)
    for (const student of students) await prove(client, student)
    await postgres.killAll()
    await postgres.start()
    await expect.poll(async () => (await asInstitute().read()).status).toBe(200)
    await expect(Promise.all(students.map(({ id }) => askForMark(client, institute, id)))).rejects.toThrow(/: 401 /)
    client.close()
    const unanswered = new Set(students.map(({ id }) => id))
    await repeatUnanswered(origin, institute, { unanswered }, { proofsMayBeLost: true })
    expect(await findLosses(database(), unanswered)).toEqual([])
  })

  test('control: with synchronous_commit off the loss is seen', async () => {
    await populate(marksOfRound * controlRounds)
    await postgres.killAll()
    const settings = { ...lazyWriter, synchronous_commit: 'off' }
    await postgres.start(settings)
    await start()
    let losses: string[] = []
    for (let round = 0; round < controlRounds && losses.length === 0; round++) {
      losses = (await killInTheMiddle(settings)).losses
      await expect.poll(async () => (await asInstitute().read()).status).toBe(200)
    }
    expect(losses.length).toBeGreaterThan(0)
  })

  test(`that is gone for ${outageMs / 1_000} s is reported as an outage, and the process goes on by itself when it is back`, async () => {
    await populate(10)
    await start()
    const http = asInstitute()
    expect((await http.read()).status).toBe(200)
    await postgres.killAll()
    const end = Date.now() + outageMs
    do {
      const { status, body } = await http.read()
      expect({ status, body }).toMatchObject({ status: 503, body: { type: 'general_service_unavailable', code: 503 } })
      const login = await http.post('/v1/account/sessions/email', {
        email: 'a@example.org',
        password: 'some-password-1',
      })
      expect(login.status).toBe(503)
      const headers = { cookie: `session=${institute.sessionToken}` }
      expect((await http.get('/api/v1/ping', { headers })).status).toBe(200)
      expect((await http.get('/healthz')).status).toBe(200)
      expect((await http.get('/readyz')).status).toBe(503)
      await wait(outageMs / 20)
    } while (Date.now() < end)
    await postgres.start()
    await expect.poll(async () => (await http.read()).status).toBe(200)
    const marking = await markUntilStruck(origin, institute, { count: 10, strikeAfter: 99, strike: () => undefined })
    expect(marking).toMatchObject({ refusals: [] })
    expect(marking.answered.size).toBe(10)
    expect(await findLosses(database(), marking.answered)).toEqual([])
  })

  test('control: an outage that is not recognised as one gets another answer', async () => {
    await populate(1)
    await start('known-outage')
    await postgres.killAll()
    expect((await asInstitute().read()).status).toBe(500)
  })
})
