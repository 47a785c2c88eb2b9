import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import { installationKeys } from '#contract/evidence.ts'
import { compileCache } from '#testing/compile-cache.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { addInstitute, addStudent } from '#testing/room-world.ts'
import { startServerProcess } from '#testing/server-process.ts'
import { readConfig } from './config/config.ts'
import { StartError } from './config/start-error.ts'
import { type RunningServer, startServer } from './start.ts'

/** An error that an operator can fix is a StartError, which `fail` prints as one line. */
describe('a start', () => {
  let dataDir: string
  beforeEach(() => {
    dataDir = mkdtempSync(join(tmpdir(), 'rollkey-test-'))
    onTestFinished(() => rmSync(dataDir, { recursive: true }))
  })

  test('without a built web app ends with a line that says what to run', async () => {
    const config = readConfig({ NODE_ENV: 'test', PORT: String(await findFreePort()), DATA_DIR: dataDir })
    const started = startServer(config, { webRoot: join(dataDir, 'dist') })
    await expect(started).rejects.toBeInstanceOf(StartError)
    await expect(started).rejects.toThrow(/^\S+index\.html is not built: run `npm run build` first\.$/)
  })

  test('on a database that it may not open says which user must be able to write there', async () => {
    // The tests may run as root, who can open all files except this one.
    mkdirSync(join(dataDir, 'rollkey.sqlite'))
    const started = startServer(readConfig({ NODE_ENV: 'test', DATA_DIR: dataDir }), { webRoot: null })
    await expect(started).rejects.toBeInstanceOf(StartError)
    await expect(started).rejects.toThrow(
      /rollkey\.sqlite could not be opened: .* must be writable for the user that runs this\.$/,
    )
  })

  test.skipIf(process.platform === 'win32')(
    'on a database that every user may read names a command, and works after it',
    async () => {
      const file = join(dataDir, 'rollkey.sqlite')
      const config = readConfig({ NODE_ENV: 'test', PORT: String(await findFreePort()), DATA_DIR: dataDir })
      const start = () => startServer(config, { webRoot: null, writeLog: () => undefined })
      await (await start()).close()
      chmodSync(file, 0o644)
      const started = start()
      await expect(started).rejects.toBeInstanceOf(StartError)
      await expect(started).rejects.toThrow(/: run `chmod 600 \S+rollkey\.sqlite\*` first\.$/)
      const [, command = ''] = /`(.*)`/.exec(await started.then(() => '', String)) ?? []
      expect(spawnSync(command, { shell: true }).status).toBe(0)
      await (await start()).close()
    },
  )

  test('at another host name is refused while there are passkeys, and another port is told beside the keys', async () => {
    const start = async (env: Readonly<Record<string, string>>) => {
      const config = readConfig({ NODE_ENV: 'test', PORT: String(await findFreePort()), DATA_DIR: dataDir, ...env })
      return startServer(config, { webRoot: null, writeLog: () => undefined })
    }
    const readOrigins = async (server: RunningServer) => {
      const response = await fetch(`${server.url}/.well-known/rollkey-key`)
      const { keys, ...origins } = installationKeys.parse(await response.json())
      expect(keys).toHaveLength(1)
      return origins
    }
    const first = await start({ PUBLIC_URL: 'http://localhost:8080' })
    await addInstitute(first.storage, 'institute')
    await addStudent(first.storage, 'asha', ['institute'])
    expect(await readOrigins(first)).toEqual({ origin: 'http://localhost:8080' })
    await first.close()

    const elsewhere = { PUBLIC_URL: 'https://attend.example.org', SMTP_URL: 'smtp://localhost:25' }
    await expect(start(elsewhere)).rejects.toThrow(
      /^The passkeys in this database belong to localhost, and PUBLIC_URL names attend\.example\.org, .* MOVED_FROM=localhost to give them up/,
    )
    const second = await start({ PUBLIC_URL: 'http://localhost:8090' })
    expect(await readOrigins(second)).toEqual({
      origin: 'http://localhost:8090',
      earlierOrigins: ['http://localhost:8080'],
    })
    await second.close()
    await (await start({ ...elsewhere, MOVED_FROM: 'localhost' })).close()
    await (await start(elsewhere)).close()
  })

  test.each(['file', 'file/data'])('on a data folder whose path is a file says so: %s', async (path) => {
    writeFileSync(join(dataDir, 'file'), '')
    const folder = join(dataDir, path)
    const started = startServer(readConfig({ NODE_ENV: 'test', DATA_DIR: folder }), { webRoot: null })
    await expect(started).rejects.toBeInstanceOf(StartError)
    await expect(started).rejects.toThrow(
      `could not be opened: ${folder} is no folder: a file has that name, or part of it.`,
    )
  })

  test.each(['development', 'test'])(
    'on a public address without a mail server says what to set, before it makes any file: %s',
    async (environment) => {
      const env = { NODE_ENV: environment, HOST: '0.0.0.0', PUBLIC_URL: 'https://attend.example.org' }
      const folder = join(dataDir, 'data')
      const started = startServer(readConfig({ ...env, DATA_DIR: folder }), { webRoot: null })
      await expect(started).rejects.toBeInstanceOf(StartError)
      await expect(started).rejects.toThrow(
        /^SMTP_URL is not set, but PUBLIC_URL is https:\/\/attend\.example\.org: it takes smtps:\/\//,
      )
      expect(existsSync(folder)).toBe(false)
    },
  )

  test('writes into its log which settings are still examples', async () => {
    const lines: string[] = []
    const config = readConfig({ NODE_ENV: 'test', PORT: String(await findFreePort()), DATA_DIR: dataDir })
    const warnings = ['CONTACT_EMAIL is not set', 'SOURCE_URL is not set']
    const writeLog = (line: string) => void lines.push(line)
    const server = await startServer({ ...config, warnings }, { webRoot: null, writeLog })
    onTestFinished(() => server.close())
    const warned = lines.map((line) => JSON.parse(line)).filter(({ level }) => level === 'warn')
    expect(warned.map(({ msg }) => msg)).toEqual(warnings)
  })

  test('on localhost without a mail server serves the mailbox at the printed address only', async () => {
    const port = await findFreePort()
    const config = readConfig({
      NODE_ENV: 'test',
      HOST: '0.0.0.0',
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
    })
    const server = await startServer(config, { webRoot: null })
    onTestFinished(() => server.close())
    const url = server.mailboxUrl ?? ''
    expect(url).toMatch(new RegExp(`^http://localhost:${port}/dev/mailbox/[\\w-]{43}$`))
    expect((await fetch(url)).status).toBe(200)
    const { pathname } = new URL(url)
    for (const [address, headers] of [
      [`http://127.0.0.1:${port}${pathname}`, {}],
      [url, { 'x-forwarded-for': '127.0.0.1' }],
      [`http://localhost:${port}/dev/mailbox`, {}],
    ] as const) {
      expect((await fetch(address, { headers })).status).toBe(404)
    }
  })

  // In a process that can be killed: mkdir may never return.
  test.runIf(process.platform === 'linux')('on a data folder that cannot be made ends with a line that says so', () => {
    const env = { ...compileCache, NODE_ENV: 'test', DATA_DIR: '/proc/rollkey/data' }
    const options = { env, encoding: 'utf8', timeout: 120_000, killSignal: 'SIGKILL' } as const
    const started = spawnSync(process.execPath, [join(import.meta.dirname, 'main.ts')], options)
    expect(started).toMatchObject({ status: 1, stdout: '' })
    expect(started.stderr).toMatch(
      /^The database file \S+ could not be opened: no folder can be made in \/proc: set DATA_DIR to another one\.\n$/,
    )
  })

  test('on a host that has no address ends with a line that names it', async () => {
    const env = { HOST: 'nowhere.invalid', PORT: String(await findFreePort()), DATA_DIR: dataDir }
    await expect(startServerProcess(env)).rejects.toThrow(/^The server has ended:\n[^\n]*nowhere\.invalid[^\n]*\n$/)
  })

  // By its own handler: the first process of a container gets only signals that it handles, and would be killed later.
  test.each(['SIGTERM', 'SIGINT'] as const)('that waits for its database ends at %s', async (signal) => {
    const silent = createServer().listen(0, '127.0.0.1')
    onTestFinished(() => void silent.close())
    await once(silent, 'listening')
    const { port } = silent.address() as AddressInfo
    const server = spawn(process.execPath, [join(import.meta.dirname, 'main.ts')], {
      env: { ...compileCache, NODE_ENV: 'test', DATABASE_URL: `postgresql://rollkey@127.0.0.1:${port}/rollkey` },
      stdio: 'ignore',
    })
    await once(silent, 'connection')
    server.kill(signal)
    expect(await once(server, 'exit')).toEqual([0, null])
  })
})
