import { chmodSync, mkdirSync, readdirSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

/** Linux keeps the files of this folder in memory. */
const memory = '/dev/shm'
const prefix = 'rollkey-tests-'
/** What a run writes at most, bytes, with room for a second run. */
const neededBytes = 4 * 2 ** 30

/**
 * From here on, this process and those that it starts make their temporary folders in memory, where there is room: tests
 * commit thousands of times, and waiting for a disk proves nothing in them. Their folder is removed when this process
 * ends. A TMPDIR that is set already stays.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR !== undefined || !hasRoom()) return
  removeLeftBehind()
  const folder = join(memory, `${prefix}${process.pid}`)
  mkdirSync(folder)
  // PostgreSQL and nginx run as users of their own.
  chmodSync(folder, 0o755)
  process.env.TMPDIR = folder
  process.once('exit', () => remove(folder))
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize > neededBytes
  } catch {
    return false
  }
}

/** Of runs that were killed. */
function removeLeftBehind(): void {
  for (const name of readdirSync(memory).filter((one) => one.startsWith(prefix))) {
    if (!isAlive(Number(name.slice(prefix.length)))) remove(join(memory, name))
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

function remove(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true })
  } catch {
    // A process that is about to end still writes there, or the folder is another user's.
  }
}
