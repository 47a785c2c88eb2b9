import type { Selectable } from 'kysely'
import type { DayPass, DayPassStore, UsablePass } from '../../domain/day-passes/stores.ts'
import type { Handle } from '../handle.ts'
import { readJson } from '../json-column.ts'
import { withRowLocks } from '../locking.ts'
import type { DayPassesTable, DayPassSecretsTable } from '../schema.ts'

const toPass = (row: Selectable<DayPassesTable>): DayPass => ({
  id: row.id,
  organisationId: row.organisation_id,
  name: row.name,
  courses: readJson(row.courses),
  madeBy: row.made_by,
  madeAt: row.made_at,
  endsAt: row.ends_at,
  revokedAt: row.revoked_at,
})

type UsableRow = Selectable<DayPassesTable> & Pick<Selectable<DayPassSecretsTable>, 'opened_at' | 'last_used_at'>

const toUsable = (row: UsableRow): UsablePass => ({
  ...toPass(row),
  openedAt: row.opened_at,
  lastUsedAt: row.last_used_at,
})

export function dayPassStore(handle: Handle): DayPassStore {
  const { db, clock } = handle
  const usable = () =>
    db
      .selectFrom('day_passes')
      .innerJoin('day_pass_secrets', 'day_pass_secrets.pass_id', 'day_passes.id')
      .selectAll('day_passes')
      .select(['day_pass_secrets.opened_at', 'day_pass_secrets.last_used_at'])

  return {
    async insert(pass, linkHash) {
      await db
        .insertInto('day_passes')
        .values({
          id: pass.id,
          organisation_id: pass.organisationId,
          name: pass.name,
          courses: JSON.stringify(pass.courses),
          made_by: pass.madeBy,
          made_at: pass.madeAt,
          ends_at: pass.endsAt,
          revoked_at: pass.revokedAt,
        })
        .execute()
      const unopened = { cookie_hash: null, opened_at: null, last_used_at: null }
      await db
        .insertInto('day_pass_secrets')
        .values({ pass_id: pass.id, link_hash: linkHash, ...unopened })
        .execute()
    },
    async findByLink(linkHash) {
      const row = await usable()
        .select(['day_pass_secrets.cookie_hash', clock.now().as('now')])
        .where('day_pass_secrets.link_hash', '=', linkHash)
        .executeTakeFirst()
      return row && { pass: toUsable(row), cookieHash: row.cookie_hash, now: row.now }
    },
    async findByCookie(cookieHash) {
      const row = await usable()
        .select(clock.now().as('now'))
        .where('day_pass_secrets.cookie_hash', '=', cookieHash)
        .executeTakeFirst()
      return row && { pass: toUsable(row), now: row.now }
    },
    async open(id, cookieHash, now) {
      const row = await db
        .updateTable('day_pass_secrets')
        .where('pass_id', '=', id)
        .where('cookie_hash', 'is', null)
        .set({ cookie_hash: cookieHash, opened_at: now, last_used_at: now })
        .returning('pass_id')
        .executeTakeFirst()
      return row !== undefined
    },
    async noteUse(id, now) {
      await db.updateTable('day_pass_secrets').where('pass_id', '=', id).set({ last_used_at: now }).execute()
    },
    async lock(id) {
      const row = await withRowLocks(handle, usable().where('day_passes.id', '=', id)).executeTakeFirst()
      return row && toUsable(row)
    },
    async list(organisationId, time) {
      const rows = await usable()
        .where('day_passes.organisation_id', '=', organisationId)
        .where('day_passes.ends_at', '>', time)
        .where('day_passes.revoked_at', 'is', null)
        .orderBy('day_passes.made_at', 'desc')
        .orderBy('day_passes.id')
        .execute()
      return rows.map(toUsable)
    },
    async listStarted(passes, time) {
      const rows = await db
        .selectFrom('attendance_sessions')
        .select(['id', 'started_by', 'closes_at', 'ends_at'])
        .where('group_id', 'in', [...new Set(passes.flatMap(({ courses }) => courses))])
        .where('ends_at', '>=', time)
        .where(
          'started_by',
          'in',
          passes.map(({ id }) => id),
        )
        .execute()
      return rows.flatMap((row) => {
        const endsAt = row.closes_at ?? row.ends_at
        return row.started_by !== null && endsAt >= time ? [{ id: row.id, startedBy: row.started_by, endsAt }] : []
      })
    },
    async revoke(id, now) {
      await db.updateTable('day_passes').where('id', '=', id).set({ revoked_at: now }).execute()
    },
    async listNamed(organisationId, ids) {
      const rows = await db
        .selectFrom('day_passes')
        .selectAll()
        .where('id', 'in', ids)
        .where('organisation_id', '=', organisationId)
        .execute()
      return rows.map(toPass)
    },
  }
}
