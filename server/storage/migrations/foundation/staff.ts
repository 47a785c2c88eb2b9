/** People who act for an institute, and what they invite, call and approve. `ddl.ts` says what stands for what. */
export const staff = `
create table staff (
  id text primary key,
  organisation_id text not null references organisations (id),
  -- No foreign key: the row outlives the account.
  account_id text not null,
  name text not null,
  title text not null,
  role text not null,
  since $ms not null,
  until $ms
) $rows;
create index staff_by_organisation on staff (organisation_id, account_id);
create unique index staff_now on staff (account_id, organisation_id) where until is null;

create table staff_groups (
  staff_id text not null references staff (id),
  group_id text not null,
  since $ms not null,
  until $ms,
  -- Null where a person said so, else whose file.
  source text,
  constraint staff_groups_in_order primary key (staff_id, group_id, since)
) $keyed;

create table staff_invitations (
  id text primary key,
  organisation_id text not null references organisations (id),
  email text not null,
  email_canonical text not null,
  role text not null,
  title text not null,
  holds_whole integer not null,
  invited_by text not null,
  invited_at $ms not null,
  -- Of the newest link.
  token_id text not null unique,
  expires_at $ms not null,
  -- How many mails carried it.
  mails integer not null,
  -- Both are null while it is open.
  ended_at $ms,
  ended_because text
) $rows;
create index staff_invitations_by_email on staff_invitations (organisation_id, email_canonical);

create table staff_passkey_confirmations (
  credential_id text not null references passkeys (credential_id) on delete cascade,
  organisation_id text not null references organisations (id) on delete cascade,
  confirmed_at $ms not null,
  constraint staff_passkey_confirmations_key primary key (credential_id, organisation_id)
) $keyed;
create index staff_passkey_confirmations_by_organisation on staff_passkey_confirmations (organisation_id);

create table stopped_mails (
  organisation_id text not null,
  email_canonical text not null,
  stopped_at $ms not null,
  constraint stopped_mails_key primary key (organisation_id, email_canonical)
) $keyed;

create table student_invitations (
  -- Of its token, which stands in the link.
  id text primary key,
  organisation_id text not null references organisations (id),
  -- No foreign key: the row outlives a person whose import was undone, so that the address gets no third mail.
  person_id text not null,
  email text not null,
  email_canonical text not null,
  invited_by text not null,
  invited_at $ms not null,
  ended_at $ms
) $rows;
create index student_invitations_by_email on student_invitations (organisation_id, email_canonical);
create index student_invitations_by_time on student_invitations (organisation_id, invited_at);
create unique index student_invitations_open on student_invitations (person_id) where ended_at is null;

create table desk_enrolments (
  id text primary key,
  organisation_id text not null references organisations (id),
  -- No foreign key: the row stays when an import that brought the person is undone.
  person_id text not null,
  -- As the roster had them.
  roll_number text not null,
  given text not null,
  family text not null,
  email text not null,
  email_canonical text not null,
  called_by text not null,
  called_at $ms not null,
  claimed_until $ms not null,
  -- The digits are made of it and the installation key, so they stand nowhere.
  mail_id text not null unique,
  mailed_at $ms not null,
  -- Of one day.
  mails integer not null,
  wrong_digits integer not null,
  -- Null once it was scanned.
  code_hash text,
  code_until $ms not null,
  -- Of the phone that has scanned it.
  phone_hash text,
  phone_until $ms,
  -- No foreign key: who leaves the product may go.
  student_id text,
  joined_at $ms,
  seen_by text,
  seen_at $ms,
  ended_at $ms
) $rows;
create index desk_enrolments_by_email on desk_enrolments (organisation_id, email_canonical);
create unique index desk_enrolments_open on desk_enrolments (organisation_id, person_id) where ended_at is null;

create table rooms (
  id text primary key,
  organisation_id text not null references organisations (id),
  name text not null,
  created_at $ms not null,
  ended_at $ms
) $rows;
create unique index rooms_by_name on rooms (organisation_id, name) where ended_at is null;

create table screens (
  id text primary key,
  organisation_id text not null,
  name text not null,
  token_hash text not null unique,
  public_key text not null,
  address_prefix text not null,
  user_agent text not null,
  approved_at $ms not null,
  ends_at $ms not null,
  last_seen_at $ms,
  counter $ms not null,
  signature text not null,
  ended_because text,
  approved_by text,
  room_id text
) $rows;
create index screens_by_end on screens (ends_at);
create index screens_by_organisation on screens (organisation_id);

create table screen_pairings (
  code text primary key,
  token_hash text not null unique,
  public_key text not null,
  address_prefix text not null,
  user_agent text not null,
  asked_at $ms not null,
  expires_at $ms not null
) $keyed;
create index screen_pairings_by_end on screen_pairings (expires_at);

create table day_passes (
  id text primary key,
  organisation_id text not null references organisations (id),
  -- Of the supply teacher.
  name text not null,
  -- JSON: the ids of the courses.
  courses text not null,
  made_by text not null,
  made_at $ms not null,
  ends_at $ms not null,
  revoked_at $ms
) $rows;
create index day_passes_by_end on day_passes (organisation_id, ends_at);

create table day_pass_secrets (
  pass_id text primary key references day_passes (id),
  link_hash text not null unique,
  -- Of the one browser that has opened the link.
  cookie_hash text unique,
  opened_at $ms,
  last_used_at $ms
) $rows;
`
