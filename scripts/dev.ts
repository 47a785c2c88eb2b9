import { spawn } from 'node:child_process'
import { join } from 'node:path'

/**
 * The server, started again on every change, and Vite with its reload, side by side until one of them ends
 * or the person presses Ctrl+C. Both run the sources: nothing is built. Browsers talk to Vite, so its address is the
 * public one.
 */
const publicUrl = 'http://localhost:5173'
const root = join(import.meta.dirname, '..')
const vite = join(root, 'node_modules', 'vite', 'bin', 'vite.js')

const children = [['--watch', 'scripts/dev-server.ts'], [vite]].map((args) =>
  spawn(process.execPath, args, { cwd: root, stdio: 'inherit', env: { PUBLIC_URL: publicUrl, ...process.env } }),
)

function endAll(): void {
  for (const child of children) child.kill('SIGTERM')
}

for (const child of children) {
  child.on('exit', (code) => {
    process.exitCode ||= code ?? 0
    endAll()
  })
}
process.on('SIGINT', endAll)
process.on('SIGTERM', endAll)
