import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { project, run } from './command.mjs'

/** What the npm script build:NAME makes, and from which files. */
const builds = {
  web: { made: 'dist', sources: ['web', 'roster-files', 'contract', 'vite.config.ts', 'package-lock.json'] },
  server: {
    made: 'dist-server',
    sources: ['server', 'scripts/build', 'roster-files', 'contract', 'package-lock.json'],
  },
  tests: {
    made: 'dist-tests',
    sources: ['testing', 'server', 'scripts/build', 'roster-files', 'contract', 'package-lock.json'],
  },
  bench: {
    made: 'dist-bench',
    sources: ['bench/serve.ts', 'server', 'scripts/build', 'roster-files', 'contract', 'package-lock.json'],
  },
}

/** @returns {string[]} every file that the build reads, as the project names it, in a fixed order */
function listFiles(/** @type {string} */ path) {
  const found = join(project, path)
  if (!existsSync(found)) return []
  if (!statSync(found).isDirectory()) return /\.test\.tsx?$/.test(path) ? [] : [path]
  return readdirSync(found)
    .sort()
    .flatMap((name) => listFiles(join(path, name)))
}

function digestSources(/** @type {string[]} */ sources) {
  const hash = createHash('sha256')
  for (const file of sources.flatMap(listFiles)) {
    hash
      .update(file)
      .update('\0')
      .update(readFileSync(join(project, file)))
      .update('\0')
  }
  return hash.digest('hex')
}

/** Runs each build unless its output was made from the present sources. */
export function ensureBuild(/** @type {(keyof typeof builds)[]} */ ...names) {
  for (const name of names) {
    const { made, sources } = builds[name]
    const stamp = join(project, made, '.built-from')
    const digest = digestSources(sources)
    if (existsSync(stamp) && readFileSync(stamp, 'utf8') === digest) continue
    // Through npm, which puts the project's own Node first in PATH.
    run('npm', ['run', '--silent', `build:${name}`, '--', '--logLevel=warn'])
    writeFileSync(stamp, digest)
  }
}
