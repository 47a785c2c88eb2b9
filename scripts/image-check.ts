import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { canInstallDebianPackages, installDebianPackages } from './debian.mjs'
import { findCommand } from './executable.mjs'

/**
 * `npm run image-check`: builds deploy/Dockerfile, runs the image as a production server, asks its health check, and stops
 * it as a container engine would. It needs root on Debian and no engine: buildah builds and runs with chroot alone.
 * NODE_IMAGE names a base image that buildah may fetch; without it the base is made here of Debian's packages and this
 * project's Node.
 */
const project = join(import.meta.dirname, '..')
const dockerfile = readFileSync(join(project, 'deploy/Dockerfile'), 'utf8')
const startMs = 60_000
/** docs/operation.md: what supervises a process waits so long before it kills. */
const stopMs = 20_000

type ImageConfig = {
  readonly User: string
  readonly Cmd: readonly string[]
  readonly StopSignal: NodeJS.Signals
  readonly Healthcheck: { readonly Test: readonly [string, ...string[]] }
}

function say(line: string): void {
  console.log(`[image-check] ${line}`)
}

function run(command: string, ...args: readonly string[]): void {
  say([command, ...args].join(' '))
  execFileSync(command, args, { cwd: project, stdio: 'inherit' })
}

/** Throws where there is neither buildah nor a Debian that could install it. */
function ensureTools(): void {
  const tools = ['buildah', 'mmdebstrap']
  if (tools.every((tool) => findCommand([tool]) !== undefined)) return
  if (canInstallDebianPackages() && installDebianPackages(tools)) return
  throw new Error('buildah and mmdebstrap are needed: run this as root on Debian, or install them.')
}

/** A folder from which buildah makes a base like the official one: Debian, Node, npm and a user `node`. */
function describeBase(folder: string): string {
  const [, version, suite = ''] = /NODE_IMAGE=node:([\d.]+)-(\w+)-slim/.exec(dockerfile) ?? []
  if (`v${version}` !== process.version)
    throw new Error(`The Dockerfile wants Node ${version}, this is ${process.version}.`)
  // npm sets it to its own program.
  const npm = process.env.npm_execpath
  if (npm === undefined) throw new Error('Call it as `npm run image-check`.')
  const base = join(folder, 'base')
  mkdirSync(base)
  run('mmdebstrap', '--quiet', '--variant=minbase', suite, join(base, 'debian.tar'))
  copyFileSync(process.execPath, join(base, 'node'))
  cpSync(join(dirname(npm), '..'), join(base, 'npm'), { recursive: true, dereference: true })
  const lines = [
    'FROM scratch',
    'ADD debian.tar /',
    'COPY --chmod=755 node /usr/local/bin/node',
    'COPY npm /usr/local/lib/node_modules/npm',
    'RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && groupadd --gid 1000 node && useradd --uid 1000 --gid node --create-home node',
  ]
  // Where npm needs the certificates of this machine, the build needs them, too.
  const certificates = process.env.NODE_EXTRA_CA_CERTS
  if (certificates) {
    copyFileSync(certificates, join(base, 'certificates.crt'))
    lines.push('COPY certificates.crt /etc/ssl/extra.crt', 'ENV NODE_EXTRA_CA_CERTS=/etc/ssl/extra.crt')
  }
  writeFileSync(join(base, 'Dockerfile'), lines.join('\n'))
  return base
}

async function findFreePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

async function untilHealthy(port: number, server: ChildProcess): Promise<void> {
  for (const end = performance.now() + startMs; performance.now() < end; await wait(200)) {
    if (server.exitCode !== null) throw new Error(`The server has ended with ${server.exitCode}.`)
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`).then(
      (reply) => reply.text(),
      () => undefined,
    )
    if (answer === undefined) continue
    if (answer !== '{"status":"alive"}') throw new Error(`/healthz answered: ${answer}`)
    return
  }
  throw new Error(`/healthz did not answer within ${startMs / 1_000} s.`)
}

/** The process of the image: the last one below buildah's own. */
function findInnermost(pid: number): number {
  const { stdout } = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  const child = Number(stdout.trim().split(/\s+/)[0])
  return child > 0 ? findInnermost(child) : pid
}

async function stop(server: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  const ended = once(server, 'close')
  process.kill(findInnermost(server.pid ?? 0), signal)
  const late = wait(stopMs, 'late', { ref: false })
  const result = await Promise.race([ended, late])
  if (result === 'late') throw new Error(`It did not end within ${stopMs / 1_000} s of ${signal}.`)
  if (server.exitCode !== 0) throw new Error(`It ended with ${server.exitCode} after ${signal}.`)
}

async function check(folder: string): Promise<void> {
  const store = ['--root', join(folder, 'store'), '--runroot', join(folder, 'run'), '--storage-driver', 'vfs']
  const isolated = ['--isolation', 'chroot', '--network', 'host']
  const buildah = (...args: readonly string[]) => run('buildah', ...store, ...args)
  let base = process.env.NODE_IMAGE
  if (!base) {
    base = 'localhost/node-of-debian'
    buildah('bud', ...isolated, '--tag', base, describeBase(folder))
  }
  const ignored = ['--ignorefile', 'deploy/Dockerfile.dockerignore']
  const file = ['--file', 'deploy/Dockerfile', ...ignored, '--build-arg', `NODE_IMAGE=${base}`]
  // Only this format has health checks.
  buildah('bud', ...isolated, '--format', 'docker', ...file, '--tag', 'localhost/rollkey', '.')
  buildah('from', '--pull-never', '--name', 'rollkey', 'localhost/rollkey')
  const inspected = execFileSync('buildah', [...store, 'inspect', '--type', 'image', 'localhost/rollkey'], {
    encoding: 'utf8',
  })
  const config: ImageConfig = JSON.parse(inspected).Docker.config
  const port = await findFreePort()
  const settings = { PORT: port, PUBLIC_URL: 'https://rollkey.example', SMTP_URL: 'smtps://mail.rollkey.example' }
  const env = Object.entries({ HOST: '127.0.0.1', ...settings }).flatMap(([name, value]) => [
    '--env',
    `${name}=${value}`,
  ])
  const inside = [...store, 'run', ...isolated, ...env, 'rollkey', '--']
  const server = spawn('buildah', [...inside, ...config.Cmd], { stdio: 'inherit' })
  try {
    await untilHealthy(port, server)
    say('/healthz answers')
    const [, ...health] = config.Healthcheck.Test
    execFileSync('buildah', [...inside, ...health], { stdio: 'inherit' })
    say('the health check of the image says healthy')
    const status = readFileSync(`/proc/${findInnermost(server.pid ?? 0)}/status`, 'utf8')
    if (/^Uid:\s+0\s/m.test(status)) throw new Error(`It runs as root, not as ${config.User}.`)
    say(`it runs as ${config.User}`)
    await stop(server, config.StopSignal)
    say(`it ended in order after ${config.StopSignal}`)
  } finally {
    if (server.exitCode === null && server.signalCode === null) process.kill(findInnermost(server.pid ?? 0), 'SIGKILL')
    execFileSync('buildah', [...store, 'rm', '--all'], { stdio: 'ignore' })
  }
}

ensureTools()
const folder = mkdtempSync(join(tmpdir(), 'rollkey-image-'))
try {
  await check(folder)
  say('The image is sound.')
} finally {
  rmSync(folder, { recursive: true, force: true })
}
