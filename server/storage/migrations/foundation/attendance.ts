/** Sessions, check-ins, marks, and what was decided about them. `ddl.ts` says what stands for what. */
export const attendance = `
create table attendance_sessions (
  id text primary key,
  organisation_id text not null references organisations (id),
  number integer not null,
  started_at $ms not null,
  ends_at $ms not null,
  starter_session_id text not null,
  present integer,
  expected integer,
  -- Where a jump of the clock has moved the end.
  closes_at $ms,
  -- The end that it began with, where it was ended earlier: the end above is then when it really ended.
  planned_ends_at $ms,
  public_id text,
  room_code integer not null default 0,
  redeemed_step $ms not null default 0,
  group_id text not null references groups (id),
  -- Accounts.
  started_by text,
  ended_by text,
  -- Null in classes. The thresholds are ms after the start.
  room_id text,
  late_after $ms,
  closes_after $ms,
  refuses_late integer,
  takes_guests integer,
  -- Null once an entry of the ended session was seen; Today reads no other session.
  may_be_untaken integer,
  constraint attendance_sessions_number unique (group_id, number)
) $rows;
create index attendance_sessions_by_end on attendance_sessions (group_id, ends_at);
create index attendance_sessions_by_organisation on attendance_sessions (organisation_id);
create index attendance_sessions_by_public_id on attendance_sessions (public_id);
create index attendance_sessions_by_room on attendance_sessions (room_id, ends_at) where room_id is not null;
create index attendance_sessions_by_start on attendance_sessions (group_id, started_at);
create index attendance_sessions_by_time on attendance_sessions (started_at);
create index attendance_sessions_unsettled on attendance_sessions (ends_at) where expected is null and group_id = organisation_id;
create index attendance_sessions_untaken on attendance_sessions (organisation_id, started_at) where may_be_untaken is not null;
create index attendance_sessions_untaken_by_end on attendance_sessions (ends_at) where may_be_untaken is not null;

create table clock_jumps (
  -- 1, 2, 3, …: when several processes notice one jump, only one can write its number.
  number integer primary key,
  clock_before $ms not null,
  clock_after $ms not null
) $rows;

create table check_ins (
  id text primary key,
  way text not null,
  nonce text not null,
  origin text not null,
  organisation_id text not null,
  attendance_session_id text not null,
  bound_student_id text,
  place text not null,
  begun_at $ms not null,
  browser_hash text not null,
  session_binding text,
  ticket_hash text not null,
  expires_at $ms not null,
  -- The rest is null while it is open.
  assertion_hash text,
  student_id text,
  outcome text,
  opened_session_id text
) $rows;
create index check_ins_by_end on check_ins (expires_at);
create index check_ins_by_ticket on check_ins (ticket_hash);

create table spent_tickets (
  ticket_hash text primary key,
  expires_at $ms not null
) $keyed;

create table presence_proofs (
  id text not null,
  login_session_id text not null references sessions (id) on delete cascade,
  attendance_session_id text not null references attendance_sessions (id),
  student_id text not null references students (id),
  credential_id text not null,
  evidence text not null,
  expires_at $ms not null,
  used_at $ms,
  outcome text,
  -- JSON: what the student signed.
  signed text,
  -- A new ceremony of the same student in the same login session replaces the proof before it.
  constraint presence_proofs_newest primary key (login_session_id, student_id)
) $keyed;
create index presence_proofs_by_student on presence_proofs (student_id);

create table hand_check_ins (
  id text primary key,
  organisation_id text not null,
  attendance_session_id text not null,
  -- JSON: the ids, as the institute listed them.
  students text not null,
  reason text not null,
  nonce text not null,
  origin text not null,
  begun_at $ms not null,
  session_binding text not null,
  expires_at $ms not null,
  -- The rest is null while it is open; the signer is an account.
  assertion_hash text,
  credential_id text,
  public_key text,
  authenticator_data text,
  client_data text,
  signature text,
  signed_by text,
  -- JSON pairs of person and status; null in a list of marks.
  roll_call text
) $keyed;
create index hand_check_ins_by_end on hand_check_ins (expires_at);

create table marks (
  attendance_session_id text not null references attendance_sessions (id),
  organisation_id text not null references organisations (id),
  student_id text not null references students (id),
  marked_at $ms not null,
  method text not null,
  credential_id text not null,
  proof_id text not null,
  evidence text not null,
  flagged_at $ms,
  flag_reason text,
  -- Which ruling answered the dispute; null while it is open.
  flag_ruling integer,
  -- What the student says to the dispute of a withdrawn mark.
  flag_words text,
  -- When the check-in began, as it was signed; null in classes.
  begun_at $ms,
  -- The last safeguard: one mark per student and session, even if the code has a mistake.
  constraint marks_once primary key (attendance_session_id, student_id)
) $keyed;
create index marks_by_session on marks (attendance_session_id, marked_at);
create index marks_by_student on marks (student_id, organisation_id, attendance_session_id);
create index marks_disputed on marks (organisation_id, flagged_at) where flagged_at is not null and flag_ruling is null;

create table mark_signatures (
  attendance_session_id text not null,
  student_id text not null,
  nonce text not null,
  origin text not null,
  organisation_id text not null,
  bound_student_id text,
  way text not null,
  place text not null,
  begun_at $ms not null,
  credential_id text not null,
  public_key text not null,
  authenticator_data text not null,
  client_data text not null,
  signature text not null,
  constraint mark_signatures_by_mark primary key (attendance_session_id, student_id)
) $keyed;

create table mark_origins (
  -- That of the check-in.
  id text primary key,
  attendance_session_id text not null,
  organisation_id text not null,
  student_id text not null,
  browser_hash text not null,
  address_prefix text not null,
  marked_at $ms not null,
  credential_id text,
  redeemed_after $ms,
  other_seen_at $ms
) $keyed;
create index mark_origins_by_browser on mark_origins (browser_hash, marked_at);
create index mark_origins_by_session on mark_origins (attendance_session_id);
create index mark_origins_by_student on mark_origins (student_id, marked_at);
create index mark_origins_by_time on mark_origins (marked_at);

create table mark_seals (
  cause text not null,
  from_ms $ms not null,
  until_ms $ms not null,
  marks integer not null,
  hash text not null,
  sealed_at $ms not null,
  constraint mark_seals_by_time primary key (cause, from_ms)
) $keyed;

create table rulings (
  attendance_session_id text not null references attendance_sessions (id),
  person_id text not null constraint rulings_person references people (id),
  -- 1, 2, 3, … of one person in one session: the last one holds.
  sequence integer not null,
  -- By it the ruling is found from a mark. Null: a person without an account.
  student_id text references students (id),
  status text not null,
  reason text not null,
  note text,
  -- No foreign key: it says who decided, whatever becomes of that account.
  decided_by text not null,
  decided_at $ms not null,
  cause text not null,
  minutes integer,
  hand_check_in_id text,
  constraint rulings_in_order primary key (attendance_session_id, person_id, sequence)
) $keyed;
create index rulings_by_student on rulings (student_id);
create unique index rulings_of_marks on rulings (attendance_session_id, student_id, sequence);

create table session_rulings (
  attendance_session_id text not null references attendance_sessions (id),
  -- 1, 2, 3, … of one session: the last one holds.
  sequence integer not null,
  status text not null,
  reason text not null,
  decided_by text not null,
  decided_at $ms not null,
  constraint session_rulings_in_order primary key (attendance_session_id, sequence)
) $keyed;

create table head_counts (
  attendance_session_id text not null references attendance_sessions (id),
  -- 1, 2, 3, … of one session: the last one holds.
  sequence integer not null,
  counted integer not null,
  -- No foreign key: it says who counted, whatever becomes of that account.
  counted_by text not null,
  counted_at $ms not null,
  constraint head_counts_in_order primary key (attendance_session_id, sequence)
) $keyed;

create table draws (
  attendance_session_id text not null references attendance_sessions (id),
  sequence integer not null,
  student_id text not null references students (id),
  status text not null,
  noted_by text not null,
  noted_at $ms not null,
  constraint draws_in_order primary key (attendance_session_id, sequence)
) $keyed;
create index draws_by_student on draws (student_id);
`
