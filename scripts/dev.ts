import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { join, sep } from 'node:path'
import { createServer } from 'vite'

/**
 * The server, started again on every change, and Vite with its reload, side by side until the person presses Ctrl+C. Both
 * run the sources: nothing is built. Browsers talk to Vite, so its address is the public one.
 */
process.env.PUBLIC_URL ??= 'http://localhost:5173'
const root = join(import.meta.dirname, '..')
/** What the server is made of. */
const sources = ['server', 'roster-files', 'contract'].map((folder) => join(root, folder) + sep)

const vite = await createServer({ configFile: join(root, 'vite.config.ts') })
await vite.listen()
vite.printUrls()

let server = startServer()
let isRestarting = false

function startServer(): ChildProcess {
  return spawn(process.execPath, [join(import.meta.dirname, 'dev-server.ts')], { cwd: root, stdio: 'inherit' })
}

async function stopServer(): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

/** Many files that change at once, as after a checkout, are one change: a start takes longer than all of them. */
async function restartServer(): Promise<void> {
  if (isRestarting) return
  isRestarting = true
  await stopServer()
  server = startServer()
  isRestarting = false
}

// Vite's watcher, because that of `node --watch` loses a file that an editor or git has replaced.
vite.watcher.add(sources)
vite.watcher.on('all', (_event, file) => {
  const isSource = sources.some((folder) => file.startsWith(folder)) && !/\.test\.ts$/.test(file)
  if (isSource) void restartServer()
})

async function end(): Promise<void> {
  await Promise.all([stopServer(), vite.close()])
  process.exit()
}
process.on('SIGINT', () => void end())
process.on('SIGTERM', () => void end())
