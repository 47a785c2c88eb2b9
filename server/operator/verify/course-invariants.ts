import { type RawBuilder, sql } from 'kysely'
import { byEnrolment, byId, byMark, byRuling, bySequence, type Invariant } from './invariant.ts'
import { isSignedByHand } from './signed-by-hand.ts'

/** SQL: the course of a group, which is that of a section, too; null for the group of all members. */
const courseOf = (groupId: RawBuilder<unknown>) => sql`(select coalesce(g.parent_id, g.id) from groups g
  where g.id = ${groupId} and g.kind <> 'whole')`

/** Of courses: whether a signature fits is `checkRollCallSignatures`' part. */
export const courseInvariants: readonly Invariant[] = [
  {
    rule: 'A ruling of a signed roll call says what the roll call says of the person',
    table: 'rulings',
    key: byRuling,
    // The pair of person and status, as the server writes it.
    isBroken: sql`t.hand_check_in_id is not null and not exists (select 1 from hand_check_ins h
      where h.id = t.hand_check_in_id and h.attendance_session_id = t.attendance_session_id and ${isSignedByHand}
        and t.cause = 'roll-call' and h.signed_by = t.decided_by and h.reason = t.reason
        and replace(h.roll_call, '["' || coalesce(t.former_person_id, t.person_id) || '","' || t.status || '"]', '') <> h.roll_call)`,
  },
  {
    rule: 'A finished roll call is of a course of its institute, and has a ruling for each of its people and no mark',
    table: 'hand_check_ins',
    key: byId,
    // As many as it has pairs.
    isBroken: sql`t.roll_call is not null and t.assertion_hash is not null and (t.students <> '[]'
      or not exists (select 1 from attendance_sessions s where s.id = t.attendance_session_id
        and s.organisation_id = t.organisation_id and s.group_id <> s.organisation_id)
      or (select count(distinct r.person_id) from rulings r
        where r.attendance_session_id = t.attendance_session_id and r.hand_check_in_id = t.id)
        <> (length(t.roll_call) - length(replace(t.roll_call, '["', ''))) / 2)`,
  },
  {
    rule: 'A session of a course has no settled numbers',
    table: 'attendance_sessions',
    key: byId,
    isBroken: sql`t.group_id <> t.organisation_id and (t.present is not null or t.expected is not null)`,
  },
  {
    rule: 'A session of a course that no one took is one that may be untaken',
    table: 'attendance_sessions',
    key: byId,
    isBroken: sql`t.group_id <> t.organisation_id and t.may_be_untaken is null and t.number > 0
      and not exists (select 1 from marks m where m.attendance_session_id = t.id)
      and not exists (select 1 from rulings r where r.attendance_session_id = t.id)
      and not exists (select 1 from session_rulings w where w.attendance_session_id = t.id)`,
  },
  {
    rule: 'What people said of a session of a course is numbered without gaps',
    table: 'session_rulings',
    key: bySequence,
    isBroken: sql`t.sequence < 1 or t.status not in ('held', 'cancelled', 'no-one-came')
      or (t.sequence > 1 and not exists (select 1 from session_rulings w
        where w.attendance_session_id = t.attendance_session_id and w.sequence = t.sequence - 1))`,
  },
  {
    rule: 'A mark of a course began in its session and no later than it was made, and that of a class says nothing of it',
    table: 'marks',
    key: byMark,
    isBroken: sql`exists (select 1 from attendance_sessions s where s.id = t.attendance_session_id and case
      when s.group_id = s.organisation_id then t.begun_at is not null
      else t.begun_at is null or t.begun_at < s.started_at or t.begun_at > t.marked_at end)`,
  },
  {
    rule: 'A section is a part of a course of its institute that is no section itself',
    table: 'groups',
    key: byId,
    isBroken: sql`t.parent_id is not null and not exists (select 1 from groups g where g.id = t.parent_id
      and g.organisation_id = t.organisation_id and g.kind <> 'whole' and g.parent_id is null)`,
  },
  {
    rule: 'Enrolments of a person in a course and its sections do not overlap',
    table: 'enrolments',
    key: byEnrolment,
    isBroken: sql`exists (select 1 from enrolments e where e.person_id = t.person_id
      and (e.group_id <> t.group_id or e.sequence <> t.sequence)
      and (e.ends_at is null or e.ends_at > t.begins_at) and (t.ends_at is null or t.ends_at > e.begins_at)
      and ${courseOf(sql`e.group_id`)} = ${courseOf(sql`t.group_id`)})`,
  },
]
