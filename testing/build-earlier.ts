import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const project = join(import.meta.dirname, '..')

/** A version of the program from the project's own history. */
export type EarlierVersion = {
  readonly hash: string
  /** False for the versions from before the first migrations became one: they refuse the tables of today. */
  readonly knowsFoundation: boolean
}

function git(...args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', args, { cwd: project, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim()
  } catch {
    return undefined
  }
}

/**
 * The last commit that does not have this migration. Undefined where the history is missing: in a shallow clone, or in
 * sources without one.
 */
export function findVersionBefore(migration: string): EarlierVersion | undefined {
  if (git('rev-parse', '--is-shallow-repository') !== 'false') return undefined
  const list = 'server/storage/upkeep/migrate.ts'
  const added = git('log', '--reverse', '--format=%H', `-S'${migration}':`, '--', list)?.split('\n')[0]
  const hash = added && git('rev-parse', `${added}^`)
  const source = hash && git('show', `${hash}:${list}`)
  return hash && source ? { hash, knowsFoundation: source.includes("'0044-foundation'") } : undefined
}

/** A commit of the history. Undefined where the history is missing. */
export function findVersion(hash: string): Pick<EarlierVersion, 'hash'> | undefined {
  return git('cat-file', '-t', hash) === 'commit' ? { hash } : undefined
}

/**
 * Builds the test server of that version in a folder of its own, with today's packages. Returns the path of the program,
 * and a function that removes the folder.
 */
export function buildEarlier({ hash }: Pick<EarlierVersion, 'hash'>): {
  readonly program: string
  readonly remove: () => void
} {
  const folder = mkdtempSync(join(tmpdir(), 'rollkey-earlier-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  try {
    const archive = execFileSync('git', ['archive', hash], { cwd: project, maxBuffer: 1 << 29 })
    execFileSync('tar', ['-x', '-C', folder], { input: archive })
    symlinkSync(join(project, 'node_modules'), join(folder, 'node_modules'))
    const vite = join(project, 'node_modules/vite/bin/vite.js')
    const build = [vite, 'build', '--config', 'scripts/build/tests.config.ts', '--logLevel=warn']
    execFileSync(process.execPath, build, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] })
    const program = join(folder, 'dist-tests/serve.js')
    if (!existsSync(program)) throw new Error(`The version ${hash} has no test server`)
    return { program, remove }
  } catch (error) {
    remove()
    throw error
  }
}
