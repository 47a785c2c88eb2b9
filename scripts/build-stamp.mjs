import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './command.mjs'

const sources = ['web', 'contract', 'vite.config.ts', 'package-lock.json']
const stamp = 'dist/.built-from'

/** @returns {string[]} every file that the build reads, in a fixed order */
function listFiles(/** @type {string} */ path) {
  if (!statSync(path).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(path)
    .sort()
    .flatMap((name) => listFiles(join(path, name)))
}

function digestSources() {
  const hash = createHash('sha256')
  for (const file of sources.filter((path) => existsSync(path)).flatMap(listFiles)) {
    hash.update(file).update('\0').update(readFileSync(file)).update('\0')
  }
  return hash.digest('hex')
}

/** Builds the web app unless what is in dist/ was made from just these sources. */
export function ensureBuild() {
  const digest = digestSources()
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) return
  // Through npm, which puts the project's own Node first in PATH.
  run('npm', ['run', '--silent', 'build', '--', '--logLevel=warn'])
  writeFileSync(stamp, digest)
}
