import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { project } from './command.mjs'

/** With what they need beyond a Debian with PostgreSQL. They are unpacked, not installed: no service must start. */
const packages = [
  'patroni python3-etcd python3-cdiff python3-click python3-colorama python3-dateutil python3-dnspython python3-pkg-resources',
  'python3-prettytable python3-psutil python3-psycopg2 python3-six python3-urllib3 python3-wcwidth python3-yaml',
  'etcd-server etcd-client haproxy pgbouncer liblua5.3-0 libopentracing1 libopentracing-c-wrapper0 libc-ares2',
]
  .join(' ')
  .split(' ')

const python = '/usr/bin/python3'
/** Another list of packages has another folder. */
const list = createHash('sha256').update(packages.join(' ')).digest('hex').slice(0, 8)

/**
 * The folder with Patroni, etcd, HAProxy and PgBouncer of Debian 12, which are downloaded at the first call. Undefined
 * where that is not possible.
 */
export function unpackHighAvailability() {
  // Patroni is written in it.
  if (!existsSync(python)) return undefined
  const folder = join(project, `node_modules/.cache/rollkey-high-availability-${list}`)
  if (existsSync(folder)) return folder
  const unfinished = `${folder}-${process.pid}`
  const downloads = join(unfinished, 'downloads')
  mkdirSync(downloads, { recursive: true })
  const download = () => execFileSync('apt-get', ['download', '-q', ...packages], { cwd: downloads, stdio: 'pipe' })
  try {
    try {
      download()
    } catch {
      // An old list names versions that the mirror no longer has.
      execFileSync('apt-get', ['update', '-q'], { stdio: 'pipe' })
      download()
    }
    for (const name of readdirSync(downloads)) execFileSync('dpkg', ['-x', join(downloads, name), unfinished])
    rmSync(downloads, { recursive: true })
    renameSync(unfinished, folder)
    return folder
  } catch {
    rmSync(unfinished, { recursive: true, force: true })
    return existsSync(folder) ? folder : undefined
  }
}

export const highAvailabilityMissing =
  'NO PATRONI, ETCD, HAPROXY OR PGBOUNCER HERE: their packages could not be downloaded. On Debian 12, as root: apt-get update.'

/**
 * How to run one of the unpacked programs: its path and what it needs in its environment.
 *
 * @param {string} folder
 * @param {'patroni' | 'patronictl' | 'etcd' | 'etcdctl' | 'haproxy' | 'pgbouncer'} name
 */
export function unpackedProgram(folder, name) {
  const path = ['usr/bin', 'usr/sbin'].map((place) => join(folder, place, name)).find((file) => existsSync(file))
  if (path === undefined) throw new Error(`${name} is not in ${folder}`)
  const env = {
    LD_LIBRARY_PATH: join(folder, 'usr/lib/x86_64-linux-gnu'),
    PYTHONPATH: join(folder, 'usr/lib/python3/dist-packages'),
  }
  return name.startsWith('patroni') ? { command: python, args: [path], env } : { command: path, args: [], env }
}
