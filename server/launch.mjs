import { existsSync } from 'node:fs'
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

const project = join(import.meta.dirname, '..')
const program = join(project, 'dist-server/main.js')
if (!existsSync(program)) {
  process.stderr.write(`${program} is not built: run \`npm run build\` first.\n`)
  process.exit(1)
}
/*
 * Starts the built program with what earlier starts compiled. Where the folder cannot be written, the start is only slower.
 * systemd names a folder of its own (CacheDirectory of deploy/rollkey.service).
 */
enableCompileCache(process.env.CACHE_DIRECTORY ?? join(project, 'node_modules/.cache/rollkey'))
await import(program)
