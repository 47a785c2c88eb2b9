import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A separate file system, which can be filled or lose its power without harm to others. Needs root. */
export type Volume = {
  readonly folder: string
  /** Puts everything on disk, as after a quiet minute. */
  readonly sync: () => void
  /** Loses all data that was not on disk, as in a power cut; the volume cannot be used until `restore`. */
  readonly cutPower: () => void
  readonly restore: () => void
  readonly remove: () => void
}

// XFS_IOC_GOINGDOWN and EXT4_IOC_SHUTDOWN have the same number; 2 means that neither data nor log is written any more.
const shutDown = 'open(F, "<", $ARGV[0]) or die $!; my $f = pack("L", 2); ioctl(F, 0x8004587D, $f) or die $!'

function run(command: string, ...options: string[]): void {
  execFileSync(command, options, { stdio: 'pipe' })
}

/**
 * Both lose data that was not synced, and both can be shut down. XFS comes first if its tools are installed and the
 * kernel has it.
 */
const fileSystems = ['xfs', 'ext4']

/** XFS is not made smaller than 300 MB. */
const loopVolumeMb = 400

/** A file system in a file. Undefined, with a line that says why, if none can be mounted. */
export function mountLoopVolume(): Volume | undefined {
  const place = mkdtempSync(join(tmpdir(), 'rollkey-volume-'))
  const [image, folder] = [join(place, 'image'), join(place, 'mounted')]
  const mount = () => run('mount', '-o', 'loop', image, folder)
  try {
    mkdirSync(folder)
    firstThatWorks(fileSystems, (fileSystem) => {
      rmSync(image, { force: true })
      run('truncate', '-s', `${loopVolumeMb}M`, image)
      run(`mkfs.${fileSystem}`, '-q', image)
      mount()
    })
  } catch (error) {
    return skip('A loop device cannot be mounted here', place, error)
  }
  return {
    folder,
    sync: () => run('sync', '-f', folder),
    cutPower: () => run('perl', '-e', shutDown, folder),
    restore() {
      run('umount', folder)
      mount()
    },
    remove: () => unmount(folder, place),
  }
}

/** A small file system in memory. Undefined, with a line that says why, if none can be mounted. */
export function mountSmallVolume(megabytes: number): Pick<Volume, 'folder' | 'remove'> | undefined {
  const place = mkdtempSync(join(tmpdir(), 'rollkey-volume-'))
  const folder = join(place, 'mounted')
  try {
    mkdirSync(folder)
    run('mount', '-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder)
  } catch (error) {
    return skip('A small volume cannot be mounted here', place, error)
  }
  return { folder, remove: () => unmount(folder, place) }
}

/** Throws the error of the last one. */
function firstThatWorks<Item>([first, ...others]: readonly Item[], work: (item: Item) => void): void {
  if (first === undefined) return
  try {
    work(first)
  } catch (error) {
    if (others.length === 0) throw error
    firstThatWorks(others, work)
  }
}

function skip(what: string, place: string, error: unknown): undefined {
  rmSync(place, { recursive: true, force: true })
  console.warn(`${what}, so this fault is left out: ${error instanceof Error ? error.message.split('\n')[0] : error}`)
}

/** At once from its place, and wholly when the last process that was killed on it has gone. */
function unmount(folder: string, place: string): void {
  run('umount', '--lazy', folder)
  rmSync(place, { recursive: true, force: true })
}
