import { sql } from 'kysely'
import type { RulingFacts } from '../../domain/audit/compared-facts.ts'
import { type Misruled, nameMisruled } from '../../domain/audit/misruled.ts'
import type { Miscounted, RecountStore } from '../../domain/register/recount-stores.ts'
import { wholeOf } from '../../domain/whole-group.ts'
import type { Handle } from '../handle.ts'
import { ruledMarks } from './ruled-marks.ts'

export function recountStore({ db }: Handle): RecountStore {
  async function findMisruled(entry: { subject: string | null; detail: string | null }): Promise<Misruled[]> {
    const { sessionId, groupId, sequence }: Partial<RulingFacts> = JSON.parse(entry.detail ?? '{}')
    if (sessionId === undefined || groupId === undefined || sequence === undefined) return []
    const rows = await db
      .selectFrom('rulings')
      .innerJoin('attendance_sessions as s', 's.id', 'attendance_session_id')
      .where('attendance_session_id', '=', sessionId)
      .where('group_id', '=', groupId)
      .where(sql`case when former_person_id is null then student_id else former_student_id end`, '=', entry.subject)
      .where('sequence', '=', sequence)
      .select(sql<string>`coalesce(former_person_id, person_id)`.as('personId'))
      .execute()
    return rows.map(({ personId }) => ({ sessionId, groupId, personId, sequence }))
  }

  return {
    async countClasses(organisationId) {
      const { rows } = await sql<{ stored: number; counted: number }>`
        select o.classes as "stored", (select count(*) from attendance_sessions s
          where s.group_id = ${wholeOf(organisationId)} and s.number > 0) as "counted"
        from organisations o where o.id = ${organisationId}`.execute(db)
      return rows[0]
    },
    async listMiscounted(organisationId) {
      const { rows } = await sql<Miscounted>`
        select * from (select m.student_id as "studentId", m.total as "total", m.expiry_time as "expiryTime",
          (select count(*) from ${ruledMarks('k')}
            inner join attendance_sessions s on s.id = k.attendance_session_id and s.group_id = k.organisation_id
            where k.student_id = m.student_id and k.organisation_id = m.organisation_id and k.stands) as "counted"
          from memberships m where m.organisation_id = ${organisationId}) t
        where "total" <> "counted" order by "studentId"`.execute(db)
      return rows
    },
    async listMisruled(organisationId) {
      const entries = await db
        .selectFrom('audit_log')
        .where('outcome', '=', 'done')
        .where('action', '=', 'mark.rule')
        .where('detail', 'like', `{%"organisationId":"${organisationId}"%`)
        .where('detail', 'not like', `%"groupId":"${wholeOf(organisationId)}"%`)
        .select(['subject', 'detail'])
        .orderBy('sequence')
        .execute()
      const recounts = await db
        .selectFrom('audit_log')
        .where('action', '=', 'institute.recount')
        .where('subject', '=', organisationId)
        .select('detail')
        .execute()
      const named = new Set(recounts.flatMap(({ detail }) => readMisruled(detail)))
      const found: Misruled[] = []
      for (const entry of entries) found.push(...(await findMisruled(entry)))
      return found.filter((ruling) => !named.has(nameMisruled(ruling)))
    },
  }
}

/** The rulings that the entry of a recount names. In one that was tampered with they may be anything. */
export function readMisruled(detail: string | null): readonly string[] {
  try {
    const { rulings }: { readonly rulings?: unknown } = JSON.parse(detail ?? '{}')
    return Array.isArray(rulings) ? rulings.map(String) : []
  } catch {
    return []
  }
}
