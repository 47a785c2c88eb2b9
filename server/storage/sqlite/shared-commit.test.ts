import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { isDatabaseOutage } from '../engine-errors.ts'
import { type NodeSqlite, openNodeSqlite } from './node-sqlite.ts'
import { createSharedCommit, type Durability, type SharedCommit } from './shared-commit.ts'

describe('transactions of the embedded engine that are asked for together', () => {
  let file: string
  let sqlite: NodeSqlite
  let commits: SharedCommit
  /** The view of another process: only committed data. */
  let committed: () => unknown[]
  beforeEach(() => {
    const folder = mkdtempSync(join(tmpdir(), 'rollkey-test-'))
    file = join(folder, 'test.sqlite')
    sqlite = openNodeSqlite(file)
    sqlite.raw.exec('create table notes (text text not null unique) strict')
    const other = new DatabaseSync(file)
    committed = () =>
      other
        .prepare('select text from notes order by rowid')
        .all()
        .map(({ text }) => text)
    commits = createSharedCommit(sqlite)
    onTestFinished(() => {
      other.close()
      sqlite.close()
      rmSync(folder, { recursive: true })
    })
  })
  const write = (text: string) => sqlite.prepare('insert into notes values (?)').run([text])
  const note = (text: string, durability: Durability = 'full') => commits.transact(durability, async () => write(text))
  const readSynchronous = () => sqlite.raw.prepare('pragma synchronous').get()?.synchronous

  test('share one commit: when the first is answered, all are in the file', async () => {
    const all = ['a', 'b', 'c'].map((text) => note(text))
    await all[0]
    expect(committed()).toEqual(['a', 'b', 'c'])
    await Promise.all(all)
  })

  test('run one after the other, in the order in which they were asked for', async () => {
    const steps: string[] = []
    const slow = commits.transact('full', async () => {
      steps.push('first begins')
      await new Promise((resolve) => setImmediate(resolve))
      steps.push('first ends')
    })
    const quick = commits.transact('full', async () => void steps.push('second'))
    await Promise.all([slow, quick])
    expect(steps).toEqual(['first begins', 'first ends', 'second'])
  })

  test('see the work of those before them, which is not committed yet', async () => {
    const first = note('a')
    const second = commits.transact('full', async () => ({
      own: sqlite.prepare('select text from notes').all([]),
      committed: committed(),
    }))
    expect(await second).toEqual({ own: [{ text: 'a' }], committed: [] })
    await first
  })

  test('are undone alone when they fail, and get their error after the commit', async () => {
    const before = note('a')
    const failing = commits
      .transact('full', async () => {
        write('undone')
        throw new Error('on purpose')
      })
      .catch((error: Error) => ({ message: error.message, committed: committed() }))
    const refused = note('a').catch((error: Error) => error.message)
    const after = note('b')
    expect(await failing).toEqual({ message: 'on purpose', committed: ['a', 'b'] })
    expect(await refused).toMatch(/UNIQUE constraint failed/)
    await Promise.all([before, after])
  })

  test('all fail when the engine gives up the whole commit; nothing remains, and the next ones succeed', async () => {
    const { page_count: pages } = sqlite.raw.prepare('pragma page_count').get() as { page_count: number }
    sqlite.raw.exec(`pragma max_page_count = ${pages}`)
    const outcomes = await Promise.allSettled([note('a'), note('x'.repeat(100_000)), note('b')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected'])
    for (const outcome of outcomes) {
      expect(outcome.status === 'rejected' && isDatabaseOutage(outcome.reason)).toBe(true)
    }
    expect(committed()).toEqual([])
    sqlite.raw.exec('pragma max_page_count = 1000000')
    await note('c')
    expect(committed()).toEqual(['c'])
  })

  test('all fail when the file cannot be opened for writing', async () => {
    sqlite.close()
    const outcomes = await Promise.allSettled([note('a'), note('b')])
    expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  })

  test('wait for the disk if one of them has to, and commits outside of transactions always do', async () => {
    const inBrief = commits.transact('brief', async () => readSynchronous())
    expect(await inBrief).toBe(1)
    expect(readSynchronous()).toBe(2)
    const mixed = [
      commits.transact('brief', async () => readSynchronous()),
      commits.transact('full', async () => readSynchronous()),
    ]
    expect(await Promise.all(mixed)).toEqual([2, 2])
    expect(readSynchronous()).toBe(2)
  })

  test('are all done when finish resolves', async () => {
    const asked = note('a')
    const running = commits.transact('full', async () => {
      void note('b')
      write('c')
    })
    await commits.finish()
    expect(committed()).toEqual(['a', 'c', 'b'])
    await Promise.all([asked, running])
  })
})

test('no confirmed transaction is lost when the process is killed at any moment', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-test-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'rollkey.sqlite')
  const program = `
    const { writeSync } = await import('node:fs')
    const { openStorage } = await import('#server/storage/open-storage.ts')
    const storage = await openStorage({ database: { file: ${JSON.stringify(file)} } })
    const entry = { action: 'login', outcome: 'done', accountId: null, subject: null, sessionId: null }
    for (let next = 0; ; ) {
      const ids = Array.from({ length: 8 }, () => process.pid + '-' + next++)
      await Promise.all(ids.map(async (requestId) => {
        await storage.transaction(({ audit }) => audit.append({ ...entry, addressPrefix: '', requestId }))
        writeSync(1, requestId + '\\n')
      }))
    }`
  const answered: string[] = []
  for (const linesUntilKilled of [1, 100, 257, 500]) {
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program])
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.split('\n').length > linesUntilKilled) child.kill('SIGKILL')
    })
    await once(child, 'close')
    const lines = output.split('\n').slice(0, -1)
    expect(lines.length).toBeGreaterThanOrEqual(linesUntilKilled)
    answered.push(...lines)
  }
  const database = new DatabaseSync(file)
  const stored = new Set(
    database
      .prepare('select request_id as id from audit_log')
      .all()
      .map(({ id }) => id),
  )
  expect(answered.filter((id) => !stored.has(id))).toEqual([])
  expect(database.prepare('pragma integrity_check').get()).toEqual({ integrity_check: 'ok' })
  database.close()
})
