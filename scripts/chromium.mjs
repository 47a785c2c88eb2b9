import { fail, run } from './command.mjs'
import { canInstallDebianPackages, installDebianPackages } from './debian.mjs'
import { findCommand } from './executable.mjs'

/** The installed Chromium; undefined: the one that Playwright itself has downloaded. */
export function findChromium() {
  return (
    process.env.CHROMIUM_PATH ?? findCommand(['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'])
  )
}

/** The same browser without windows, which takes a fifth less time; undefined if it is not installed separately. */
export function findHeadlessShell() {
  return process.env.CHROMIUM_PATH ?? findCommand(['chromium-headless-shell'])
}

/** Finds a Chromium or installs one; the browser tests are never skipped. */
export function ensureChromium() {
  if (findChromium() !== undefined) return
  if (!canInstallDebianPackages()) return run('npx', ['playwright', 'install', 'chromium'])
  if (!installDebianPackages(['chromium', 'fonts-liberation'])) fail('Chromium could not be installed.')
}

/** Installs it where that is easy. Without it the tests use the browser with windows, and take longer. */
export function ensureHeadlessShell() {
  if (findHeadlessShell() === undefined && canInstallDebianPackages())
    installDebianPackages(['chromium-headless-shell'])
}
