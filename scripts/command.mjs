import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** The folder of the project, from wherever it is called. */
export const project = fileURLToPath(new URL('..', import.meta.url))

/** Ends the set-up with one line that says why. */
export function fail(/** @type {string} */ reason) {
  console.error(`[setup] ${reason}`)
  process.exit(1)
}

/** Runs a command in the project with visible output, and returns whether it succeeded. */
export function tryRun(/** @type {string} */ command, /** @type {string[]} */ args) {
  console.log(`[setup] ${[command, ...args].join(' ')}`)
  // Windows finds npm only through its shell.
  const { status } = spawnSync(command, args, { cwd: project, stdio: 'inherit', shell: process.platform === 'win32' })
  return status === 0
}

/** Runs a command that must succeed; otherwise the set-up ends. */
export function run(/** @type {string} */ command, /** @type {string[]} */ args) {
  if (!tryRun(command, args)) fail(`${command} failed; its output is above.`)
}
