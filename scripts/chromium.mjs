import { fail, run } from './command.mjs'
import { canInstallDebianPackages, installDebianPackages } from './debian.mjs'
import { findCommand } from './executable.mjs'

/** The installed Chromium that the browser tests drive; undefined: the one that Playwright itself has downloaded. */
export function findChromium() {
  return (
    process.env.CHROMIUM_PATH ?? findCommand(['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome'])
  )
}

/** Finds a Chromium or installs one; the browser tests are never left out. */
export function ensureChromium() {
  if (findChromium() !== undefined) return
  if (!canInstallDebianPackages()) return run('npx', ['playwright', 'install', 'chromium'])
  if (!installDebianPackages(['chromium', 'fonts-liberation'])) fail('Chromium could not be installed.')
}
