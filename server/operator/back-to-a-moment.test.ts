import { execFile } from 'node:child_process'
import { appendFileSync, chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import pg from 'pg'
import { describe, expect, onTestFinished, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { askForMark, connect, prove, readMarked, withWaitingStudents } from '#testing/faults/marking.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { populateInstitute } from '#testing/populate-institute.ts'
import { type Cluster, clusterUrl, createCluster, runCluster } from '#testing/postgres-cluster.ts'
import { startServerProcess } from '#testing/server-process.ts'

const runFile = promisify(execFile)
const project = join(import.meta.dirname, '../..')
/** `npm run restore-drill` marks more, and proves that the later marks were there to come back. */
const isFull = process.env.RESTORE_DRILL === 'full'
const half = isFull ? 30 : 3
const operationPage = readFileSync(join(project, 'docs/operation.md'), 'utf8')

/** The commands of docs/operation.md, in their order, with other words in the place of those of its machine. */
function readCommands(changes: Readonly<Record<string, string>>): [string, string, string, string] {
  const [, section = ''] = /### Back to a moment on PostgreSQL\n([\s\S]*?)\n##/.exec(operationPage) ?? []
  const blocks = [...section.matchAll(/```\n([\s\S]*?)```/g)].map(([, block = '']) =>
    Object.entries(changes).reduce((text, [there, here]) => text.replaceAll(there, here), block),
  )
  const [settings, baseBackup, restore, afterwards, ...more] = blocks
  if (!settings || !baseBackup || !restore || !afterwards || more.length > 0)
    throw new Error('docs/operation.md no longer has the four blocks of this section')
  return [settings, baseBackup, restore, afterwards]
}

async function ask(url: string, statement: string): Promise<string> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query({ text: statement, rowMode: 'array' })
    return String(rows[0]?.[0])
  } finally {
    await client.end()
  }
}

/** An empty cluster, reached over its folder, whose backups and restored data go beside its own. */
function createOwnCluster(): Cluster {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-moment-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  const cluster = createCluster(folder)
  if (cluster === undefined) throw new Error('PostgreSQL is not installed')
  for (const made of ['backups', 'backups/wal']) {
    mkdirSync(join(folder, made))
    if (cluster.owner) chownSync(join(folder, made), cluster.owner.uid, cluster.owner.gid)
  }
  return cluster
}

/** As PostgreSQL's user. */
function runAsOwner({ programs, folder, owner }: Cluster, commands: string, url: string) {
  const env = { ...process.env, PATH: [programs, process.env.PATH].join(delimiter), DATABASE_URL: url }
  return runFile('sh', ['-e', '-c', commands], { cwd: folder, env, ...owner })
}

/** As the page says, up to a database that takes writes. Returns the function that stops it. */
async function restore(cluster: Cluster, commands: string, url: string): Promise<() => Promise<unknown>> {
  await runAsOwner(cluster, commands, url)
  const [, data = ''] = /--pgdata=(\S+)/.exec(commands) ?? []
  return () => runAsOwner(cluster, `pg_ctl --pgdata=${data} --mode=immediate stop`, url)
}

describe.runIf(engines.includes('postgresql'))('the way back to a moment in docs/operation.md', () => {
  test('brings exactly the marks from before it, forgets all secrets, and leaves sound data', async () => {
    const cluster = createOwnCluster()
    const { folder } = cluster
    const places = { '/backups': join(folder, 'backups'), '/var/lib/postgresql/restored': join(folder, 'restored') }
    const [settings, baseBackup] = readCommands(places)
    // Recovery wants no fewer connections than the cluster had.
    const ours = `max_connections = 200\nlisten_addresses = ''\nunix_socket_directories = '${folder}'\n`
    appendFileSync(join(folder, 'data/postgresql.conf'), `\n${ours}${settings}`)
    const lose = await runCluster(cluster)
    await ask(clusterUrl(cluster, 'postgres'), 'create database rollkey')
    const url = clusterUrl(cluster, 'rollkey')
    const port = await findFreePort()
    const origin = `http://localhost:${port}`
    const institute = withWaitingStudents(await populateInstitute({ url }, origin, 2 * half))
    const server = await startServerProcess({
      ...{ PORT: String(port), DATA_DIR: folder, DATABASE_URL: url },
      ...{ RATE_LIMIT_SCALE: '100000', LOG_LEVEL: 'silent' },
    })
    onTestFinished(server.kill)
    const screen = connect(origin, institute)
    onTestFinished(screen.close)
    const mark = async (): Promise<string[]> => {
      const students = institute.take(half)
      for (const student of students) {
        await prove(screen, student)
        await askForMark(screen, institute, student.id)
      }
      return students.map(({ id }) => id)
    }

    await runAsOwner(cluster, baseBackup, url)
    const before = await mark()
    const moment = await ask(url, 'select clock_timestamp()::text')
    const after = await mark()
    // The server is lost a little later, when this WAL was archived.
    const last = await ask(url, 'select pg_walfile_name(pg_switch_wal())')
    await expect.poll(() => ask(url, 'select last_archived_wal from pg_stat_archiver')).toBe(last)
    await server.kill()
    await lose()

    const [, , commands, afterwards] = readCommands({ ...places, '2026-11-21 10:40:00+05:30': moment })
    const stop = await restore(cluster, commands, url)
    const env = { ...process.env, NODE_ENV: 'test', DATABASE_URL: url }
    const { stdout } = await runFile('sh', ['-e', '-c', afterwards], { cwd: project, env })
    expect(stdout).toContain('all users must log in again')
    expect(stdout).toContain('Everything is as it must be.')
    const place = { dataDir: folder, databaseUrl: url }
    expect(await readMarked(place)).toEqual(new Set(before))
    expect(await ask(url, 'select count(*) from sessions')).toBe('0')
    await stop()

    if (!isFull) return
    // Control: without the moment, the same backup brings the later marks, too.
    const everything = commands.replace(/^recovery_target_time.*\n/m, '').replaceAll('/restored', '/whole')
    const stopWhole = await restore(cluster, everything, url)
    onTestFinished(async () => void (await stopWhole()))
    expect(await readMarked(place)).toEqual(new Set([...before, ...after]))
  })
})
