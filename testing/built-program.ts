import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ensureBuild } from '../scripts/build-stamp.mjs'

const project = join(import.meta.dirname, '..')
let isBuilt = false

/**
 * Where to find a program as scripts/build/tests.config.ts builds it. Whoever asks first waits until it is built of the
 * sources as they are.
 */
export function builtProgram(name: 'main' | 'operator' | 'serve' | 'verify-data'): string {
  if (!isBuilt) buildAlone()
  isBuilt = true
  return join(project, 'dist-tests', `${name}.js`)
}

/** Of several test workers one builds, and the others wait for it: the lock is the engine's, and ends with its process. */
function buildAlone(): void {
  const folder = join(project, 'node_modules/.cache')
  mkdirSync(folder, { recursive: true })
  const lock = new DatabaseSync(join(folder, 'rollkey-tests.lock'), { timeout: 120_000 })
  try {
    lock.exec('begin immediate')
    ensureBuild('tests')
  } finally {
    lock.close()
  }
}
