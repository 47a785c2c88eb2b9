import type { Kysely } from 'kysely'
import { registrationFacts } from '../../domain/audit/compared-facts.ts'
import type { Schema } from '../../storage/schema.ts'
import { namePasskey } from './compared-acts.ts'
import { type Comparison, findEntry } from './comparison.ts'
import { readRows } from './read-in-batches.ts'
import type { LoggedActs, LogRow, UnnamedPasskeys } from './read-logged-acts.ts'

const columns = ['credential_id', 'account_id', 'public_key', 'created_at', 'held_until', 'suspect'] as const
type Row = Pick<Schema['passkeys'], (typeof columns)[number]>

/** Compares the passkeys with the log. Rows of earlier versions name no passkey: those are compared by their number. */
export async function comparePasskeys(db: Kysely<Schema>, comparison: Comparison): Promise<void> {
  const { tallies } = comparison
  const unknown = new Map<string, { all: number; young: string[] }>()
  await readRows(db.selectFrom('passkeys').select(columns), ['credential_id'], (row) => {
    const isUnknown = compare(comparison, row)
    if (!isUnknown) return
    const ofAccount = unknown.get(row.account_id) ?? { all: 0, young: [] }
    unknown.set(row.account_id, ofAccount)
    ofAccount.all += 1
    if (row.created_at > comparison.horizon) ofAccount.young.push(row.credential_id)
  })
  for (const accountId of new Set([...unknown.keys(), ...comparison.logged.unnamed.keys()])) {
    const { all, young } = unknown.get(accountId) ?? { all: 0, young: [] }
    const unnamed = comparison.logged.unnamed.get(accountId) ?? { registered: 0, removed: 0, removedByName: 0 }
    tallies.passkeys.wrong.push(...compareNumbers(accountId, young, unnamed, all))
    if (young.length <= unnamed.registered) tallies.passkeys.byKey += young.length
    unnamed.removed = spareRemovals(unnamed, all)
  }
}

/** Returns whether no entry names the passkey. */
function compare(comparison: Comparison, row: Row): boolean {
  const { logged, tallies } = comparison
  // Null is possible in a table that was tampered with.
  const credentialId = String(row.credential_id)
  const name = namePasskey(credentialId)
  const { public_key: publicKey, created_at: createdAt, held_until: heldUntil } = row
  const facts = registrationFacts({ credentialId, publicKey, createdAt, heldUntil })
  const entry = { action: 'passkey.register', account_id: row.account_id, subject: null, facts }
  const { found } = findEntry(comparison, { ...entry, name, at: createdAt })
  if (found === 'removed') tallies.passkeys.wrong.push(`${name} is there, and the log knows its removal`)
  if (logged.suspects.has(facts.passkeyId) && row.suspect !== 1) {
    tallies.passkeys.wrong.push(`${name} counts again, and the log does not know who cleared it of suspicion`)
  }
  return found === 'unknown'
}

/** For passkeys that no entry names: the account must have as many as the log says. */
function compareNumbers(
  accountId: string,
  young: readonly string[],
  { registered, removed, removedByName }: UnnamedPasskeys,
  all: number,
): string[] {
  const wrong: string[] = []
  if (registered === 0) {
    wrong.push(...young.map((id) => `${namePasskey(id)} of account ${accountId}: the log knows no registration of it`))
  } else if (young.length > registered) {
    const names = young.map(namePasskey).join(', ')
    wrong.push(`${names} of account ${accountId}: the log knows no more than ${registered} registrations of them`)
  }
  const missing = registered - removed - removedByName - all
  if (missing > 0) wrong.push(`the log knows ${missing} more passkeys of account ${accountId} than there are`)
  return wrong
}

/** Removals that name no passkey and match no such registration: each is of a passkey that another entry names. */
const spareRemovals = ({ registered, removed, removedByName }: UnnamedPasskeys, all: number): number =>
  Math.max(0, removed - Math.max(0, registered - removedByName - all))

/** Whether an entry without a name explains why the passkey of that registration is gone. Each removal counts once. */
export function excusesMissing({ replaced, unnamed }: LoggedActs, { account_id, sequence }: LogRow): boolean {
  if (account_id === null) return false
  if ((replaced.get(account_id) ?? 0) > sequence) return true
  const ofAccount = unnamed.get(account_id)
  if (!ofAccount || ofAccount.removed === 0) return false
  ofAccount.removed -= 1
  return true
}
