import { readConfig } from '#server/config/config.ts'
import { type Overrides, type RunningServer, startServer } from '#server/start.ts'

/** The measured server in this process, so that one clock measures both ends. On the embedded engine. */
export function serveHere(origin: string, folder: string, overrides: Overrides = {}): Promise<RunningServer> {
  const config = readConfig({
    NODE_ENV: 'test',
    PORT: new URL(origin).port,
    PUBLIC_URL: origin,
    DATA_DIR: folder,
    LOG_LEVEL: 'warn',
    RATE_LIMIT_SCALE: '100000',
  })
  return startServer(config, overrides)
}
