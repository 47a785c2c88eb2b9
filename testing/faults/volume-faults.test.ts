import { appendFileSync, chmodSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { locate } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { type ServerProcess, startServerProcess } from '#testing/server-process.ts'
import { populateInstitute } from '../populate-institute.ts'
import { controlRounds, isFullSuite, rounds } from './full-suite.ts'
import { createKillablePostgres } from './killable-postgres.ts'
import {
  askForMark,
  connect,
  findLosses,
  type Institute,
  type Marking,
  markUntilStruck,
  prove,
  readMarked,
  repeatUnanswered,
  withWaitingStudents,
} from './marking.ts'
import type { Guard } from './switch-guard-off.ts'
import { mountLoopVolume, mountSmallVolume, type Volume } from './volume.ts'

const marksOfRound = 40
const cuts = rounds(10, 1)
const metricsToken = 'sunflower-harbour-9'
vi.setConfig({ testTimeout: 600_000 })

type Place = { readonly dataDir: string; readonly databaseUrl: string | undefined }

const cleaning: (() => unknown)[] = []
afterEach(async () => {
  for (const clean of cleaning.splice(0).reverse()) await clean()
})

async function populate(place: Place, students: number): Promise<{ origin: string; institute: Institute }> {
  const origin = `http://localhost:${await findFreePort()}`
  return { origin, institute: withWaitingStudents(await populateInstitute(locate(place), origin, students)) }
}

async function start({ dataDir, databaseUrl = '' }: Place, origin: string, guardOff?: Guard): Promise<ServerProcess> {
  const env = { PORT: new URL(origin).port, DATA_DIR: dataDir, DATABASE_URL: databaseUrl, RATE_LIMIT_SCALE: '100000' }
  const quiet = { LOG_LEVEL: 'silent', METRICS_TOKEN: metricsToken }
  const server = await startServerProcess({ ...env, ...quiet }, guardOff)
  cleaning.push(server.kill)
  return server
}

/** Returns the function that frees the space. */
function fill(folder: string): () => void {
  const filler = join(folder, 'filler')
  // To the last page, whatever else the server writes meanwhile.
  for (const bytes of [2 ** 20, 2 ** 12]) {
    const part = Buffer.alloc(bytes)
    try {
      for (;;) appendFileSync(filler, part)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
    }
  }
  return () => rmSync(filler)
}

/** PostgreSQL's own user walks through the volume. */
async function startPostgresOn({ folder }: Pick<Volume, 'folder'>, settings?: Readonly<Record<string, string>>) {
  chmodSync(folder, 0o755)
  chmodSync(join(folder, '..'), 0o755)
  const postgres = createKillablePostgres(folder)
  if (postgres === undefined) throw new Error('PostgreSQL has gone')
  cleaning.push(postgres.killAll)
  await postgres.start(settings)
  return postgres
}

/** Writes until the log needs space that does not exist. PostgreSQL cannot guarantee commits then, so it stops. */
async function exhaustLog(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => undefined)
  await client.connect()
  const writing = (async () => {
    for (;;) await client.query('select pg_logical_emit_message(false, $1, $2), pg_switch_wal()', ['filler', 'filler'])
  })()
  await expect(writing).rejects.toThrow()
}

/**
 * Otherwise it is chance which table needs a page first. When it is the table of marks, nothing half-done can be
 * written. The space of deleted rows is used again.
 */
async function makeRoomForMarks(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    // The rows refer to no student.
    await client.query('set session_replication_role = replica')
    await client.query(`
      insert into marks
      select copy.* from (select to_jsonb(marks) as mark from marks limit 1) one, generate_series(1, 400) number,
        jsonb_populate_record(null::marks, one.mark || jsonb_build_object('student_id', 'nobody-' || number)) copy`)
    await client.query("delete from marks where student_id like 'nobody-%'")
    await client.query('vacuum (truncate false) marks')
  } finally {
    await client.end()
  }
}

/** The students among these who got a mark. */
async function findMarkedOf(studentIds: ReadonlySet<string>, place: Place): Promise<string[]> {
  const marked = await readMarked(place)
  return [...studentIds].filter((id) => marked.has(id))
}

/** The server's own reports: to the balancer, and to Prometheus. */
async function readState(origin: string): Promise<{ readonly status: string; readonly writable: string | undefined }> {
  const { status } = (await (await fetch(`${origin}/readyz`)).json()) as { status: string }
  const metrics = await fetch(`${origin}/metrics`, { headers: { authorization: `Bearer ${metricsToken}` } })
  return { status, writable: /^rollkey_storage_writable (\d)$/m.exec(await metrics.text())?.[1] }
}

const isReady = (origin: string): Promise<boolean> =>
  fetch(`${origin}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  )

async function askForAll(
  client: ReturnType<typeof connect>,
  institute: Institute,
  students: Institute['students'],
): Promise<Marking> {
  const replies = await Promise.allSettled(students.map(({ id }) => askForMark(client, institute, id)))
  const idsOf = (status: 'fulfilled' | 'rejected') =>
    new Set(students.filter((_, index) => replies[index]?.status === status).map(({ id }) => id))
  const refusals = replies.flatMap((reply) => (reply.status === 'rejected' ? [String(reply.reason)] : []))
  return { answered: idsOf('fulfilled'), unanswered: idsOf('rejected'), refusals }
}

describe.each(engines)('a disk that is full under %s', (engine) => {
  async function fillUp(guardOff?: Guard) {
    const volume = mountSmallVolume(engine === 'sqlite' ? 64 : 160)
    if (volume === undefined) return undefined
    cleaning.push(volume.remove)
    const postgres = engine === 'sqlite' ? undefined : await startPostgresOn(volume)
    const place = { dataDir: volume.folder, databaseUrl: postgres?.url }
    const { origin, institute } = await populate(place, 96)
    const server = await start(place, origin, guardOff)
    const early = await markUntilStruck(origin, institute, { count: 16, strikeAfter: 99, strike: () => undefined })
    expect(early.answered.size).toBe(16)
    // Their ceremonies are over: the full disk meets the mark. PostgreSQL first fills its present pages.
    const proven = institute.take(engine === 'sqlite' ? 16 : 64)
    const client = connect(origin, institute)
    for (const student of proven) await prove(client, student)
    if (postgres && guardOff) await makeRoomForMarks(postgres.url)
    const giveBack = fill(volume.folder)
    const full = await askForAll(client, institute, proven)
    client.close()
    return {
      origin,
      server,
      institute,
      place,
      giveBack,
      full,
      answered: new Set([...early.answered, ...full.answered]),
    }
  }

  test('is reported as an outage, loses nothing that was confirmed, and ends by itself when there is space', async ({
    skip,
  }) => {
    const filled = await fillUp()
    if (filled === undefined) return skip('no small volume')
    const { origin, server, institute, place, giveBack, full, answered } = filled
    expect(full.refusals.length).toBeGreaterThan(0)
    for (const refusal of full.refusals) expect(refusal).toMatch(/: 503 .*general_service_unavailable/)
    expect(await findLosses(place, answered)).toEqual([])
    expect(await findMarkedOf(full.unanswered, place)).toEqual([])
    await expect.poll(() => readState(origin)).toEqual({ status: 'no writes', writable: '0' })
    // It does not affect students who only read, not even when the last use of their login must be stored.
    await server.setClock(2 * 60_000)
    const reader = connect(origin, institute)
    for (const path of ['/v1/account', '/v1/databases/rollkey/collections/students/documents']) {
      await expect(reader.call('GET', path), path).resolves.toBeDefined()
    }
    reader.close()
    await server.setClock(0)
    giveBack()
    await expect.poll(() => readState(origin)).toEqual({ status: 'ready', writable: '1' })
    await repeatUnanswered(origin, institute, full)
    const late = await markUntilStruck(origin, institute, { count: 16, strikeAfter: 99, strike: () => undefined })
    expect(late.answered.size).toBe(16)
    expect(await findLosses(place, new Set([...answered, ...full.unanswered, ...late.answered]))).toEqual([])
  })

  test.runIf(engine === 'sqlite' || isFullSuite)('control: without its guard the harm is seen', async ({ skip }) => {
    // When the commit can fail, the answer must wait for it. PostgreSQL refuses a row, and undoes the others of the
    // transaction.
    const filled = await fillUp(engine === 'sqlite' ? 'answer-after-commit' : 'one-transaction')
    if (filled === undefined) return skip('no small volume')
    const { place, answered, full } = filled
    expect([...(await findLosses(place, answered)), ...(await findMarkedOf(full.unanswered, place))]).not.toEqual([])
  })
})

describe.runIf(engines.includes('postgresql') && isFullSuite)(
  'a disk that is full under the write-ahead log of PostgreSQL',
  () => {
    test('stops PostgreSQL, is reported as an outage, and has lost nothing when there is space and PostgreSQL runs again', async ({
      skip,
    }) => {
      const volume = mountSmallVolume(160)
      if (volume === undefined) return skip('no small volume')
      cleaning.push(volume.remove)
      const postgres = await startPostgresOn(volume)
      const place = { dataDir: volume.folder, databaseUrl: postgres.url }
      const { origin, institute } = await populate(place, 48)
      await start(place, origin)
      const early = await markUntilStruck(origin, institute, { count: 16, strikeAfter: 99, strike: () => undefined })
      const proven = institute.take(16)
      const client = connect(origin, institute)
      for (const student of proven) await prove(client, student)
      const giveBack = fill(volume.folder)
      await exhaustLog(postgres.url)
      const full = await askForAll(client, institute, proven)
      client.close()
      expect(full.refusals).toHaveLength(proven.length)
      for (const refusal of full.refusals) expect(refusal).toMatch(/: 503 .*general_service_unavailable/)
      giveBack()
      await postgres.killAll()
      await postgres.start()
      await expect.poll(() => isReady(origin)).toBe(true)
      await repeatUnanswered(origin, institute, full, { proofsMayBeLost: true })
      expect(await findLosses(place, new Set([...early.answered, ...full.unanswered]))).toEqual([])
    })
  },
)

describe.each(engines)('a power cut of the volume of %s', (engine) => {
  async function cutInTheMiddle(count: number, settings: Readonly<Record<string, string>>, guardOff?: Guard) {
    const volume = mountLoopVolume()
    if (volume === undefined) return undefined
    cleaning.push(volume.remove)
    const postgres = engine === 'sqlite' ? undefined : await startPostgresOn(volume, settings)
    const place = { dataDir: volume.folder, databaseUrl: postgres?.url }
    const { origin, institute } = await populate(place, marksOfRound * count)
    // A new cluster is copied without waiting for the disk.
    volume.sync()
    const losses: string[] = []
    for (let round = 0; round < count && losses.length === 0; round++) {
      const server = await start(place, origin, guardOff)
      const strikeAfter = 5 + Math.floor(Math.random() * (marksOfRound / 2))
      const marking = await markUntilStruck(origin, institute, {
        count: marksOfRound,
        strikeAfter,
        strike: volume.cutPower,
      })
      await server.kill()
      await postgres?.killAll()
      volume.restore()
      await postgres?.start(settings).catch((error: Error) => losses.push(error.message))
      if (losses.length === 0) losses.push(...(await findLosses(place, marking.answered)))
    }
    return losses
  }

  test('loses nothing that was confirmed', async ({ skip }) => {
    const losses = await cutInTheMiddle(cuts, {})
    if (losses === undefined) return skip('no loop device')
    expect(losses).toEqual([])
  })

  test('control: without waiting for the disk the loss is seen', async ({ skip }) => {
    const losses = await cutInTheMiddle(
      controlRounds,
      { fsync: 'off' },
      engine === 'sqlite' ? 'synchronous' : undefined,
    )
    if (losses === undefined) return skip('no loop device')
    expect(losses.length).toBeGreaterThan(0)
  })
})
