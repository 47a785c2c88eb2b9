import { type RawBuilder, sql } from 'kysely'
import { attendanceSessionMs, finishByDayPassMs, handMarkMs, maxPasskeysPerAccount } from '#contract/rules.ts'
import type { Schema } from '../../storage/schema.ts'
import { madeBy, ruledMarks } from '../../storage/stores/ruled-marks.ts'
import { courseInvariants } from './course-invariants.ts'
import { byEnrolment, byId, byMark, byMembership, byRuling, bySequence, type Invariant } from './invariant.ts'

/** Rules §6: totals, classes and members are derived, and can be counted again. */
const counts: readonly Invariant[] = [
  {
    rule: 'A student has one mark in a class',
    table: 'marks',
    key: byMark,
    isBroken: sql`(select count(*) from marks m
      where m.attendance_session_id = t.attendance_session_id and m.student_id = t.student_id) > 1`,
  },
  {
    rule: 'A presence proof makes one mark',
    table: 'marks',
    key: byMark,
    // A proof belongs to one student; an index finds that student's marks.
    isBroken: sql`exists (select 1 from marks m where m.student_id = t.student_id and m.proof_id = t.proof_id
      and m.attendance_session_id <> t.attendance_session_id)`,
  },
  {
    rule: 'A mark was made while its class ran, by hand until 24 hours after it, by the office later',
    table: 'marks',
    key: byMark,
    isBroken: sql`exists (select 1 from attendance_sessions s where s.id = t.attendance_session_id
      and (t.marked_at < s.started_at
        or (t.method = 'office' and t.marked_at < s.ends_at + ${sql.lit(handMarkMs)}
          -- The answer to a dispute does not wait.
          and (t.marked_at < s.ends_at or not exists (select 1 from rulings r where r.attendance_session_id = s.id
            and r.student_id = t.student_id and r.cause = 'dispute' and r.decided_at = t.marked_at)))
        or (t.method <> 'office'
          and t.marked_at >= s.ends_at + case when t.method = 'hand' then ${sql.lit(handMarkMs)} else 0 end)))`,
  },
  {
    rule: 'A mark belongs to the institute of its class',
    table: 'marks',
    key: byMark,
    isBroken: sql`exists (select 1 from attendance_sessions s where s.id = t.attendance_session_id
      and s.organisation_id <> t.organisation_id)`,
  },
  {
    rule: 'A student with a mark is or was a member',
    table: 'marks',
    key: byMark,
    isBroken: sql`not exists (select 1 from memberships m
      where m.organisation_id = t.organisation_id and m.student_id = t.student_id)`,
  },
  {
    rule: 'A mark is of the account that made it, or of one that it was joined with',
    table: 'marks',
    key: byMark,
    isBroken: sql`t.former_student_id is not null and not exists (select 1 from person_links l
      where l.organisation_id = t.organisation_id and l.former_student_id = t.former_student_id and l.undone_at is null)`,
  },
  {
    rule: 'A total is the number of marks that stand',
    table: 'memberships',
    key: byMembership,
    isBroken: sql`t.total <> (select count(*) from ${ruledMarks('m')}
      inner join attendance_sessions s on s.id = m.attendance_session_id and s.group_id = m.organisation_id
      where m.student_id = t.student_id and m.organisation_id = t.organisation_id and m.stands)`,
  },
  {
    rule: 'A total is at most the number of classes',
    table: 'memberships',
    key: byMembership,
    isBroken: sql`t.total > (select o.classes from organisations o where o.id = t.organisation_id)`,
  },
  {
    rule: 'A roll number is taken once in an institute',
    table: 'memberships',
    key: byMembership,
    isBroken: sql`exists (select 1 from memberships m where m.organisation_id = t.organisation_id
      and m.roll_number_canonical = t.roll_number_canonical and m.student_id <> t.student_id
      and t.left_at is null and m.left_at is null)`,
  },
  {
    rule: 'An institute has one group of all its members, whose id is its own',
    table: 'organisations',
    key: byId,
    isBroken: sql`(select count(*) from groups g where g.organisation_id = t.id and g.kind = 'whole' and g.id = t.id) <> 1
      or exists (select 1 from groups g where g.organisation_id = t.id and (g.kind = 'whole') <> (g.id = t.id))`,
  },
  {
    rule: 'The classes of an institute are the attendance sessions of all its members',
    table: 'organisations',
    key: byId,
    isBroken: sql`t.classes <> (select count(*) from attendance_sessions s where s.group_id = t.id and s.number > 0)`,
  },
  {
    rule: 'The attendance sessions of a group are numbered without gaps',
    table: 'groups',
    key: byId,
    isBroken: sql`(select count(distinct s.number) from attendance_sessions s where s.group_id = t.id and s.number > 0)
      <> (select coalesce(max(s.number), 0) from attendance_sessions s where s.group_id = t.id and s.number > 0)`,
  },
  {
    rule: 'An attendance session is of its group’s institute',
    table: 'attendance_sessions',
    key: byId,
    isBroken: sql`exists (select 1 from groups g where g.id = t.group_id and g.organisation_id <> t.organisation_id)`,
  },
  {
    rule: 'The members of an institute are its memberships',
    table: 'organisations',
    key: byId,
    isBroken: sql`t.members <> (select count(*) from memberships m
      where m.organisation_id = t.id and m.left_at is null)`,
  },
  {
    rule: 'The members of an institute are those of its blocks',
    table: 'organisations',
    key: byId,
    isBroken: sql`t.members <> coalesce((select sum(b.members) from member_blocks b where b.organisation_id = t.id), 0)`,
  },
  {
    rule: 'The members of a block are those from its first roll number to that of the next block',
    table: 'member_blocks',
    key: ['organisation_id', 'first_roll_number'],
    isBroken: sql`t.members <> case
      when exists (select 1 from member_blocks b
        where b.organisation_id = t.organisation_id and b.first_roll_number > t.first_roll_number)
      then (select count(*) from memberships m where m.organisation_id = t.organisation_id and m.left_at is null
        and m.roll_number_canonical >= t.first_roll_number and m.roll_number_canonical < (
          select min(b.first_roll_number) from member_blocks b
          where b.organisation_id = t.organisation_id and b.first_roll_number > t.first_roll_number))
      else (select count(*) from memberships m where m.organisation_id = t.organisation_id and m.left_at is null
        and m.roll_number_canonical >= t.first_roll_number) end`,
  },
  {
    rule: 'An attendance session ends after it begins, a class an hour later at most',
    table: 'attendance_sessions',
    key: byId,
    // If the clock was set back, it closes earlier, never later.
    isBroken: sql`t.ends_at <= t.started_at
      or (t.group_id = t.organisation_id and t.ends_at > t.started_at + ${sql.lit(attendanceSessionMs)})
      or t.closes_at >= t.ends_at`,
  },
  {
    rule: 'An attendance session that was ended early or taken back says when it would have ended',
    table: 'attendance_sessions',
    key: byId,
    isBroken: sql`t.planned_ends_at < t.ends_at
      or (t.group_id = t.organisation_id and t.planned_ends_at > t.started_at + ${sql.lit(attendanceSessionMs)})
      or t.number = 0 or (t.number < 0 and t.planned_ends_at is null)`,
  },
  {
    rule: 'An attendance session that was taken back has no marks',
    table: 'attendance_sessions',
    key: byId,
    isBroken: sql`t.number < 0 and exists (select 1 from marks m where m.attendance_session_id = t.id)`,
  },
  {
    rule: 'The settled number of present students is that of the marks that stand',
    table: 'attendance_sessions',
    key: byId,
    isBroken: sql`t.present <> (select count(*) from ${ruledMarks('m')} where m.attendance_session_id = t.id and m.stands)`,
  },
  {
    rule: 'The settled number of expected students is that of the members of its end, and of those marked who left before',
    table: 'attendance_sessions',
    key: byId,
    isBroken: sql`t.expected <> (select count(*) from memberships m
      where m.organisation_id = t.organisation_id and m.joined_at < t.ends_at and (
        exists (select 1 from ${ruledMarks('k')} where k.attendance_session_id = t.id and k.student_id = m.student_id
          and k.stands)
        or exists (select 1 from enrolments e where e.person_id = m.person_id and e.group_id = t.group_id
          and e.begins_at < t.ends_at and (e.ends_at is null or e.ends_at >= t.ends_at))))`,
  },
  {
    rule: 'A membership ends after it begins, and then says why',
    table: 'memberships',
    key: byMembership,
    isBroken: sql`t.left_at < t.joined_at or (t.left_at is null) <> (t.left_because is null)
      or t.left_because not in ('gave-way', 'taken-out', 'left', 'joined')`,
  },
  {
    rule: 'A membership is that of a person of the institute',
    table: 'memberships',
    key: byMembership,
    isBroken: sql`not exists (select 1 from people p where p.id = t.person_id
      and p.organisation_id = t.organisation_id and p.student_id = t.student_id)`,
  },
  {
    rule: 'A person without an account has a roll number and a name',
    table: 'people',
    key: byId,
    isBroken: sql`t.student_id is null and (t.roll_key is null or t.roll_number is null or t.given is null)`,
  },
  {
    rule: 'A person with an account is or was a member',
    table: 'people',
    key: byId,
    isBroken: sql`t.student_id is not null and not exists (select 1 from memberships m where m.person_id = t.id)`,
  },
  {
    rule: 'A membership begins with the first enrolment among all members, ends with the last, and counts them',
    table: 'memberships',
    key: byMembership,
    isBroken: sql`not exists (select 1 from enrolments e where e.person_id = t.person_id
        and e.group_id = t.organisation_id and e.sequence = 1 and e.begins_at = t.joined_at)
      or not exists (select 1 from enrolments e where e.person_id = t.person_id and e.group_id = t.organisation_id
        and (e.ends_at = t.left_at or (e.ends_at is null and t.left_at is null)) and e.sequence = t.times_joined
        and e.sequence = (
          select max(l.sequence) from enrolments l where l.person_id = t.person_id and l.group_id = t.organisation_id))`,
  },
  {
    rule: 'The enrolments of a person in a group follow each other without gaps in their numbers',
    table: 'enrolments',
    key: byEnrolment,
    isBroken: sql`t.sequence < 1 or t.ends_at < t.begins_at or (t.sequence > 1 and not exists (
      select 1 from enrolments e where e.person_id = t.person_id and e.group_id = t.group_id
        and e.sequence = t.sequence - 1 and e.ends_at <= t.begins_at))`,
  },
  {
    rule: 'An enrolment is in a group of the person’s institute',
    table: 'enrolments',
    key: byEnrolment,
    isBroken: sql`exists (select 1 from people p inner join groups g on g.id = t.group_id
      where p.id = t.person_id and p.organisation_id <> g.organisation_id)`,
  },
  {
    rule: 'Who is enrolled is on the roster',
    table: 'enrolments',
    key: byEnrolment,
    isBroken: sql`t.ends_at is null and not exists (select 1 from people p left join memberships m on m.person_id = p.id
      where p.id = t.person_id and (m.left_at is null or m.left_because = 'left')
        and (p.ended_at is null or (m.person_id is not null and m.left_at is null)))`,
  },
  {
    rule: 'A mark was made while its student was a member',
    table: 'marks',
    key: byMark,
    // By hand, a mark may be older than the first joining; by the office, the student may have left since.
    isBroken: sql`t.method <> 'office' and exists (select 1 from memberships m
      where m.organisation_id = t.organisation_id and m.student_id = t.student_id
        and not exists (select 1 from enrolments e where e.person_id = m.person_id and e.group_id = t.organisation_id
          and (e.sequence = 1 or e.begins_at <= t.marked_at) and (e.ends_at is null or e.ends_at >= t.marked_at)))`,
  },
  {
    rule: 'An attendance session begins after the one before it ended',
    table: 'attendance_sessions',
    key: byId,
    isBroken: sql`exists (select 1 from attendance_sessions s where s.group_id = t.group_id
      and t.number > 0 and s.number > 0 and s.number = t.number - 1 and coalesce(s.closes_at, s.ends_at) > t.started_at)`,
  },
]

const rulings: readonly Invariant[] = [
  {
    rule: 'The rulings about a person in a session are numbered without gaps',
    table: 'rulings',
    key: byRuling,
    isBroken: sql`t.sequence < 1 or (t.sequence > 1 and not exists (select 1 from rulings r
      where r.attendance_session_id = t.attendance_session_id and r.person_id = t.person_id
        and r.sequence = t.sequence - 1))`,
  },
  {
    rule: 'A ruling is about a person of the institute whose session it was, and names the account of that person',
    table: 'rulings',
    key: byRuling,
    isBroken: sql`not exists (select 1 from people p
      inner join attendance_sessions s on s.id = t.attendance_session_id and s.organisation_id = p.organisation_id
      where p.id = t.person_id and (t.student_id is null or p.student_id = t.student_id
        -- Where both rows of one person had an entry, it stays with the row that went without its account.
        or exists (select 1 from person_links l
          where l.former_id = p.id and l.student_id = t.student_id and l.undone_at is null)))`,
  },
  {
    rule: 'A ruling is about the person of whom it was said, or about one who was joined with that person',
    table: 'rulings',
    key: byRuling,
    isBroken: sql`coalesce(t.former_person_id, t.former_student_id) is not null and not exists (select 1 from person_links l
      where l.former_id = t.former_person_id and l.undone_at is null)`,
  },
  {
    rule: 'A ruling of a class is about a mark',
    table: 'rulings',
    key: byRuling,
    isBroken: sql`exists (select 1 from attendance_sessions s
        where s.id = t.attendance_session_id and s.group_id = s.organisation_id) and not exists (select 1 from marks m where m.attendance_session_id = t.attendance_session_id
      and m.student_id = t.student_id)
      -- The answer to the dispute of an absence.
      and not (t.cause = 'dispute' and t.status = 'absent')`,
  },
  {
    rule: 'What a day pass says is a roll call, and a roll call without a signature is that of a day pass',
    table: 'rulings',
    key: byRuling,
    isBroken: sql`(t.cause = 'roll-call' and t.hand_check_in_id is null)
      <> exists (select 1 from day_passes d where d.id = t.decided_by)`,
  },
  {
    rule: 'A dispute that is answered names its ruling',
    table: 'disputes',
    key: byMark,
    isBroken: sql`t.answer is not null and not exists (select 1 from rulings r
      where r.attendance_session_id = t.attendance_session_id and r.student_id = t.student_id
        and r.sequence = t.answer and r.cause = 'dispute')`,
  },
]

const spotChecks: readonly Invariant[] = [
  {
    rule: 'The head counts of a class are numbered without gaps',
    table: 'head_counts',
    key: bySequence,
    isBroken: sql`t.sequence < 1 or t.counted < 0 or (t.sequence > 1 and not exists (select 1 from head_counts h
        where h.attendance_session_id = t.attendance_session_id and h.sequence = t.sequence - 1))`,
  },
  {
    rule: 'The notes about the draws of a class are numbered without gaps',
    table: 'draws',
    key: bySequence,
    isBroken: sql`t.sequence < 1 or (t.sequence > 1 and not exists (select 1 from draws d
        where d.attendance_session_id = t.attendance_session_id and d.sequence = t.sequence - 1))`,
  },
  {
    rule: 'A student who was drawn has a mark, and one who was looked up was drawn before',
    table: 'draws',
    key: bySequence,
    isBroken: sql`t.status not in ('drawn', 'here', 'not-here')
      or not exists (select 1 from marks m
        where m.attendance_session_id = t.attendance_session_id and ${madeBy('m')} = t.student_id)
      or (t.status <> 'drawn' and not exists (select 1 from draws d
        where d.attendance_session_id = t.attendance_session_id and d.student_id = t.student_id
          and d.status = 'drawn' and d.sequence < t.sequence))`,
  },
]

const people: readonly Invariant[] = [
  {
    rule: 'An email belongs to one account',
    table: 'accounts',
    key: byId,
    isBroken: sql`exists (select 1 from accounts a where a.email_canonical = t.email_canonical and a.id <> t.id)`,
  },
  {
    rule: 'A user handle belongs to one account',
    table: 'accounts',
    key: byId,
    isBroken: sql`exists (select 1 from accounts a where a.user_handle = t.user_handle and a.id <> t.id)`,
  },
  {
    rule: 'An account has the profile that it says it has',
    table: 'accounts',
    key: byId,
    isBroken: sql`(select count(*) from organisations o where o.id = t.id)
        <> (case when t.label = 'ORG' then t.has_profile else 0 end)
      or (select count(*) from students s where s.id = t.id)
        <> (case when t.label in ('ORG', 'STF') then 0 else t.has_profile end)`,
  },
  {
    rule: 'Only a session that ended before its time was ended by a person',
    table: 'attendance_sessions',
    key: byId,
    isBroken: sql`t.ended_by is not null and t.planned_ends_at is null`,
  },
  {
    rule: 'A person acts for an institute in one role at a time',
    table: 'staff',
    key: byId,
    isBroken: sql`t.until < t.since or exists (select 1 from staff o where o.account_id = t.account_id
      and o.organisation_id = t.organisation_id and o.id <> t.id and o.since < coalesce(t.until, o.since + 1)
      and coalesce(o.until, t.since + 1) > t.since)`,
  },
  {
    rule: 'A session that acts for an institute belongs to one of its people',
    table: 'sessions',
    key: byId,
    isBroken: sql`t.acting_for is not null and not exists (select 1 from staff s where s.account_id = t.account_id
      and s.organisation_id = t.acting_for and s.since <= t.created_at)`,
  },
  {
    rule: 'A passkey belongs to one account',
    table: 'passkeys',
    key: ['credential_id'],
    isBroken: sql`(select count(*) from passkeys p where p.credential_id = t.credential_id) > 1`,
  },
  {
    rule: `An account has ${maxPasskeysPerAccount} passkeys at most`,
    table: 'accounts',
    key: byId,
    isBroken: sql`(select count(*) from passkeys p where p.account_id = t.id) > ${sql.lit(maxPasskeysPerAccount)}`,
  },
  {
    rule: 'A login session ends after it begins',
    table: 'sessions',
    key: byId,
    // After the clock was set back, the last use may be before the beginning.
    isBroken: sql`t.expires_at <= t.created_at or t.idle_expires_at <= t.last_seen_at`,
  },
]

/**
 * A foreign key: the table that refers, the key by which its rows are named, the table that it refers to, and the
 * column there (by default `id`).
 */
type Reference = readonly [keyof Schema, Invariant['key'], string, keyof Schema, string?]

export const references: readonly Reference[] = [
  ['sessions', byId, 'account_id', 'accounts'],
  ['registration_cookies', ['token_hash'], 'account_id', 'accounts'],
  ['known_browsers', byId, 'account_id', 'accounts'],
  ['tokens', byId, 'account_id', 'accounts'],
  ['organisations', byId, 'id', 'accounts'],
  ['students', byId, 'id', 'accounts'],
  ['memberships', byMembership, 'organisation_id', 'organisations'],
  ['memberships', byMembership, 'student_id', 'students'],
  ['memberships', byMembership, 'person_id', 'people'],
  ['people', byId, 'organisation_id', 'organisations'],
  ['people', byId, 'student_id', 'students'],
  ['student_invitations', byId, 'organisation_id', 'organisations'],
  ['desk_enrolments', byId, 'organisation_id', 'organisations'],
  ['imports', byId, 'organisation_id', 'organisations'],
  ['import_lines', ['import_id', 'line'], 'import_id', 'imports'],
  ['course_imports', byId, 'organisation_id', 'organisations'],
  ['course_import_parts', ['import_id', 'part'], 'import_id', 'course_imports'],
  ['course_import_courses', ['import_id', 'position'], 'import_id', 'course_imports'],
  ['enrolments', byEnrolment, 'person_id', 'people'],
  ['enrolments', byEnrolment, 'group_id', 'groups'],
  ['member_blocks', ['organisation_id', 'first_roll_number'], 'organisation_id', 'organisations'],
  ['groups', byId, 'organisation_id', 'organisations'],
  ['rooms', byId, 'organisation_id', 'organisations'],
  ['session_rulings', bySequence, 'attendance_session_id', 'attendance_sessions'],
  ['day_passes', byId, 'organisation_id', 'organisations'],
  ['day_pass_secrets', ['pass_id'], 'pass_id', 'day_passes'],
  ['staff', byId, 'organisation_id', 'organisations'],
  ['staff_groups', ['staff_id', 'group_id', 'since'], 'staff_id', 'staff'],
  ['staff_invitations', byId, 'organisation_id', 'organisations'],
  ['attendance_sessions', byId, 'organisation_id', 'organisations'],
  ['attendance_sessions', byId, 'group_id', 'groups'],
  ['marks', byMark, 'attendance_session_id', 'attendance_sessions'],
  ['marks', byMark, 'organisation_id', 'organisations'],
  ['marks', byMark, 'student_id', 'students'],
  ['disputes', byMark, 'attendance_session_id', 'attendance_sessions'],
  ['disputes', byMark, 'student_id', 'students'],
  ['disputes', byMark, 'organisation_id', 'organisations'],
  ['rulings', byRuling, 'attendance_session_id', 'attendance_sessions'],
  ['rulings', byRuling, 'person_id', 'people'],
  ['rulings', byRuling, 'student_id', 'students'],
  ['head_counts', bySequence, 'attendance_session_id', 'attendance_sessions'],
  ['draws', bySequence, 'attendance_session_id', 'attendance_sessions'],
  ['draws', bySequence, 'student_id', 'students'],
  ['presence_proofs', ['login_session_id', 'student_id'], 'login_session_id', 'sessions'],
  ['presence_proofs', ['login_session_id', 'student_id'], 'attendance_session_id', 'attendance_sessions'],
  ['presence_proofs', ['login_session_id', 'student_id'], 'student_id', 'students'],
  ['passkeys', ['credential_id'], 'account_id', 'accounts'],
  ['ceremonies', ['subject_id', 'purpose', 'binding'], 'subject_id', 'accounts'],
  ['login_proofs', byId, 'organisation_id', 'accounts'],
  ['outbox', byId, 'account_id', 'accounts'],
  ['outbox', byId, 'subscription_id', 'push_subscriptions'],
  ['notices', byId, 'account_id', 'accounts'],
  ['notices', byId, 'sender_id', 'accounts'],
  ['push_subscriptions', byId, 'student_id', 'students'],
  ['passkey_confirmations', ['credential_id', 'organisation_id'], 'credential_id', 'passkeys', 'credential_id'],
  ['passkey_confirmations', ['credential_id', 'organisation_id'], 'organisation_id', 'organisations'],
  ['staff_passkey_confirmations', ['credential_id', 'organisation_id'], 'credential_id', 'passkeys', 'credential_id'],
  ['staff_passkey_confirmations', ['credential_id', 'organisation_id'], 'organisation_id', 'organisations'],
  ['recovery_codes', ['code_hash'], 'account_id', 'accounts'],
  ['removed_passkeys', ['credential_id'], 'account_id', 'accounts'],
]

function refersToSomething([table, key, column, target, targetColumn = 'id']: Reference): Invariant {
  const [referring, parent, found] = [sql.ref(`t.${column}`), sql.table(target), sql.ref(`p.${targetColumn}`)]
  return {
    rule: `${column} of ${table} is in ${target}`,
    table,
    key,
    isBroken: sql`${referring} is not null and not exists (select 1 from ${parent} p where ${found} = ${referring})`,
  }
}

/** Who did something for an institute: the table, its key, the column that names the account, and when it was. */
type Act = readonly [keyof Schema, Invariant['key'], string, RawBuilder<unknown>, RawBuilder<unknown>?]

const ofItself = sql`t.organisation_id`
const ofItsGroup = sql`(select g.organisation_id from groups g where g.id = t.group_id)`
const ofItsClass = sql`(select s.organisation_id from attendance_sessions s where s.id = t.attendance_session_id)`

export const acts: readonly Act[] = [
  ['attendance_sessions', byId, 'started_by', sql`t.started_at`],
  // After the clock was set back, `closes_at` is when it happened.
  ['attendance_sessions', byId, 'ended_by', sql`coalesce(t.closes_at, t.ends_at)`],
  ['hand_check_ins', byId, 'signed_by', sql`t.begun_at`],
  ['screens', byId, 'approved_by', sql`t.approved_at`],
  ['day_passes', byId, 'made_by', sql`t.made_at`],
  ['staff_invitations', byId, 'invited_by', sql`t.invited_at`],
  ['student_invitations', byId, 'invited_by', sql`t.invited_at`],
  // No account does what the operator's command imports.
  ['imports', byId, 'begun_by', sql`t.begun_at`, sql`(case when t.begun_by = '' then '' else t.organisation_id end)`],
  [
    ...(['course_imports', byId, 'begun_by', sql`t.begun_at`] as const),
    sql`(case when t.begun_by = '' then '' else t.organisation_id end)`,
  ],
  ['desk_enrolments', byId, 'called_by', sql`t.called_at`],
  ['desk_enrolments', byId, 'seen_by', sql`t.seen_at`],
  ['organisations', byId, 'settings_changed_by', sql`t.settings_changed_at`, sql`t.id`],
  ['rulings', byRuling, 'decided_by', sql`t.decided_at`, ofItsClass],
  ['session_rulings', bySequence, 'decided_by', sql`t.decided_at`, ofItsClass],
  [
    ...(['enrolments', byEnrolment, 'entered_by', sql`t.entered_at`] as const),
    sql`(case when t.entered_by = '' then '' else ${ofItsGroup} end)`,
  ],
  ['head_counts', bySequence, 'counted_by', sql`t.counted_at`, ofItsClass],
  ['draws', bySequence, 'noted_by', sql`t.noted_at`, ofItsClass],
]

export const actRule = (table: string, column: string) =>
  `${column} of ${table} is the institute’s own login, or was one of its people then`

/** Rows of before people had names are null. */
function wasOfInstitute([table, key, column, at, organisation = ofItself]: Act): Invariant {
  const by = sql.ref(`t.${column}`)
  return {
    rule: actRule(table, column),
    table,
    key,
    isBroken: sql`${by} is not null and ${by} <> ${organisation} and not exists (select 1 from staff f
      where f.organisation_id = ${organisation} and f.account_id = ${by}
        and f.since <= ${at} and (f.until is null or f.until >= ${at}))${orDayPass(table, organisation, by, at)}`,
  }
}

/** Of these tables: the session, whose course a day pass names. A class is of no day pass. */
const sessionsOfDayPasses: Readonly<Record<string, RawBuilder<unknown>>> = {
  attendance_sessions: sql`t.id`,
  rulings: sql`t.attendance_session_id`,
}

/**
 * What a supply teacher does, a day pass of the institute does while it is good, in a course that it names; after its end
 * in a session that it started before, until a while after that one's end.
 */
function orDayPass(
  table: string,
  organisation: RawBuilder<unknown>,
  by: RawBuilder<unknown>,
  at: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const session = sessionsOfDayPasses[table]
  if (!session) return sql``
  return sql` and not exists (select 1 from day_passes d inner join attendance_sessions x on x.id = ${session}
    where d.organisation_id = ${organisation} and d.id = ${by}
    and d.made_at <= ${at} and (d.revoked_at is null or d.revoked_at >= ${at}) and (d.ends_at >= ${at}
      or (x.started_by = d.id and x.started_at <= d.ends_at and x.ends_at + ${sql.lit(finishByDayPassMs)} >= ${at}))
    and d.courses like '%"' || x.group_id || '"%')`
}

export const invariants: readonly Invariant[] = [
  ...counts,
  ...rulings,
  ...courseInvariants,
  ...spotChecks,
  ...people,
  ...references.map(refersToSomething),
  ...acts.map(wasOfInstitute),
]
