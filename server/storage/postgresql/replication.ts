import { type Kysely, sql } from 'kysely'
import type { Replication } from '../opened-storage.ts'
import type { Schema } from '../schema.ts'

/**
 * Whether commits wait for a standby, and the standbys that are connected. To a role without pg_read_all_stats (or
 * pg_monitor) PostgreSQL does not say what its standbys do: their numbers are then NaN.
 */
export async function readReplication(db: Kysely<Schema>): Promise<Replication> {
  const { rows } = await sql<{ waits: boolean; may: boolean; synchronous: number; asynchronous: number; lag: number }>`
    select current_setting('synchronous_standby_names') <> '' as waits,
      pg_has_role('pg_read_all_stats', 'usage') as may,
      count(*) filter (where sync_state in ('sync', 'quorum'))::int as synchronous,
      count(*) filter (where sync_state in ('async', 'potential'))::int as asynchronous,
      coalesce(max(pg_wal_lsn_diff(pg_current_wal_lsn(), coalesce(replay_lsn, flush_lsn))), 0)::bigint as lag
    from pg_stat_replication where state is distinct from 'backup'`.execute(db)
  const [row] = rows
  if (row === undefined) throw new Error('the database did not say what its standbys do')
  const { synchronous, asynchronous, lag } = row.may
    ? row
    : { synchronous: Number.NaN, asynchronous: Number.NaN, lag: Number.NaN }
  return { isWaitedFor: row.waits, synchronous, asynchronous, lagBytes: lag }
}
