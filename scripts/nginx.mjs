import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { fail } from './command.mjs'
import { canInstallDebianPackages, installDebianPackages } from './debian.mjs'
import { commandFolders, findCommand } from './executable.mjs'

/** The balancer of the tests with several processes; undefined if it is not installed. */
export function findNginx() {
  return findCommand(['nginx'], [...commandFolders(), '/usr/sbin', '/usr/local/sbin'])
}

const policy = '/usr/sbin/policy-rc.d'

/** Tests start their own; the service that Debian would start on installation is not wanted. */
function installWithoutService() {
  const isOurs = !existsSync(policy)
  if (isOurs) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 })
  const installed = installDebianPackages(['nginx-light'])
  if (isOurs) rmSync(policy)
  return installed
}

/**
 * Finds nginx or installs it. Without it the tests with several processes are skipped, with a loud line; in CI that is
 * an error.
 */
export function ensureNginx() {
  if (findNginx() !== undefined) return
  if (canInstallDebianPackages() && installWithoutService() && findNginx() !== undefined) return
  if (process.env.CI) fail(nginxMissing)
  console.warn(`[setup] ${nginxMissing}`)
}

export const nginxMissing =
  'NO NGINX HERE: every test of several processes behind a balancer is SKIPPED. Install nginx.'
