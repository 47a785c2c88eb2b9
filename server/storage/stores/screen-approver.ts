import { type RawBuilder, sql } from 'kysely'
import { staffRights } from '#contract/staff-rights.ts'

/** Screens that a teacher approved: whose they are, and which sessions they show (rules R6.8.7). */

const rolesOf = (roles: readonly string[]) => sql.join(roles.map((role) => sql.lit(role)))
const everyGroup = rolesOf(staffRights.officeAndDesk)

/** The rows of who approved the screen. */
const approver = sql`from staff f where f.organisation_id = screens.organisation_id and f.account_id = screens.approved_by`

/** The role of then. Two rows of one millisecond: the one that was ended first. */
const roleOfThen = sql`(select f.role ${approver} and (f.until is null or f.until >= screens.approved_at)
  order by f.since, f.until is null, f.id limit 1)`

/** The account of the teacher who approved the screen. Null for one that the institute’s login, an owner, a registrar or a desk approved. */
export const teacherOfScreen = sql<string | null>`(case
  when screens.approved_by is null or screens.approved_by = screens.organisation_id then null
  when ${roleOfThen} in (${everyGroup}) then null else screens.approved_by end)`

export const nameOfApprover = sql<string | null>`(select f.name ${approver} order by f.since desc limit 1)`

/** Who approved the screen works for the institute now, in a role that may. */
export const isApproverThere = sql<boolean | 0 | 1>`exists (select 1 ${approver} and f.until is null
  and f.role in (${rolesOf(staffRights.inClass)}))`

/** Whether a person may show sessions of the group `groups` now: a teacher those of own groups and their sections. */
export const mayBeShownBy = (accountId: RawBuilder<unknown>) => sql<boolean>`exists (select 1 from staff f
  where f.account_id = ${accountId} and f.organisation_id = groups.organisation_id and f.until is null
    and (f.role in (${everyGroup}) or (f.role = 'teacher' and exists (select 1 from staff_groups h
      where h.staff_id = f.id and h.until is null and h.group_id in (groups.id, groups.parent_id)))))`

/** The groups of which a person’s own screen can show a session: the whole institute, own ones with their sections, and those of which the person has started one. */
export const groupsOnOwnScreen = (organisationId: string, accountId: string) => {
  const held = sql`from staff f inner join staff_groups h on h.staff_id = f.id and h.until is null`
  const ofPerson = sql`where f.account_id = ${accountId} and f.organisation_id = ${organisationId} and f.until is null`
  return sql<string>`(select w.id from groups w where w.id = ${organisationId}
    union all select h.group_id ${held} ${ofPerson}
    union all select g.id ${held} inner join groups g on g.parent_id = h.group_id ${ofPerson}
    union all select x.group_id from attendance_sessions x
      where x.organisation_id = ${organisationId} and x.may_be_untaken is not null and x.started_by = ${accountId})`
}
