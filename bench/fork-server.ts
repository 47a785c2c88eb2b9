import { type ChildProcess, fork } from 'node:child_process'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { DatabaseLocation } from '#server/config/database-location.ts'
import { ensureBuild } from '../scripts/build-stamp.mjs'
import { untilReady } from './server-messages.ts'

type ForkOptions = {
  /** For Node itself. */
  readonly execArgv?: readonly string[]
  /** Settings that differ from those of a measurement. */
  readonly env?: NodeJS.ProcessEnv
}

/**
 * The measured server in a separate process (serve.ts, built like the product), ready to answer at `origin`. Throws
 * when it ends before that.
 */
export async function forkServer(
  origin: string,
  database: DatabaseLocation,
  { execArgv = [], env = {} }: ForkOptions = {},
): Promise<ChildProcess> {
  const isPostgresql = 'url' in database
  ensureBuild('bench')
  const server = fork(join(import.meta.dirname, '../dist-bench/serve.js'), {
    execArgv: [...execArgv],
    // With PostgreSQL no DATA_DIR is set: the server's default folder is made and not used.
    ...(isPostgresql && { cwd: tmpdir() }),
    env: {
      ...process.env,
      NODE_ENV: 'test',
      PORT: new URL(origin).port,
      PUBLIC_URL: origin,
      ...(isPostgresql ? { DATABASE_URL: database.url } : { DATA_DIR: dirname(database.file), DATABASE_URL: '' }),
      LOG_LEVEL: 'warn',
      RATE_LIMIT_SCALE: '100000',
      ...env,
    },
  })
  await untilReady(server)
  return server
}
