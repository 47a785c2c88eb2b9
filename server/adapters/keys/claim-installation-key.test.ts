import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { compileCache } from '#testing/compile-cache.ts'
import { createDatabaseWithTables, engines, type TestDatabase } from '#testing/create-database.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { readTables } from '#testing/read-tables.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { readConfig } from '../../config/config.ts'
import { StartError } from '../../config/start-error.ts'
import { verifyData } from '../../operator/verify/verify-data.ts'
import { startServer } from '../../start.ts'

const operator = join(import.meta.dirname, '../../operator/operator.ts')

describe.each(engines)('a process on a database of %s', (engine) => {
  let database: TestDatabase
  let own: string
  let other: string

  beforeEach(async () => {
    database = await createDatabaseWithTables(engine)
    own = join(database.dataDir, 'rollkey.key')
    other = join(database.dataDir, 'other.key')
  })
  afterEach(() => database.drop())

  const env = (keyFile: string) => ({
    NODE_ENV: 'test',
    DATA_DIR: database.dataDir,
    DATABASE_URL: database.databaseUrl ?? '',
    ROLLKEY_KEY_FILE: keyFile,
  })
  async function start(keyFile = own): Promise<void> {
    const config = readConfig({ ...env(keyFile), PORT: String(await findFreePort()) })
    const server = await startServer(config, { webRoot: null, writeLog: () => undefined })
    await server.close()
  }
  const refusal = async (keyFile = own): Promise<string> => {
    const error: unknown = await start(keyFile).then(
      () => undefined,
      (cause: unknown) => cause,
    )
    expect(error).toBeInstanceOf(StartError)
    return (error as StartError).message
  }
  const newKey = async (keyFile = own): Promise<string> => {
    const options = { env: { ...env(keyFile), ...compileCache } }
    return (await promisify(execFile)(process.execPath, [operator, 'new-key'], options)).stdout
  }
  const writeKeys = (file: string, ...lines: string[]) => writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  const makeLine = () => randomBytes(32).toString('base64url')
  const readLine = (file = own) => readFileSync(file, 'utf8').trim()
  const entries = async () =>
    rowsOf(await readTables(database), 'audit_log')
      .map(({ action }) => action)
      .filter((action) => action.startsWith('installation-key.'))
  const foundInKeys = async () => {
    const place =
      database.databaseUrl === undefined
        ? { file: join(database.dataDir, 'rollkey.sqlite') }
        : { url: database.databaseUrl }
    const finding = (await verifyData(place)).find(({ rule }) => rule.startsWith('The installation keys'))
    expect(finding?.wrong).toEqual([])
    return finding?.note
  }

  test('starts with the key file that the database names, and with no other one, which it names', async () => {
    await start()
    await start()
    writeKeys(other, makeLine())
    expect(await refusal(other)).toMatch(
      /^The database names the installation key \S{8}, and \S+other\.key holds \S{8}/,
    )
    await start()
    expect(await entries()).toEqual(['installation-key.use'])
    expect(await foundInKeys()).toBeUndefined()
  })

  test('does not start without a key file while the database names a key, and makes none', async () => {
    await start()
    expect(await refusal(other)).toMatch(/other\.key is not there, and the database names the installation key \S{8}\./)
    expect(existsSync(other)).toBe(false)
  })

  test('starts where a new key stands before the one that the database names, and names the new one from then on', async () => {
    await start()
    const [former, next] = [readLine(), makeLine()]
    writeKeys(own, next, former)
    await start()
    writeKeys(other, former)
    expect(await refusal(other)).toContain('other.key')
    writeKeys(other, former, next)
    expect(await refusal(other)).toContain('begins with')
    writeKeys(own, next)
    await start()
    expect(await entries()).toEqual(['installation-key.use', 'installation-key.use'])
    expect(await foundInKeys()).toMatch(/^\S+Z: \S{8} after \S{8}$/)
  })

  test('starts with a new key after the operator has said so, and verify-data names the change', async () => {
    await start()
    rmSync(own)
    await refusal()
    expect(existsSync(own)).toBe(false)
    expect(await newKey()).toMatch(/^The database names the installation key \S{8} of \S+rollkey\.key from now on/)
    await start()
    writeKeys(other, makeLine())
    await refusal(other)
    await newKey(other)
    await start(other)
    await refusal()
    expect(await entries()).toEqual(['use', 'replace', 'replace'].map((act) => `installation-key.${act}`))
    expect(await foundInKeys()).toMatch(/^\S+Z: \S{8} without \S{8}; \S+Z: \S{8} without \S{8}$/)
  })

  test('takes the key that the database names for no new one', async () => {
    expect(await newKey()).toMatch(/from now on/)
    expect(await newKey()).toMatch(/^The database names the installation key \S{8} of \S+rollkey\.key already/)
    expect(await entries()).toEqual(['installation-key.use'])
  })
})
