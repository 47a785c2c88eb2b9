import { fail, run } from './command.mjs'
import { canInstallDebianPackages, installDebianPackages } from './debian.mjs'
import { findCommand } from './executable.mjs'

/** The installed Chromium; undefined: the one that Playwright itself has downloaded. */
export function findChromium() {
  return (
    process.env.CHROMIUM_PATH ?? findCommand(['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'])
  )
}

/** The same browser without its windows, which costs a fifth less; undefined where it is not installed by itself. */
export function findHeadlessShell() {
  return process.env.CHROMIUM_PATH ?? findCommand(['chromium-headless-shell'])
}

/** Finds a Chromium or installs one; the browser tests are never left out. */
export function ensureChromium() {
  if (findChromium() !== undefined) return
  if (!canInstallDebianPackages()) return run('npx', ['playwright', 'install', 'chromium'])
  if (!installDebianPackages(['chromium', 'fonts-liberation'])) fail('Chromium could not be installed.')
}

/** Installs it where that is easy. Without it the tests take the browser with its windows, and longer. */
export function ensureHeadlessShell() {
  if (findHeadlessShell() === undefined && canInstallDebianPackages())
    installDebianPackages(['chromium-headless-shell'])
}
