import { execFile } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { promisify } from 'node:util'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createDatabase, engines } from '#testing/create-database.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { isRetryable, isUniqueViolation } from './engine-errors.ts'
import { openStorage } from './open-storage.ts'
import type { OpenStorage } from './opened-storage.ts'
import { openNodeSqlite } from './sqlite/node-sqlite.ts'
import { makePrivateFile } from './sqlite/private-files.ts'

const runFile = promisify(execFile)

/** Compared with the files: a migration that is not registered would be missing in the database. */
const migrations = readdirSync(join(import.meta.dirname, 'migrations')).filter((name) => /^\d{4}-/.test(name))

describe.each(engines)('storage on %s', (engine) => {
  let storages: TestStorage
  let storage: OpenStorage
  beforeAll(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
  })
  afterAll(() => storages.close())

  const raise = async (statement: string): Promise<unknown> => {
    try {
      await execute(storages, statement)
    } catch (error) {
      return error
    }
    return undefined
  }

  describe('opened', () => {
    async function createOwn(): Promise<TestStorage> {
      const own = await createTestStorage(engine, await createDatabase(engine))
      onTestFinished(own.close)
      return own
    }

    test('a second time keeps what is stored', async () => {
      const own = await createOwn()
      const first = await own.open()
      await first.accounts.insert(makeAccount('kept'))
      await first.close()
      const second = await own.open()
      expect(await second.accounts.find('kept')).toEqual(makeAccount('kept'))
      expect((await own.readTables()).kysely_migration).toHaveLength(migrations.length)
    })

    test('by several processes at once migrates once, and all of them work', async () => {
      const own = await createOwn()
      const { dataDir, databaseUrl } = own.database
      const where = databaseUrl === undefined ? { file: join(dataDir, 'rollkey.sqlite') } : { url: databaseUrl }
      const program = `
        const { openStorage } = await import('#server/storage/open-storage.ts')
        const storage = await openStorage({ database: ${JSON.stringify(where)} })
        console.log(await storage.secret('decoy-key', () => String(process.pid)))
        await storage.close()`
      const run = () => runFile(process.execPath, ['--input-type=module', '--eval', program])
      const outputs = await Promise.all([run(), run(), run()])
      expect(new Set(outputs.map(({ stdout }) => stdout)).size).toBe(1)
      expect(outputs[0]?.stdout).toMatch(/^\d+\n$/)
      const tables = await own.readTables()
      expect(tables.kysely_migration).toHaveLength(migrations.length)
      expect(tables.settings).toHaveLength(1)
    })

    test('makes all tables or none: an interrupted start can be repeated', async () => {
      const own = await createOwn()
      await execute(own, 'create table settings (name text)')
      const before = await own.readTables()
      await expect(own.open()).rejects.toThrow(/settings/)
      const after = await own.readTables()
      expect(Object.keys(after).filter((name) => !name.startsWith('kysely'))).toEqual(Object.keys(before))
      await execute(own, 'drop table settings')
      expect(await (await own.open()).accounts.insert(makeAccount('first'))).toBe(true)
    })

    test('keeps the secret that the installation made first', async () => {
      expect(await storage.secret('made once', () => 'first')).toBe('first')
      expect(await storage.secret('made once', () => 'later')).toBe('first')
      expect(await (await storages.open()).secret('made once', () => 'elsewhere')).toBe('first')
    })
  })

  describe('a transaction', () => {
    test('that throws leaves nothing behind', async () => {
      const before = await storages.readTables()
      const failing = storage.transaction(async (stores) => {
        await stores.accounts.insert(makeAccount('undone'))
        expect(await stores.accounts.find('undone')).toBeDefined()
        throw new Error('on purpose')
      })
      await expect(failing).rejects.toThrow('on purpose')
      expect(await storages.readTables()).toEqual(before)
    })

    test('is not visible to others before it ends', async () => {
      const other = await storages.open()
      await storage.transaction(async (stores) => {
        await stores.accounts.insert(makeAccount('early'))
        expect(await other.accounts.find('early')).toBeUndefined()
      })
      expect(await other.accounts.find('early')).toBeDefined()
    })

    test('that is undone was never visible to a reader of the same storage', async () => {
      const readers: Promise<unknown>[] = []
      const failing = storage.transaction(async (stores) => {
        await stores.accounts.insert(makeAccount('never'))
        readers.push(storage.accounts.find('never'))
        await stores.now()
        throw new Error('on purpose')
      })
      await expect(failing).rejects.toThrow('on purpose')
      expect(await Promise.all(readers)).toEqual([undefined])
    })

    test('that is brief is all or nothing too', async () => {
      const failing = storage.briefTransaction(async (stores) => {
        await stores.accounts.insert(makeAccount('undone'))
        throw new Error('on purpose')
      })
      await expect(failing).rejects.toThrow('on purpose')
      await storage.briefTransaction((stores) => stores.accounts.insert(makeAccount('done')))
      expect(await storage.accounts.find('undone')).toBeUndefined()
      expect(await storage.accounts.find('done')).toBeDefined()
    })

    // On SQLite no other connection can write at the same time.
    test.runIf(engine === 'postgresql')('that refers to a row removed meanwhile runs again and sees that', async () => {
      await storage.accounts.insert(makeAccount('leaving'))
      const other = await storages.open()
      const seen: boolean[] = []
      await storage.transaction(async (stores) => {
        const isThere = (await stores.accounts.find('leaving')) !== undefined
        seen.push(isThere)
        if (!isThere) return
        await other.accounts.remove('leaving')
        await stores.registrations.insert('hash of a cookie', 'leaving', 1)
      })
      expect(seen).toEqual([true, false])
    })

    test('that locks one row with others at once counts every one of them', async () => {
      const key = 'a hash of an email'
      const count = () =>
        storage.transaction(async (stores) => {
          const state = await stores.loginMisses.lock(key)
          await stores.loginMisses.save(key, { ...state, inRow: state.inRow + 1 })
        })
      await Promise.all(Array.from({ length: 50 }, count))
      expect(await storage.transaction((stores) => stores.loginMisses.lock(key))).toMatchObject({ inRow: 50 })
    })
  })

  describe('unique values', () => {
    test.each([
      ['id', 'id'],
      ['canonical email', 'emailCanonical'],
      ['user handle', 'userHandle'],
    ] as const)(
      'refuses an account with a taken %s without an error, and the transaction goes on',
      async (_what, field) => {
        const first = makeAccount(`first-${field}`)
        await storage.accounts.insert(first)
        const before = await storages.readTables()
        await storage.transaction(async (stores) => {
          expect(await stores.accounts.insert(makeAccount(`second-${field}`, { [field]: first[field] }))).toBe(false)
          expect(await stores.accounts.insert(makeAccount(`third-${field}`))).toBe(true)
        })
        expect((await storages.readTables()).accounts).toHaveLength((before.accounts?.length ?? 0) + 1)
      },
    )

    test('have a recognisable error on this engine, and no other error is taken for it', async () => {
      const insert = (name: string | null) =>
        `insert into settings (name, value) values (${name === null ? 'null' : `'${name}'`}, 'x')`
      expect(await raise(insert('one'))).toBeUndefined()
      const taken = await raise(insert('one'))
      expect(isUniqueViolation(taken)).toBe(true)
      expect(isRetryable(taken)).toBe(false)
      const missing = await raise(insert(null))
      expect(missing).toBeInstanceOf(Error)
      expect(isUniqueViolation(missing)).toBe(false)
      expect(isUniqueViolation(await raise('no statement at all'))).toBe(false)
    })
  })

  describe('a column', () => {
    let keys = 0
    const counter = (hits: string) =>
      `insert into limit_counters (counter, window_ends_at, hits) values ('key ${++keys}', 1, ${hits})`

    // PostgreSQL rounds a value that is sent as a number, and refuses one that is sent as text.
    test.each(engine === 'sqlite' ? ['1.5', "'1.5'", "'many'", "x'01'"] : ["'1.5'", "'many'", 'true'])(
      'of whole numbers refuses %s',
      async (value) => {
        expect(await raise(counter(value))).toBeInstanceOf(Error)
        expect(await raise(counter('3'))).toBeUndefined()
      },
    )

    test('that must have a value refuses null, and a reference to a missing account is refused', async () => {
      expect(await raise(counter('null'))).toBeInstanceOf(Error)
      expect(
        await raise("insert into registration_cookies (token_hash, account_id, expires_at) values ('x', 'nobody', 1)"),
      ).toBeInstanceOf(Error)
    })

    test('of epoch milliseconds holds them exactly, also far in the future', async () => {
      const updatedAt = 253_402_300_799_999
      await storage.accounts.insert(makeAccount('late', { updatedAt }))
      expect((await storage.accounts.find('late'))?.updatedAt).toBe(updatedAt)
    })
  })

  describe('its clock', () => {
    test('has whole milliseconds, can be moved, and is the same in rules and in statements', async () => {
      for (const offset of [0, 3_600_000, -86_400_000 * 400]) {
        storages.clock.advance(offset)
        const now = await storage.now()
        expect(Number.isInteger(now)).toBe(true)
        expect(Math.abs(now - storages.clock.now())).toBeLessThan(5_000)
      }
    })

    test('goes on within a transaction', async () => {
      const [first, second] = await storage.transaction(async (stores) => {
        const before = await stores.now()
        storages.clock.advance(1_000)
        return [before, await stores.now()]
      })
      expect(second - first).toBeGreaterThanOrEqual(1_000)
    })

    test('decides whether a token is still valid', async () => {
      await storage.accounts.insert(makeAccount('owner'))
      const now = await storage.now()
      const make = (id: string) =>
        storage.tokens.replace({
          id,
          accountId: 'owner',
          purpose: 'recovery',
          emailCanonical: 'e',
          createdAt: now,
        })
      await make('first')
      expect(await storage.tokens.addSecret('first', 'hash', 60_000)).toMatchObject({ userId: 'owner' })
      await storage.tokens.beginLife('first', 60_000)
      storages.clock.advance(60_000)
      expect(await storage.tokens.take('hash', 'owner', 'recovery')).toBeUndefined()
      storages.clock.advance(-60_000)
      expect(await storage.tokens.take('hash', 'owner', 'verification')).toBeUndefined()
      expect(await storage.tokens.take('hash', 'owner', 'recovery')).toMatchObject({ id: 'first' })
      expect(await storage.tokens.take('hash', 'owner', 'recovery')).toBeUndefined()
    })
  })
})

test('the embedded engine refuses values that it would store as something else', async () => {
  const storages = await createTestStorage('sqlite')
  try {
    await storages.open()
    const sqlite = openNodeSqlite(join(storages.database.dataDir, 'rollkey.sqlite'))
    const insert = sqlite.prepare("insert into settings (name, value) values ('when', ?)")
    expect(() => insert.run([new Date(0)])).toThrow(TypeError)
    expect(() => insert.run([{}])).toThrow(TypeError)
    expect(sqlite.raw.prepare('pragma synchronous').get()).toMatchObject({ synchronous: 2 })
    expect(sqlite.raw.prepare('pragma journal_mode').get()).toMatchObject({ journal_mode: 'wal' })
    expect(sqlite.raw.prepare('pragma foreign_keys').get()).toMatchObject({ foreign_keys: 1 })
    sqlite.close()
  } finally {
    await storages.close()
  }
})

test('the embedded engine makes a folder that only its owner can open', async () => {
  const parent = mkdtempSync(join(tmpdir(), 'rollkey-test-'))
  onTestFinished(() => rmSync(parent, { recursive: true }))
  const folder = join(parent, 'data')
  await (await openStorage({ database: { file: join(folder, 'rollkey.sqlite') } })).close()
  expect(statSync(folder).mode & 0o777).toBe(0o700)
})

async function execute({ database }: TestStorage, statement: string): Promise<void> {
  if (database.databaseUrl === undefined) {
    const file = join(database.dataDir, 'rollkey.sqlite')
    makePrivateFile(file)
    const sqlite = new DatabaseSync(file)
    try {
      sqlite.exec(statement)
    } finally {
      sqlite.close()
    }
    return
  }
  const client = new pg.Client({ connectionString: database.databaseUrl })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
