import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { variableNames } from '#server/config/config.ts'
import { commandFolders, findCommand } from './executable.mjs'

/** Checks the files in deploy/ without running containers: that they fit the program. */

const project = join(import.meta.dirname, '..')
const read = (path: string): string => readFileSync(join(project, path), 'utf8')
const all = (text: string, pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)

const compose = read('deploy/compose.yaml')
const dockerfile = read('deploy/Dockerfile')
const unit = read('deploy/rollkey.service')
/** The settings that all processes share, and those of the one that migrates. */
const ofEach = compose.slice(0, compose.indexOf('\nservices:'))
/** The command with which `npm start` starts the server. */
const { start } = JSON.parse(read('package.json')).scripts
const migration = compose.slice(compose.indexOf('\n  migrate:'), compose.indexOf('\n  db:'))
const variables = /^ +([A-Z][A-Z_]+): /gm

describe('settings in deploy/', () => {
  const ofServer = all(ofEach, variables)
  const ofMigration = all(migration, variables)
  const ofImage = all(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '', /([A-Z_]+)=/g)
  const ofUnit = all(/^Environment=(.*)$/m.exec(unit)?.[1] ?? '', /([A-Z_]+)=/g)

  test('are settings that the server reads', () => {
    for (const names of [ofServer, ofMigration, ofImage, ofUnit]) {
      expect(names.length).toBeGreaterThan(0)
      for (const name of names) expect(variableNames).toContain(name)
    }
  })

  test('are complete, except those that a container does not need', () => {
    // Production allows no other scale than 1, the port of the metrics is not published, what keeps the containers' logs
    // has the heads of the audit chain, and there is neither a pooler nor a standby.
    const leftOut = ['RATE_LIMIT_SCALE', 'METRICS_TOKEN', 'AUDIT_HEAD_FILE', 'DATABASE_POOLER', 'DATABASE_READ_URL']
    const set = [...ofServer, ...ofMigration, ...ofImage, ...leftOut]
    expect(set.sort()).toEqual([...variableNames].sort())
  })

  test('of the tables’ owner reach the migration alone', () => {
    expect(ofMigration).toEqual(['MIGRATION_DATABASE_URL'])
    expect(ofServer).not.toContain('MIGRATION_DATABASE_URL')
  })

  test('that compose asks for are those of the example', () => {
    const asked = new Set(all(compose, /\$\{([A-Z_]+)[:}]/g))
    expect(new Set(all(read('deploy/environment.example'), /^([A-Z_]+)=/gm))).toEqual(asked)
  })
})

describe('the image', () => {
  const packages = Object.keys(JSON.parse(read('package.json')).dependencies)
  /** The folders of the project that are in the image. */
  const copied = ['contract', 'roster-files', 'server']
  const kept = all(read('deploy/Dockerfile.dockerignore'), /^!(.+)$/gm)

  test('is made of files that exist and that the build may read', () => {
    const sources = all(dockerfile, /^COPY (?!--from)(.+) \S+$/gm).flatMap((line) => line.split(' '))
    expect(sources.length).toBeGreaterThan(8)
    for (const source of new Set(sources.map((path) => path.replace('./', '')))) {
      expect(existsSync(join(project, source)), source).toBe(true)
      expect(kept).toContain(source)
    }
  })

  /** The files and packages that a program imports, directly or not. */
  function follow(entries: readonly string[]) {
    const [files, imported] = [new Set<string>(), new Set<string>()]
    const waiting = [...entries]
    for (let file = waiting.pop(); file !== undefined; file = waiting.pop()) {
      if (files.has(file)) continue
      files.add(file)
      const text = read(file)
      const statements =
        /^(?:import|export)\s(?!type\s)(?:[\w\s{},*$]+\sfrom\s)?'([^']+)'|import\('([^']+)'\)|new URL\('(\.[^']+)'/gm
      for (const [, first, second, third] of text.matchAll(statements)) {
        const name = first ?? second ?? third ?? ''
        if (name.startsWith('.')) waiting.push(relative(project, join(project, dirname(file), name)))
        else if (name.startsWith('#')) waiting.push(name.slice(1))
        else if (!name.startsWith('node:'))
          imported.add(
            name
              .split('/')
              .slice(0, name.startsWith('@') ? 2 : 1)
              .join('/'),
          )
      }
    }
    return { files: [...files], imported: [...imported] }
  }

  test('holds all that its programs import, and no test', () => {
    const { files, imported } = follow([
      'server/main.ts',
      'server/operator/operator.ts',
      'server/operator/verify-data.ts',
    ])
    expect(files.length).toBeGreaterThan(100)
    expect(files.filter((file) => !copied.includes(file.split('/')[0] ?? ''))).toEqual([])
    expect(files.filter((file) => /^testing\/|\.test\.ts$/.test(file))).toEqual([])
    expect(imported.filter((name) => !packages.includes(name))).toEqual([])
    expect(imported.length).toBeGreaterThan(5)
  })

  test('runs as its own user, has a health check, and is stopped by the signal that it handles', () => {
    expect(dockerfile).toMatch(/^USER node$/m)
    expect(dockerfile).toMatch(/^HEALTHCHECK [^\n]*\\\n {2}CMD \["node", .*\/healthz/m)
    expect(dockerfile).toMatch(/^STOPSIGNAL SIGTERM$/m)
  })

  test('contains no password of the project', () => {
    for (const text of [dockerfile, compose, unit]) expect(text).not.toMatch(/(PASSWORD|SECRET|TOKEN)(=|: )(?!\$)\S/)
  })
})

test('image and unit start the server as npm start does', () => {
  expect(JSON.parse(/^CMD (.*)$/m.exec(dockerfile)?.[1] ?? '')).toEqual(start.split(' '))
  expect(/^ExecStart=(.*)$/m.exec(unit)?.[1]).toBe(`/opt/rollkey/node_modules/.bin/${start}`)
})

test('the unit lets Node list the network interfaces: the server needs that to listen on all of them', () => {
  expect(/^RestrictAddressFamilies=(.*)$/m.exec(unit)?.[1]?.split(' ')).toContain('AF_NETLINK')
})

test('nginx keeps no connection to a process, in any version', () => {
  const map = /map \$http_upgrade \$connection_upgrade \{\s+default upgrade;\s+'' close;\s+\}/
  expect(read('deploy/nginx.conf')).toMatch(map)
  expect(read('testing/nginx.ts')).toMatch(map)
})

test('HAProxy keeps no connection to a process either', () => {
  const backends = read('deploy/ha/haproxy.cfg').split(/^(?=backend|frontend|defaults)/m)
  const ofWeb = backends.filter((text) => text.startsWith('backend ') && text.includes('\n  mode http\n'))
  expect(ofWeb).toHaveLength(2)
  for (const text of ofWeb) expect(text).toMatch(/^ +option http-server-close$/m)
})

describe('the containers', () => {
  test('are reached by IPv4 alone: nginx would see the engine instead of a client of IPv6', () => {
    const ports = all(compose, /^ +ports: \[(.*)\]$/gm).flatMap((list) => list.split(', '))
    expect(ports).toEqual(['"0.0.0.0:80:80"', '"0.0.0.0:443:443"'])
  })

  test('of the server keep their addresses when they are created again: nginx asks for them once', () => {
    const addresses = all(compose, /ipv4_address: (\S+)/g)
    expect(new Set(addresses).size).toBe(2)
    // Other containers get theirs from the upper half.
    for (const address of addresses) expect(Number(address.split('.')[3])).toBeLessThan(128)
    expect(compose).toMatch(/ip_range: 172\.30\.77\.128\/25/)
  })

  test('of the server begin when the migration has succeeded, and the migration when the database is ready', () => {
    expect(ofEach).toMatch(/migrate:\n +condition: service_completed_successfully/)
    expect(migration).toMatch(/db:\n +condition: service_healthy/)
  })
})

const analyser = findCommand(['systemd-analyze'], commandFolders())
test.skipIf(analyser === undefined)('systemd finds nothing wrong with the unit', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-unit-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'rollkey.service')
  // On this machine the unit's program and documentation are not in their place.
  const here = unit.replace('/opt/rollkey/node_modules/.bin/node', process.execPath).replace(/^Documentation=.*\n/m, '')
  expect(here).not.toBe(unit)
  writeFileSync(file, here)
  expect(execFileSync(analyser ?? '', ['verify', '--man=no', file], { encoding: 'utf8', stdio: 'pipe' })).toBe('')
})
