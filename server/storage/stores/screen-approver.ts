import { type RawBuilder, sql } from 'kysely'
import { staffRights } from '#contract/staff-rights.ts'

/** Screens that a teacher approved: whose they are, and which sessions they show (rules R6.8.7). */

const rolesOf = (roles: readonly string[]) => sql.join(roles.map((role) => sql.lit(role)))
const everyGroup = rolesOf(staffRights.officeAndDesk)
const working = sql`and f.until is null and f.role in (${rolesOf(staffRights.inClass)})`

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
export const isApproverThere = sql<boolean | 0 | 1>`exists (select 1 ${approver} ${working})`

const inEveryGroup = sql`f.role in (${everyGroup})`

/**
 * Whether a person may show sessions of the group `groups` now: a teacher those of own groups and their sections. One value,
 * so that the engine reads it for the sessions that it has found, and does not begin with it.
 */
export const mayBeShownBy = (accountId: RawBuilder<unknown>) => sql<boolean>`(select 1 from staff f
  where f.account_id = ${accountId} and f.organisation_id = groups.organisation_id ${working}
    and (${inEveryGroup} or (select 1 from staff_groups h where h.staff_id = f.id and h.until is null
      and h.group_id in (groups.id, groups.parent_id) limit 1) = 1) limit 1) = 1`

/**
 * The id of the session on a person's own screen: the newest that the person started, or else the newest of the own groups
 * with their sections, and the classes. `now` in epoch ms.
 */
export const sessionOnOwnScreen = (organisationId: string, accountId: string, now: RawBuilder<number>) => {
  const person = sql`f.account_id = ${accountId} and f.organisation_id = ${organisationId} ${working}`
  const held = sql`from staff f inner join staff_groups h on h.staff_id = f.id and h.until is null`
  const groups = sql`select f.organisation_id as id from staff f where ${person} and ${inEveryGroup}
    union all select h.group_id ${held} where ${person}
    union all select g.id ${held} inner join groups g on g.parent_id = h.group_id where ${person}
    union all select s.group_id from staff f inner join attendance_sessions s on s.organisation_id = f.organisation_id
      and s.may_be_untaken is not null and s.started_by = f.account_id where ${person} and ${inEveryGroup}`
  // Of each group the one that runs: values, so that the engine looks them up group by group.
  const running = sql`select (select x.id from attendance_sessions x where x.group_id = c.id and x.number > 0
    and x.ends_at > ${now} and (x.closes_at is null or x.closes_at > ${now}) limit 1) as id from (${groups}) c`
  return sql<string>`(select r.id from (${running}) r where r.id is not null order by
    (select case when x.started_by = ${accountId} then 0 else 1 end from attendance_sessions x where x.id = r.id),
    (select x.started_at from attendance_sessions x where x.id = r.id) desc, r.id limit 1)`
}
