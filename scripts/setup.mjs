/**
 * Brings a fresh clone to the point where the npm script that asked for it can run. npm calls it, with one mode:
 *   link     after an installation: makes sure that npm scripts find the Node that the project brings along
 *   install  installs what is missing
 *   start    the same, and builds the web app and the server when their sources have changed
 *   test     the same, and finds or installs the browser, the database and the balancer that the tests need
 * It runs on the system's Node (18 or later) before anything is installed, so it imports nothing from npm.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { ensureBuild } from './build-stamp.mjs'
import { ensureChromium, ensureHeadlessShell } from './chromium.mjs'
import { fail, project, run } from './command.mjs'
import { ensureNginx } from './nginx.mjs'
import { ensureOpenssl } from './openssl.mjs'
import { ensurePostgres } from './postgres.mjs'
import { ensureXfs } from './xfs.mjs'

const neededNode = 24
const modes = ['link', 'install', 'start', 'test']

/** @returns {Record<string, { version?: string, optional?: boolean }>} */
function readPackages(/** @type {string} */ lockFile) {
  return JSON.parse(readFileSync(lockFile, 'utf8')).packages
}

/** True when npm's own record of node_modules holds every package of the lock file at its version. */
function isInstalled() {
  if (!existsSync('node_modules/.package-lock.json')) return false
  const installed = readPackages('node_modules/.package-lock.json')
  const wanted = Object.entries(readPackages('package-lock.json')).filter(([path]) => path.startsWith('node_modules/'))
  // Optional packages are those of other platforms too: npm leaves them out, which is right.
  return wanted.every(([path, { optional, version }]) => optional || installed[path]?.version === version)
}

/** npm 10 and early 11 remove .bin/node together with the Node packages of the other platforms (npm/cli#4362). */
function linkNode() {
  const command = 'node_modules/.bin/node'
  const platformPackage = `node-${process.platform}-${process.arch}`
  if (existsSync(command) || !existsSync(`node_modules/${platformPackage}/bin/node`)) return
  symlinkSync(`../${platformPackage}/bin/node`, command)
}

/** The Node that npm scripts find first may differ from the one that runs this. */
function checkNode() {
  const PATH = [join(process.cwd(), 'node_modules', '.bin'), process.env.PATH].join(delimiter)
  const found = spawnSync('node', ['--version'], {
    encoding: 'utf8',
    env: { ...process.env, PATH },
    shell: process.platform === 'win32',
  })
  const version = found.stdout?.trim() ?? ''
  if (Number.parseInt(version.slice(1), 10) >= neededNode) return
  fail(`Node ${neededNode} or later is needed; npm scripts would run on ${version || 'none'}.`)
}

const mode = process.argv[2] ?? ''
if (!modes.includes(mode)) fail(`Call it with one of: ${modes.join(', ')}`)
process.chdir(project)

if (mode !== 'link' && !isInstalled()) {
  // With NODE_ENV=production the packages that build the web app would be left out.
  run('npm', ['ci', '--include=dev', '--include=optional', '--loglevel=error'])
}
linkNode()
if (mode !== 'link') checkNode()
if (mode === 'start' || mode === 'test') ensureBuild('web', 'server')
if (mode === 'test') {
  ensureBuild('tests')
  ensureChromium()
  ensureHeadlessShell()
  ensurePostgres()
  ensureNginx()
  ensureOpenssl()
  ensureXfs()
}
