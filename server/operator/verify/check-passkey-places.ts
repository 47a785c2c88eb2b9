import { type ChainHead, chainStart } from '../../domain/audit/audit-chain.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'
import { namePasskey } from './compared-acts.ts'
import { readAtOneMoment, readRows } from './read-in-batches.ts'

/**
 * The row of a passkey keeps the head of the log at its registration. A log that was rewritten or cut off since does not
 * have that head, unless the rows of all passkeys were rewritten as well.
 */
export function checkPasskeyPlaces(opened: OpenedDatabase): Promise<Finding> {
  return readAtOneMoment(opened, async (db) => {
    const { first } = await db
      .selectFrom('audit_chain')
      .select(({ fn }) => fn.min('position').as('first'))
      .executeTakeFirstOrThrow()
    const query = db
      .selectFrom('passkeys')
      .leftJoin('audit_chain', 'audit_chain.position', 'passkeys.log_position')
      .select(['credential_id', 'log_position', 'log_hash', 'audit_chain.hash'])
    const wrong: string[] = []
    let rows = 0
    let earlier = 0
    await readRows(query, ['credential_id'], (row) => {
      rows += 1
      if (row.log_position === null) earlier += 1
      else {
        const place = { position: row.log_position, hash: row.log_hash ?? '' }
        const isRemoved = place.position > chainStart.position && place.position < Number(first ?? 0)
        const found = place.position === chainStart.position ? chainStart.hash : row.hash
        if (!isRemoved && found !== place.hash) wrong.push(describe(row.credential_id, place, found))
      }
    })
    const note = earlier > 0 ? { note: `${earlier} were registered by an earlier version, which kept no head` } : {}
    return { rule: 'The audit log has the heads that the passkeys keep', rows, wrong, ...note }
  })
}

function describe(credentialId: string, { position }: ChainHead, found: string | null): string {
  const what = found === null ? 'is missing' : 'has another hash'
  return `${namePasskey(credentialId)} was registered after position ${position} of the log, which ${what}`
}
