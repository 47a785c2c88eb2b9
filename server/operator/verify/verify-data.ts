import { sql } from 'kysely'
import type { ChainHead } from '../../domain/audit/audit-chain.ts'
import type { RelyingParty } from '../../domain/passkeys/relying-party.ts'
import { openForReading } from '../../storage/open-for-reading.ts'
import type { StorageOptions } from '../../storage/opened-storage.ts'
import { refuseWithoutTables } from '../../storage/upkeep/migrate.ts'
import { checkAuditChain } from './check-audit-chain.ts'
import { checkClockJumps } from './check-clock-jumps.ts'
import { checkInstallationKeys } from './check-installation-keys.ts'
import { checkInvariant, type Finding, type OpenedDatabase } from './check-invariant.ts'
import { checkMarkReceipt, type MarkReceipt } from './check-mark-receipt.ts'
import { checkMarkSeals } from './check-mark-seals.ts'
import { checkOrigins } from './check-origins.ts'
import { checkPasskeyPlaces } from './check-passkey-places.ts'
import { checkRollCallSignatures } from './check-roll-call-signatures.ts'
import { checkSignatures } from './check-signatures.ts'
import { checkUnsignedMarks } from './check-unsigned-marks.ts'
import { compareWhatClientsRead } from './compare-what-clients-read.ts'
import { compareWithLog } from './compare-with-log.ts'
import { invariants } from './invariants.ts'

type VerifyOptions = {
  /** A head of the audit chain that the server printed earlier. */
  readonly expectedHead?: ChainHead | undefined
  /** A mark as its receipt names it. */
  readonly markReceipt?: MarkReceipt | undefined
  /** Epoch ms: rows of the audit log that are past their time may be missing. */
  readonly now?: number
  /** Whose signatures are checked, too; undefined: none. */
  readonly signaturesFor?: RelyingParty | undefined
}

/**
 * Checks everything that must be true of a database; a server may be using it. Changes nothing. Throws when there is no
 * database, or one without tables of Rollkey.
 */
export async function verifyData(
  database: StorageOptions['database'],
  options: VerifyOptions = {},
): Promise<Finding[]> {
  const opened = await openForReading(database)
  try {
    await refuseWithoutTables(opened.db, opened.engine)
    return await verifyOpened(opened, options)
  } finally {
    await opened.close()
  }
}

/** The same on an open connection. */
export async function verifyOpened(
  opened: OpenedDatabase,
  { expectedHead, markReceipt, now = Date.now(), signaturesFor }: VerifyOptions = {},
): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const invariant of invariants) findings.push(await checkInvariant(opened, invariant))
  findings.push(await compareWhatClientsRead(opened))
  findings.push(...(await compareWithLog(opened, now)))
  findings.push(await checkMarkSeals(opened, now))
  findings.push(await checkUnsignedMarks(opened))
  findings.push(await checkOrigins(opened, now))
  findings.push(await checkInstallationKeys(opened, now))
  findings.push(await checkAuditChain(opened, expectedHead, now))
  findings.push(await checkPasskeyPlaces(opened))
  if (markReceipt !== undefined) findings.push(await checkMarkReceipt(opened, markReceipt))
  findings.push(await checkClockJumps(opened))
  if (signaturesFor !== undefined) {
    findings.push(await checkSignatures(opened, signaturesFor))
    findings.push(await checkRollCallSignatures(opened, signaturesFor))
  }
  if (opened.engine === 'sqlite') findings.push(await checkFile(opened))
  return findings
}

async function checkFile({ db }: OpenedDatabase): Promise<Finding> {
  const { rows } = await sql<{ quick_check: string }>`pragma quick_check(10)`.execute(db)
  const wrong = rows.map(({ quick_check }) => quick_check).filter((line) => line !== 'ok')
  return { rule: 'The pages of the file fit together', rows: rows.length, wrong }
}
