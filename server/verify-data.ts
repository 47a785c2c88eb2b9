import { parseArgs } from 'node:util'
import { ConfigError, readConfig } from './config.ts'
import { databaseOf } from './database-place.ts'
import type { ChainHead } from './domain/audit/audit-chain.ts'
import { tellReason } from './storage/engine-errors.ts'
import type { Finding } from './verify/check-invariant.ts'
import { verifyData } from './verify/verify-data.ts'

/** Lines that are shown of one broken rule. */
const shownPerRule = 20

/** `npm run verify-data`: checks the installation of this environment and ends with 1 when something is wrong. */
async function main(): Promise<void> {
  const { values } = parseArgs({ options: { head: { type: 'string' } } })
  const findings = await verifyData(databaseOf(readConfig(process.env)), {
    expectedHead: values.head === undefined ? undefined : readHead(values.head),
  })
  for (const finding of findings) print(finding)
  const wrong = findings.reduce((sum, finding) => sum + finding.wrong.length, 0)
  process.stdout.write(wrong === 0 ? '\nEverything is as it must be.\n' : `\n${wrong} things are wrong.\n`)
  process.exitCode = wrong === 0 ? 0 : 1
}

function print({ rule, rows, wrong, note }: Finding): void {
  const verdict = wrong.length === 0 ? 'ok' : `${wrong.length} WRONG`
  process.stdout.write(`${verdict.padEnd(10)} ${String(rows).padStart(9)}  ${rule}${note ? ` (${note})` : ''}\n`)
  for (const line of wrong.slice(0, shownPerRule)) process.stdout.write(`${' '.repeat(22)}${line}\n`)
  if (wrong.length > shownPerRule) process.stdout.write(`${' '.repeat(22)}and ${wrong.length - shownPerRule} more\n`)
}

/** As the server's log tells it: position and hash. */
function readHead(text: string): ChainHead {
  const [, position, hash] = /^(\d{1,15}):([A-Za-z0-9_-]{43})$/.exec(text) ?? []
  if (position === undefined || hash === undefined)
    throw new ConfigError('--head takes position:hash, as the log tells it.')
  return { position: Number(position), hash }
}

main().catch((error: unknown) => {
  const line = error instanceof ConfigError ? error.message : `The database could not be checked: ${tellReason(error)}`
  process.stderr.write(`${line}\n`)
  // A connection that was not let in may still stand open.
  process.exit(1)
})
