import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findFreePort } from '../server/testing/find-free-port.ts'
import { type SmtpInbox, startSmtpInbox } from '../server/testing/smtp-inbox.ts'
import type { FromServer, ToServer } from './test-server.ts'

export type TestServer = {
  readonly origin: string
  /** Every mail that the server has really sent. */
  readonly inbox: SmtpInbox
  /** Moves the server's clock on; the browsers' clocks stay as they are. */
  readonly advanceClock: (ms: number) => Promise<void>
  /** Ends the process as a crash would, without a word to anybody. */
  readonly kill: () => Promise<void>
  /** Starts it again after `kill`, on the same port and database. */
  readonly restart: () => Promise<void>
  /** What it has written so far. */
  readonly log: () => string
  readonly stop: () => Promise<void>
}

const script = join(import.meta.dirname, 'test-server.ts')
const ownNode = join(import.meta.dirname, '..', 'node_modules', '.bin', 'node')

/** The server with a new database, on a free port, with a mail server of its own. `env` adds to its configuration. */
export async function startTestServer(env: Readonly<Record<string, string>> = {}): Promise<TestServer> {
  const [inbox, port, dataDir] = await Promise.all([
    startSmtpInbox(),
    findFreePort(),
    mkdtemp(join(tmpdir(), 'rollkey-e2e-')),
  ])
  const origin = `http://localhost:${port}`
  const log: string[] = []
  let clock = 0

  async function start(): Promise<ChildProcess> {
    const child = fork(script, {
      // Editors and their plug-ins run the tests on another Node.
      execPath: existsSync(ownNode) ? ownNode : process.execPath,
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...(process.env.PATH === undefined ? {} : { PATH: process.env.PATH }),
        NODE_ENV: 'test',
        PORT: String(port),
        PUBLIC_URL: origin,
        DATA_DIR: dataDir,
        SMTP_URL: inbox.url,
        LOG_LEVEL: 'warn',
        ...env,
      },
    })
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (chunk) => log.push(String(chunk)))
    const died = once(child, 'exit').then(() => Promise.reject(new Error(`The server has ended:\n${log.join('')}`)))
    await Promise.race([answer(child, (message) => 'url' in message), died])
    died.catch(() => undefined) // From here on it may end whenever the test wants.
    if (clock > 0) await moveClock(child, clock)
    return child
  }

  let child = await start()
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill(signal)
    await ended
  }
  return {
    origin,
    inbox,
    log: () => log.join(''),
    advanceClock: async (ms) => {
      clock += ms
      await moveClock(child, ms)
    },
    kill: () => end('SIGKILL'),
    restart: async () => {
      child = await start()
    },
    stop: async () => {
      await end('SIGKILL')
      await inbox.close()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

async function moveClock(child: ChildProcess, ms: number): Promise<void> {
  const moved = answer(child, (message) => 'clockAdvanced' in message)
  child.send({ advanceClock: ms } satisfies ToServer)
  await moved
}

function answer(child: ChildProcess, isIt: (message: FromServer) => boolean): Promise<void> {
  return new Promise((resolve) => {
    const listen = (message: FromServer): void => {
      if (!isIt(message)) return
      child.off('message', listen)
      resolve()
    }
    child.on('message', listen)
  })
}
