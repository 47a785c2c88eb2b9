import type { Kysely } from 'kysely'
import type { RelyingParty } from '../../domain/passkeys/relying-party.ts'
import type { Schema } from '../../storage/schema.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'
import { findFaultOfSigned, signedColumns, signer, type WholeSignature } from './hand-signatures.ts'
import { batch, readAtOneMoment } from './read-in-batches.ts'
import { readRelyingParties } from './relying-party-at.ts'
import { isSignedByHand } from './signed-by-hand.ts'

type RollCallRow = Awaited<ReturnType<typeof readRollCalls>>[number]

/**
 * Checks the signature of each finished roll call: it must be over exactly the stored people and statuses, and the key must be
 * one that its signer registered. That the rulings say the same is an invariant. What a day pass rules has no signature.
 */
export function checkRollCallSignatures(opened: OpenedDatabase, relyingParty: RelyingParty): Promise<Finding> {
  return readAtOneMoment(opened, async (db) => {
    const at = await readRelyingParties(db, relyingParty)
    const wrong: string[] = []
    let rows = 0
    for (let last: RollCallRow | undefined, isDone = false; !isDone; ) {
      const found = await readRollCalls(db, last?.id ?? '')
      for (const row of found) {
        const fault = await findFaultOfSigned(db, row, null, at)
        if (fault !== undefined) wrong.push(`roll call ${row.id} of session ${row.session}: ${fault}`)
      }
      rows += found.length
      last = found.at(-1)
      isDone = found.length < batch
    }
    return { rule: 'The signatures of roll calls are right', rows, wrong }
  })
}

/** In the order of their ids, those after `last`. */
function readRollCalls(db: Kysely<Schema>, last: string) {
  return db
    .selectFrom('hand_check_ins as h')
    .leftJoin('accounts', (join) => join.on('accounts.id', '=', signer))
    .where('h.roll_call', 'is not', null)
    .where(isSignedByHand)
    .where('h.id', '>', last)
    .select(['h.id', 'h.organisation_id', 'h.attendance_session_id as session'])
    .select(['accounts.user_handle', signer.as('signer')])
    .select(signedColumns)
    .$narrowType<WholeSignature>()
    .orderBy('h.id')
    .limit(batch)
    .execute()
}
