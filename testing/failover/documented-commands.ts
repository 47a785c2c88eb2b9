import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { unpackedProgram } from '../../scripts/high-availability.mjs'

const project = join(import.meta.dirname, '../..')

/** The commands of docs/operation.md for a set of machines, letter for letter. The rehearsal runs each of them. */
export const documentedCommands = {
  health: 'etcdctl endpoint health --cluster',
  list: 'patronictl -c deploy/ha/patroni.yml list',
  switchover: 'patronictl -c deploy/ha/patroni.yml switchover --force',
} as const

/** Runs it in the project's folder, and returns what it has printed. Throws that when it fails. */
export async function runDocumented(
  command: (typeof documentedCommands)[keyof typeof documentedCommands],
  programs: string,
  environment: Readonly<Record<string, string>>,
): Promise<string> {
  const [name, ...args] = command.split(' ')
  const program = unpackedProgram(programs, name === 'etcdctl' ? 'etcdctl' : 'patronictl')
  const env = { PATH: process.env.PATH, LC_ALL: 'C.UTF-8', ...program.env, ...environment }
  const all = [...program.args, ...args]
  const { stdout, stderr } = await promisify(execFile)(program.command, all, { cwd: project, env, timeout: 30_000 })
  return `${stdout}${stderr}`
}
