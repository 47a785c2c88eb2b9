import { type Kysely, sql } from 'kysely'
import { type Migration, Migrator } from 'kysely/migration'
import type { Engine } from '../../domain/ports.ts'
import { foundation } from '../migrations/0001-foundation.ts'
import { reports } from '../migrations/0002-reports.ts'
import { receipts } from '../migrations/0003-receipts.ts'
import { passkeyLifeCycle } from '../migrations/0004-passkey-life-cycle.ts'
import { auditChain } from '../migrations/0005-audit-chain.ts'
import { pendingChanges } from '../migrations/0006-pending-changes.ts'
import { auditRemoval } from '../migrations/0007-audit-removal.ts'
import { settledExpectations } from '../migrations/0008-settled-expectations.ts'
import { memberBlocks } from '../migrations/0009-member-blocks.ts'
import { documentPermissions } from '../migrations/0010-document-permissions.ts'
import { knownBrowsers } from '../migrations/0011-known-browsers.ts'
import { endedMemberships } from '../migrations/0012-ended-memberships.ts'
import { mailedTokens } from '../migrations/0013-mailed-tokens.ts'
import { clockJumps } from '../migrations/0014-clock-jumps.ts'
import { earlyEnds } from '../migrations/0015-early-ends.ts'
import { rulings } from '../migrations/0016-rulings.ts'
import { checkIns } from '../migrations/0017-check-ins.ts'
import { handCheckIns } from '../migrations/0018-hand-check-ins.ts'
import { signedProofs } from '../migrations/0019-signed-proofs.ts'
import { spotChecks } from '../migrations/0020-spot-checks.ts'
import { markSeals } from '../migrations/0021-mark-seals.ts'
import { screens } from '../migrations/0022-screens.ts'
import { passkeyPlaces } from '../migrations/0023-passkey-places.ts'
import { replacedRows } from '../migrations/0024-replaced-rows.ts'
import { nameKeys } from '../migrations/0025-name-keys.ts'
import { attestationFormats } from '../migrations/0026-attestation-formats.ts'
import { suspectCauses } from '../migrations/0027-suspect-causes.ts'
import { notices } from '../migrations/0028-notices.ts'
import { disputeWords } from '../migrations/0029-dispute-words.ts'
import { groups } from '../migrations/0030-groups.ts'
import { roster } from '../migrations/0031-roster.ts'
import { rulingsOfPeople } from '../migrations/0032-rulings-of-people.ts'
import { staff } from '../migrations/0033-staff.ts'
import { handSigners } from '../migrations/0034-hand-signers.ts'
import { staffPasskeys } from '../migrations/0035-staff-passkeys.ts'
import { people } from '../migrations/0036-people.ts'
import { namesOfActs } from '../migrations/0037-names-of-acts.ts'
import { ownLogin } from '../migrations/0038-own-login.ts'
import { studentInvitations } from '../migrations/0039-student-invitations.ts'
import { desk } from '../migrations/0041-desk.ts'
import { courses } from '../migrations/0042-courses.ts'
import { dayPasses } from '../migrations/0043-day-passes.ts'
import { courseImports } from '../migrations/0044-course-imports.ts'
import type { Schema } from '../schema.ts'
import { type Patience, withBriefLocks } from './brief-locks.ts'

/** All of them, in their order. */
export const migrationsOf = (engine: Engine): Readonly<Record<string, Migration>> => ({
  '0001-foundation': foundation(engine),
  '0002-reports': reports(),
  '0003-receipts': receipts(engine),
  '0004-passkey-life-cycle': passkeyLifeCycle(engine),
  '0005-audit-chain': auditChain(engine),
  '0006-pending-changes': pendingChanges(engine),
  '0007-audit-removal': auditRemoval(engine),
  '0008-settled-expectations': settledExpectations(),
  '0009-member-blocks': memberBlocks(engine),
  '0010-document-permissions': documentPermissions(),
  '0011-known-browsers': knownBrowsers(engine),
  '0012-ended-memberships': endedMemberships(engine),
  '0013-mailed-tokens': mailedTokens(engine),
  '0014-clock-jumps': clockJumps(engine),
  '0015-early-ends': earlyEnds(engine),
  '0016-rulings': rulings(engine),
  '0017-check-ins.expansion': checkIns(engine),
  '0018-hand-check-ins.expansion': handCheckIns(engine),
  '0019-signed-proofs.expansion': signedProofs(engine),
  '0020-spot-checks.expansion': spotChecks(engine),
  '0021-mark-seals.expansion': markSeals(engine),
  '0022-screens.expansion': screens(engine),
  '0023-passkey-places.expansion': passkeyPlaces(engine),
  '0024-replaced-rows.expansion': replacedRows(engine),
  '0025-name-keys.expansion': nameKeys(engine),
  '0026-attestation-formats.expansion': attestationFormats(),
  '0027-suspect-causes.expansion': suspectCauses(),
  '0028-notices.expansion': notices(engine),
  '0029-dispute-words.expansion': disputeWords(),
  '0030-groups': groups(engine),
  '0031-roster': roster(engine),
  '0032-rulings-of-people': rulingsOfPeople(engine),
  '0033-staff.expansion': staff(engine),
  '0034-hand-signers.expansion': handSigners(),
  '0035-staff-passkeys.expansion': staffPasskeys(engine),
  '0036-people.expansion': people(engine),
  '0037-names-of-acts.expansion': namesOfActs(engine),
  '0038-own-login.expansion': ownLogin(engine),
  '0039-student-invitations.expansion': studentInvitations(engine),
  '0041-desk.expansion': desk(engine),
  '0042-courses.expansion': courses(engine),
  '0043-day-passes.expansion': dayPasses(engine),
  '0044-course-imports.expansion': courseImports(engine),
})

/**
 * A migration whose name ends so only adds to the tables: the version before it works on with them. It is a part of the
 * name because that version does not have the migration; the name is all that it can read of it.
 */
const expansionEnding = '.expansion'

export type Upgrade = Patience & {
  /** For a server, which may start again while another version of it has extended the tables. */
  readonly acceptsExpansions?: boolean
}

/**
 * Runs the migrations that this database has not had. When several processes start at once, one migrates and the others
 * wait. On PostgreSQL the other processes go on taking attendance meanwhile. Throws when the tables are of a newer
 * version and not merely extended by it, or of an older one that this role may not change, and when other transactions
 * left no gap for the change.
 */
export async function migrateToLatest(db: Kysely<Schema>, engine: Engine, upgrade: Upgrade = {}): Promise<void> {
  const migrations = migrationsOf(engine)
  const done = await readDone(db, engine)
  const unknown = done.filter((name) => !Object.hasOwn(migrations, name))
  const isComplete = Object.keys(migrations).every((name) => done.includes(name))
  const isAccepted = (name: string) => upgrade.acceptsExpansions && isComplete && name.endsWith(expansionEnding)
  const refused = unknown.find((name) => !isAccepted(name))
  if (refused !== undefined) {
    throw new Error(
      `its tables were made by a newer version (${refused}); start that version, or restore a backup of this one.`,
    )
  }
  if (unknown.length > 0) upgrade.print?.(`A newer version has extended the tables (${unknown.join(', ')}).`)
  if (isComplete) return
  if (engine === 'postgresql' && !(await mayChangeTables(db))) {
    throw new Error(
      'its tables are not up to date, and this role may not change them; run `npm run operator -- migrate` first.',
    )
  }
  const run = async (own: Kysely<Schema>) => {
    const migrator = new Migrator({ db: own, provider: { getMigrations: async () => migrations } })
    const { error } = await migrator.migrateToLatest()
    if (error !== undefined) throw error
  }
  await (engine === 'postgresql' ? withBriefLocks(db, upgrade, run) : run(db))
}

/** Throws when no server of any version has made its tables: there is nothing to read. */
export async function refuseWithoutTables(db: Kysely<Schema>, engine: Engine): Promise<void> {
  if ((await readDone(db, engine)).length > 0) return
  throw new Error(
    'it holds no tables of Rollkey that may be read; DATABASE_URL or DATA_DIR must be what the server is started with.',
  )
}

/** The names of the migrations that this database has had. */
async function readDone(db: Kysely<Schema>, engine: Engine): Promise<string[]> {
  const { rows: found } = await (engine === 'sqlite'
    ? sql`select 1 from sqlite_master where type = 'table' and name = 'kysely_migration'`
    : // Only what this role may read counts.
      sql`select 1 from pg_class where oid = to_regclass('kysely_migration') and has_table_privilege(oid, 'select')`
  ).execute(db)
  if (found.length === 0) return []
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by name`.execute(db)
  return rows.map(({ name }) => name)
}

/** True of the role that owns the tables, and of every role that may create them when there are none. */
async function mayChangeTables(db: Kysely<Schema>): Promise<boolean> {
  const { rows } = await sql<{ may: boolean }>`
    select has_schema_privilege(current_schema(), 'create') and coalesce(
      (select pg_has_role(relowner, 'usage') from pg_class where oid = to_regclass('kysely_migration')), true) as may
  `.execute(db)
  return rows[0]?.may === true
}
