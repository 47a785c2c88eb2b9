import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fail } from './command.mjs'
import { canInstallDebianPackages, installDebianPackages } from './debian.mjs'
import { commandFolders, findCommand } from './executable.mjs'

const debianFolder = '/usr/lib/postgresql'

/** Debian keeps the server's programs out of PATH, one folder for each major version; the newest comes first. */
function debianVersionFolders() {
  try {
    const versions = readdirSync(debianFolder).sort((a, b) => Number(b) - Number(a))
    return versions.map((version) => join(debianFolder, version, 'bin'))
  } catch {
    return []
  }
}

/** The folder with `initdb` and `postgres`, or undefined where there is no PostgreSQL server. */
export function findPostgresFolder() {
  const folders = [...commandFolders(), ...debianVersionFolders(), '/usr/local/bin', '/usr/local/pgsql/bin']
  return folders.find((folder) => ['initdb', 'postgres'].every((name) => findCommand([name], [folder])))
}

/**
 * One of PostgreSQL's other programs, such as pg_dump. Debian links only some of them into a folder of commands. Throws
 * where it is not installed.
 */
export function findPostgresProgram(/** @type {string} */ name) {
  const found = findCommand([name], [...debianVersionFolders(), findPostgresFolder() ?? '', ...commandFolders()])
  if (found === undefined) throw new Error(`${name} is not installed`)
  return found
}

/** Tests start their own server; the one that Debian would create and start on installation is not wanted. */
function installWithoutCluster() {
  const settings = '/etc/postgresql-common/createcluster.d'
  const ours = join(settings, 'no-main-cluster.conf')
  mkdirSync(settings, { recursive: true })
  writeFileSync(ours, 'create_main_cluster = false\n')
  const installed = installDebianPackages(['postgresql'])
  rmSync(ours)
  return installed
}

/**
 * Finds PostgreSQL or installs it. Without one the server tests run on SQLite alone, with a loud line; in CI that is an
 * error.
 */
export function ensurePostgres() {
  if (findPostgresFolder() !== undefined) return
  if (canInstallDebianPackages() && installWithoutCluster() && findPostgresFolder() !== undefined) return
  if (process.env.CI) fail(postgresMissing)
  console.warn(`[setup] ${postgresMissing}`)
}

export const postgresMissing =
  'NO POSTGRESQL HERE: every server test of the PostgreSQL half is SKIPPED. Install its server (initdb, postgres).'
