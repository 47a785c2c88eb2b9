import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { ensureBuild } from '../scripts/build-stamp.mjs'

const project = join(import.meta.dirname, '..')
let isBuilt = false

/**
 * The path of a program that scripts/build/tests.config.ts builds. The first caller waits until it is built from the
 * present sources.
 */
export function builtProgram(name: 'main' | 'operator' | 'serve' | 'verify-data'): string {
  if (!isBuilt) buildAlone()
  isBuilt = true
  return join(project, 'dist-tests', `${name}.js`)
}

/** Before the tests of a project: a thread that the cache of the runner knows by its path would not wait for the build. */
export function setup(): void {
  builtProgram('main')
}

/** Of several test workers one builds, and the others wait: the lock is the engine's, and ends with its process. */
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
