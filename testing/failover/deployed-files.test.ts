import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { unpackedProgram, unpackHighAvailability } from '../../scripts/high-availability.mjs'
import { findPostgresFolder } from '../../scripts/postgres.mjs'
import { documentedCommands } from './documented-commands.ts'
import { etcdEnvironment, type MachineOptions, patroniEnvironment } from './machine.ts'

const deployed = join(import.meta.dirname, '../../deploy/ha')
const read = (name: string) => readFileSync(join(deployed, name), 'utf8')
const programs = unpackHighAvailability()

/** What `npm run failover` runs is what deploy/ha says. */
describe('the files of a second machine', () => {
  test.runIf(findPostgresFolder())('name every setting of etcd and Patroni that the rehearsal runs with', () => {
    const ports = { etcd: 1, etcdPeer: 2, patroni: 3, postgresql: 4 }
    const options: MachineOptions = {
      name: 'alpha',
      ports,
      peers: { alpha: 2 },
      etcdPorts: [1],
      programs: '',
      folder: '',
      owner: undefined,
      password: '',
      settings: '',
    }
    const used = { ...etcdEnvironment(options, ''), ...patroniEnvironment(options, '') }
    // Patroni 3.0.2 of Debian 12 needs the v2 protocol; the example is for later ones.
    const ofDebian = ['ETCD_ENABLE_V2', 'ETCD_LOG_LEVEL']
    const expected = Object.keys(used)
      .filter((name) => !ofDebian.includes(name))
      .map((name) => name.replace('PATRONI_ETCD_HOSTS', 'PATRONI_ETCD3_HOSTS'))
    const named = [...read('machine.example').matchAll(/^([A-Z\d_]+)=/gm)].map(([, name]) => name)
    expect(new Set(named)).toEqual(new Set(expected))
  })

  test('come with no command of Patroni or etcd that the rehearsal does not run', () => {
    const page = readFileSync(join(deployed, '../../docs/operation.md'), 'utf8')
    const named = [...page.matchAll(/`((?:patronictl|etcdctl) [^`]+)`/g)].map(([, command]) => command)
    expect(new Set(named)).toEqual(new Set(Object.values(documentedCommands)))
  })

  test.runIf(programs)('hold a configuration that HAProxy takes without a warning', () => {
    const names = [...read('haproxy.cfg').matchAll(/\$\{(\w+)\}/g)].map(([, name]) => name ?? '')
    const place = (name: string) =>
      name.endsWith('_HOST') ? '127.0.0.1' : name.endsWith('_PORT') ? '8008' : '127.0.0.1:5432'
    const program = unpackedProgram(programs ?? '', 'haproxy')
    const env = { ...program.env, ...Object.fromEntries(names.map((name) => [name, place(name)])) }
    const options = ['-c', '-q', '-dW', '-f', join(deployed, 'haproxy.cfg')]
    expect(execFileSync(program.command, options, { env, encoding: 'utf8', stdio: 'pipe' })).toBe('')
  })
})
