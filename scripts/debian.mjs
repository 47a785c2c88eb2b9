import { readFileSync } from 'node:fs'
import { tryRun } from './command.mjs'

/** True where Debian's packages can be installed. Ubuntu is left out: its chromium is only a stub for another store. */
export function canInstallDebianPackages() {
  if (process.getuid?.() !== 0) return false
  try {
    return /^ID=debian$/m.test(readFileSync('/etc/os-release', 'utf8'))
  } catch {
    return false
  }
}

/** Installs Debian packages without asking anything; false when that failed. */
export function installDebianPackages(/** @type {string[]} */ names) {
  process.env.DEBIAN_FRONTEND = 'noninteractive'
  // An old list names versions that the mirror no longer has.
  return (
    tryRun('apt-get', ['update', '-q']) &&
    tryRun('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...names])
  )
}
