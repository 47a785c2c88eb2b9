import { appendFile } from 'node:fs/promises'
import type { ChainHead } from '../domain/audit/audit-chain.ts'

/**
 * Adds a head of the audit chain to the file: the time, and the head as `verify-data -- --head` takes it. Makes the file
 * for its owner alone. Throws when it cannot be written.
 */
export async function appendAuditHead(file: string, { position, hash }: ChainHead): Promise<void> {
  await appendFile(file, `${new Date().toISOString()} ${position}:${hash}\n`, { mode: 0o600, flush: true })
}
