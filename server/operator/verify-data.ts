import { parseArgs } from 'node:util'
import { texts } from '#contract/texts.ts'
import { ConfigError, readConfig } from '../config/config.ts'
import { databaseOf } from '../config/database-location.ts'
import type { ChainHead } from '../domain/audit/audit-chain.ts'
import { describeEngineReason } from '../storage/engine-errors.ts'
import { type MarkReceipt, readMarkReceipt } from './verify/check-mark-receipt.ts'
import { verifyData } from './verify/verify-data.ts'
import { writeFindings } from './verify/write-findings.ts'

/** `npm run verify-data`: checks the installation of this environment. Exit code 1 means that something is wrong. */
async function main(): Promise<void> {
  const { values } = parseArgs({
    options: { head: { type: 'string' }, mark: { type: 'string' }, signatures: { type: 'boolean' } },
  })
  const config = readConfig(process.env)
  const relyingParty = { id: config.relyingPartyId, name: texts.product.name, origin: config.origin }
  const findings = await verifyData(databaseOf(config), {
    signaturesFor: values.signatures ? relyingParty : undefined,
    expectedHead: values.head === undefined ? undefined : readHead(values.head),
    markReceipt: values.mark === undefined ? undefined : readMark(values.mark),
  })
  process.stdout.write(writeFindings(findings))
  process.exitCode = findings.some(({ wrong }) => wrong.length > 0) ? 1 : 0
}

/** As the server's log prints it: position and hash. */
function readHead(text: string): ChainHead {
  const [, position, hash] = /^(\d{1,15}):([A-Za-z0-9_-]{43})$/.exec(text) ?? []
  if (position === undefined || hash === undefined)
    throw new ConfigError('--head takes position:hash, as the log prints it.')
  return { position: Number(position), hash }
}

/** As the mail of a receipt prints it. */
function readMark(text: string): MarkReceipt {
  const mark = readMarkReceipt(text)
  if (mark === undefined)
    throw new ConfigError('--mark takes session:student:hash, as the mail of the receipt prints it.')
  return mark
}

main().catch((error: unknown) => {
  const line =
    error instanceof ConfigError ? error.message : `The database could not be checked: ${describeEngineReason(error)}`
  process.stderr.write(`${line}\n`)
  // A connection that was refused may still be open.
  process.exit(1)
})
