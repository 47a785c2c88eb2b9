import type { Kysely, Selectable } from 'kysely'
import type { MarkSealsTable, Schema } from '../../storage/schema.ts'
import { hashMarks } from '../../storage/sealed-marks.ts'
import type { Finding, OpenedDatabase } from './check-invariant.ts'
import { type LoggedFacts, readFacts } from './logged-facts.ts'
import { readAtOneMoment } from './read-in-batches.ts'
import { findHorizon } from './read-logged-acts.ts'

const day = 24 * 60 * 60_000

type SealRow = Selectable<MarkSealsTable>

/**
 * Checks that the marks under a seal are those that were sealed, and that the audit log knows each seal. `now`: epoch
 * ms.
 */
export function checkMarkSeals(opened: OpenedDatabase, now: number): Promise<Finding> {
  return readAtOneMoment(opened, async (db) => {
    const seals = await db.selectFrom('mark_seals').selectAll().orderBy('from_ms').orderBy('cause').execute()
    const wrong: string[] = []
    for (const seal of seals) {
      const { marks, hash } = await hashMarks(db, seal.from_ms, seal.until_ms)
      if (hash !== seal.hash)
        wrong.push(`${describe(seal)}: ${marks} marks are there that are not the ${seal.marks} that were sealed`)
    }
    wrong.push(...(await compareWithEntries(db, seals, now)), ...(await nameUnsealed(db, seals)))
    const dropped = seals.filter(isDropped).reduce((sum, { marks }) => sum + marks, 0)
    const note = dropped > 0 ? { note: `${dropped} marks are past EVIDENCE_DAYS` } : {}
    return { rule: 'Old marks are those that were sealed', rows: seals.length, wrong, ...note }
  })
}

/** Before when the signatures of marks are dropped, epoch ms; 0 where none are. */
export async function readEndOfDropped(db: Kysely<Schema>): Promise<number> {
  const { last } = await db
    .selectFrom('mark_seals')
    .where('cause', '=', 'evidence-dropped')
    .select(({ fn }) => fn.max('until_ms').as('last'))
    .executeTakeFirstOrThrow()
  return Number(last ?? 0)
}

async function compareWithEntries(db: Kysely<Schema>, seals: readonly SealRow[], now: number): Promise<string[]> {
  const entries = await db
    .selectFrom('audit_log')
    .where('action', '=', 'evidence.seal')
    .select(['action', 'account_id', 'detail'])
    .execute()
  const logged = new Set(entries.map((entry) => tell(readFacts(entry) ?? {})))
  const horizon = await findHorizon(db, now)
  const kept = new Set(seals.map((seal) => tell(toFacts(seal))))
  return [
    ...seals
      .filter((seal) => seal.sealed_at >= horizon && !logged.has(tell(toFacts(seal))))
      .map((seal) => `${describe(seal)}: the log does not know this seal`),
    ...[...logged]
      .filter((told) => !kept.has(told))
      .map((told) => `the log knows the seal '${told}', and it is not there`),
  ]
}

/** Days are sealed one after the other: one before the last, that has marks and no seal, had none then. */
async function nameUnsealed(db: Kysely<Schema>, seals: readonly SealRow[]): Promise<string[]> {
  const dropped = seals.filter(isDropped)
  const end = Math.max(0, ...dropped.map(({ until_ms }) => until_ms))
  if (end === 0) return []
  const sealedDays = new Set(dropped.map(({ from_ms }) => from_ms))
  const sessions = await db
    .selectFrom('attendance_sessions')
    .where('started_at', '<', end)
    .select(['id', 'started_at'])
    .execute()
  const unsealed = sessions.filter(({ started_at }) => !sealedDays.has(Math.floor(started_at / day) * day))
  return unsealed.map(({ id }) => `session ${id}: it was not there when its day was sealed`)
}

const isDropped = ({ cause }: SealRow) => cause === 'evidence-dropped'

const toFacts = ({ from_ms: from, until_ms: until, cause, marks, hash }: SealRow) => ({
  from,
  until,
  cause,
  marks,
  hash,
})

const tell = ({ cause, from, until, marks, hash }: LoggedFacts): string =>
  `${cause} from ${from} until ${until}: ${marks} marks ${hash}`

function describe({ cause, from_ms, until_ms }: SealRow): string {
  if (cause === 'before-signing') return `marks from before signatures, of sessions before ${dayOf(until_ms)}`
  return `marks of ${dayOf(from_ms)}, past EVIDENCE_DAYS`
}

const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)
