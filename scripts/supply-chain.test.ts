import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'

/**
 * Rules §7: an installation of Rollkey gets exactly the reviewed packages, and none of them runs anything by itself.
 */

type Package = {
  readonly version?: string
  readonly resolved?: string
  readonly integrity?: string
  readonly link?: boolean
  readonly hasInstallScript?: boolean
}

const groups = ['dependencies', 'devDependencies', 'optionalDependencies'] as const
type Manifest = {
  readonly [Group in (typeof groups)[number] | 'allowScripts' | 'overrides']?: Readonly<Record<string, unknown>>
}

const read = (name: string): string => readFileSync(join(import.meta.dirname, '..', name), 'utf8')
const manifest: Manifest = JSON.parse(read('package.json'))
const lock: { readonly lockfileVersion: number; readonly packages: Readonly<Record<string, Package>> } = JSON.parse(
  read('package-lock.json'),
)
const installed = Object.entries(lock.packages).filter(([path]) => path !== '')

const exactVersion = /^(npm:(@[\w.-]+\/)?[\w.-]+@)?\d+\.\d+\.\d+(-[\w.]+)?$/

describe('the packages', () => {
  test('are asked for by exact versions from the registry', () => {
    const loose = groups.flatMap((group) =>
      Object.entries(manifest[group] ?? {}).filter(([, version]) => !exactVersion.test(String(version))),
    )
    expect(loose).toEqual([])
    expect(manifest.overrides).toBeUndefined()
  })

  test('are those of the lock file, each known by its content', () => {
    expect(lock.lockfileVersion).toBe(3)
    expect(installed.length).toBeGreaterThan(100)
    const unknown = installed.filter(([, { integrity, link }]) => link || !integrity?.startsWith('sha512-'))
    expect(unknown.map(([path]) => path)).toEqual([])
    const elsewhere = installed.filter(([, { resolved }]) => resolved !== undefined)
    expect(elsewhere.map(([path]) => path)).toEqual([])
  })

  test('run nothing when they are installed except what is allowed by name, and today nothing is', () => {
    const allowed = Object.entries(manifest.allowScripts ?? { missing: true }).filter(([, isAllowed]) => isAllowed)
    expect(allowed).toEqual([])
    const running = installed.filter(([, { hasInstallScript }]) => hasInstallScript)
    expect(running.map(([path]) => path)).toEqual([])
    expect(read('.npmrc').split('\n')).toContain('strict-allow-scripts=true')
  })

  test('that run in production are few', () => {
    expect(Object.keys(manifest.dependencies ?? {}).length).toBeLessThanOrEqual(15)
  })
})
