/** Institutes, students, groups, and who was in which of them at what time. `ddl.ts` says what stands for what. */
export const institutes = `
create table organisations (
  sequence $sequence,
  id text not null unique references accounts (id),
  name text not null,
  email text not null,
  phone_number text not null,
  address_line1 text not null,
  address_line2 text not null,
  state text not null,
  city text not null,
  classes integer not null,
  members integer not null,
  created_at $ms not null,
  updated_at $ms not null,
  -- As a client gave them, JSON: they are returned, and grant nothing.
  permissions text not null default '[]',
  -- Null: times are shown in each reader’s own zone.
  time_zone text,
  display_names text not null default 'short',
  room_code integer not null default 0,
  -- By which names are searched and ordered (decision 46).
  name_key $sorted,
  roster_version $ms not null default 0,
  -- Null where the institute’s own login changed them.
  settings_changed_by text,
  settings_changed_at $ms
) $rows;
create index organisations_without_name_key on organisations (id) where name_key is null;

create table students (
  sequence $sequence,
  id text not null unique references accounts (id),
  first_name text not null,
  last_name text not null,
  email text not null,
  phone_number text not null,
  roll_number text not null,
  created_at $ms not null,
  updated_at $ms not null,
  receipts_by_email integer not null default 0,
  permissions text not null default '[]',
  name_key $sorted
) $rows;
create index students_without_name_key on students (id) where name_key is null;

create table groups (
  id text primary key,
  organisation_id text not null references organisations (id) on delete cascade,
  kind text not null,
  -- All are null in the group of all members. The policy is JSON.
  parent_id text,
  code text,
  title text,
  department text,
  term text,
  policy text,
  external_id text,
  source text,
  created_at $ms,
  closed_at $ms,
  constraint groups_kind check (kind in ('whole', 'course', 'section', 'homeroom')),
  constraint groups_whole check ((kind = 'whole') = (id = organisation_id))
) $rows;
create index groups_by_external_id on groups (organisation_id, external_id) where external_id is not null;
create index groups_by_organisation on groups (organisation_id);
create index groups_by_parent on groups (parent_id);
create unique index groups_by_code on groups (organisation_id, code) where closed_at is null;

create table people (
  id text primary key,
  organisation_id text not null references organisations (id),
  -- Null: a person without an account.
  student_id text references students (id),
  -- Null where the roster has none: a member’s number is that of the membership, and the name is the student’s own.
  roll_number text,
  roll_key text,
  given text,
  family text,
  name_key text,
  email text,
  email_canonical text,
  section text not null default '',
  -- The person’s id in the system that a file comes from, and whose file began the row.
  external_id text,
  source text,
  linked_by text,
  added_at $ms,
  changed_at $ms,
  ended_at $ms,
  constraint people_of_students unique (organisation_id, student_id)
) $keyed;
create index people_by_external_id on people (organisation_id, external_id) where external_id is not null;
create index people_by_student on people (student_id);
create unique index people_by_number on people (organisation_id, roll_key) where student_id is null and ended_at is null;

create table memberships (
  organisation_id text not null references organisations (id),
  student_id text not null references students (id),
  roll_number_canonical text not null,
  total integer not null,
  expiry_time $ms,
  joined_at $ms not null,
  roll_number text,
  left_at $ms,
  left_because text,
  person_id text not null constraint memberships_of_person unique constraint memberships_person references people (id),
  times_joined integer not null default 1,
  constraint memberships_key primary key (organisation_id, student_id)
) $keyed;
create index memberships_by_joining on memberships (organisation_id, joined_at, left_at, times_joined);
create index memberships_by_roll_number on memberships (organisation_id, roll_number_canonical, student_id);
create index memberships_by_student on memberships (student_id);
create index memberships_ended on memberships (organisation_id) where left_at is not null;
create unique index memberships_roll_number on memberships (organisation_id, roll_number_canonical) where left_at is null;

create table member_blocks (
  organisation_id text not null references organisations (id) on delete cascade,
  first_roll_number text not null,
  members integer not null,
  constraint member_blocks_key primary key (organisation_id, first_roll_number)
) $keyed;

create table enrolments (
  person_id text not null references people (id),
  group_id text not null references groups (id),
  -- 1, 2, 3, … of one person in one group: a gap lies between two of them.
  sequence integer not null,
  begins_at $ms not null,
  -- Null while it lasts.
  ends_at $ms,
  -- Null in the group of all members, whose enrolments count from their beginning.
  counts_from $ms,
  entered_at $ms,
  source text,
  entered_by text,
  constraint enrolments_in_order primary key (person_id, group_id, sequence)
) $keyed;
create index enrolments_by_time on enrolments (group_id, begins_at, ends_at);

create table passkey_confirmations (
  credential_id text not null references passkeys (credential_id) on delete cascade,
  organisation_id text not null references organisations (id) on delete cascade,
  confirmed_at $ms not null,
  constraint passkey_confirmations_key primary key (credential_id, organisation_id)
) $keyed;
create index passkey_confirmations_by_organisation on passkey_confirmations (organisation_id);
`
