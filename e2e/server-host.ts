import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileCache } from '#testing/compile-cache.ts'
import { findFreePort } from '#testing/find-free-port.ts'
import { type SmtpInbox, startSmtpInbox } from '#testing/smtp-inbox.ts'
import type { FromServer, ServerPlan, ToServer } from './test-server.ts'

export type TestServer = {
  readonly origin: string
  /** Every mail that the server has really sent. */
  readonly inbox: SmtpInbox
  /** Moves the server's clock on; the browsers' clocks stay as they are. */
  readonly advanceClock: (ms: number) => Promise<void>
  /** Ends the process like a crash, without notice. */
  readonly kill: () => Promise<void>
  /** Starts it again after `kill`, on the same port and database. */
  readonly restart: () => Promise<void>
  /** Its output so far. */
  readonly log: () => string
  readonly stop: () => Promise<void>
}

/** `env` is added to the configuration of a test. */
export type ServerOptions = Partial<Omit<ServerPlan, 'clockOffset'>>

/** A process in which one server runs after another, each with no state of the one before. */
export type ServerHost = {
  /** The server with a new database, on a free port, with its own mail server. The last one must have been stopped. */
  readonly start: (options?: ServerOptions) => Promise<TestServer>
  readonly close: () => Promise<void>
}

const script = join(import.meta.dirname, 'test-server.ts')
const ownNode = join(import.meta.dirname, '..', 'node_modules/.bin/node')

export function createServerHost(): ServerHost {
  /** Undefined until it is needed, and after it has ended. */
  let child: ChildProcess | undefined
  let log: string[] = []

  function forkProcess(): ChildProcess {
    const forked = fork(script, {
      // Editors and their plug-ins run the tests on another Node.
      execPath: existsSync(ownNode) ? ownNode : process.execPath,
      execArgv: [],
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: {
        ...(process.env.PATH === undefined ? {} : { PATH: process.env.PATH }),
        NODE_ENV: 'test',
        ...compileCache,
      },
    })
    for (const stream of [forked.stdout, forked.stderr]) stream?.on('data', (chunk) => log.push(String(chunk)))
    forked.once('close', () => {
      if (child === forked) child = undefined
    })
    return forked
  }

  async function order(message: ToServer, wanted: FromServer['done']): Promise<void> {
    child ??= forkProcess()
    const asked = child
    const answered = Promise.withResolvers<void>()
    const listen = ({ done }: FromServer): void => {
      if (done === wanted) answered.resolve()
    }
    const giveUp = (): void => answered.reject(new Error(`The server has ended:\n${log.join('')}`))
    asked.on('message', listen).once('close', giveUp)
    asked.send(message)
    try {
      await answered.promise
    } finally {
      asked.off('message', listen).off('close', giveUp)
    }
  }

  async function kill(): Promise<void> {
    if (child === undefined) return
    const ended = once(child, 'close')
    child.kill('SIGKILL')
    await ended
  }

  return {
    async start({ env, ...options } = {}) {
      const [inbox, port, dataDir] = await Promise.all([
        startSmtpInbox(),
        findFreePort(),
        mkdtemp(join(tmpdir(), 'rollkey-e2e-')),
      ])
      const origin = `http://localhost:${port}`
      let clockOffset = 0
      log = []
      const start = (): Promise<void> => {
        const config = {
          NODE_ENV: 'test',
          PORT: String(port),
          PUBLIC_URL: origin,
          DATA_DIR: dataDir,
          SMTP_URL: inbox.url,
          LOG_LEVEL: 'trace',
          ...env,
        }
        return order({ start: { ...options, env: config, clockOffset } }, 'start')
      }
      await start()
      return {
        origin,
        inbox,
        log: () => log.join(''),
        advanceClock: async (ms) => {
          clockOffset += ms
          await order({ advanceClock: ms }, 'advanceClock')
        },
        kill,
        restart: start,
        stop: async () => {
          // It may have been killed, or have crashed.
          if (child !== undefined) await order({ stop: true }, 'stop')
          await inbox.close()
          await rm(dataDir, { recursive: true, force: true })
        },
      }
    },
    close: kill,
  }
}
