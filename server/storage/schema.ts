import type { ColumnType, Generated } from 'kysely'
import type { CellStatus } from '#contract/course-cells.ts'
import type { CoursePolicy } from '#contract/course-policy.ts'
import type { CourseKind, SessionStatus } from '#contract/course-rules.ts'
import type { DisplayNames } from '#contract/display-names.ts'
import type { AccountLabel } from '#contract/identifiers.ts'
import type { ImportColumn, ImportSummary, LineProblem } from '#contract/imports.ts'
import type { LanguageTag } from '#contract/languages.ts'
import type { Enrolment } from '#contract/passkey.ts'
import type { DisputeReason } from '#contract/receipts.ts'
import type { RulingCause } from '#contract/rulings.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import type { WayOfMark } from '#contract/ways.ts'
import type { TokenPurpose } from '../domain/accounts/stores.ts'
import type { CourseFile, SealedCoursePlan, ShownCourse } from '../domain/course-imports/stores.ts'
import type { QuietKind } from '../domain/mail/mail-rules.ts'
import type { NoticeTopic } from '../domain/mail/notice-store.ts'
import type { MailKind, pushKind } from '../domain/mail/outbox.ts'
import type { MarkSignature } from '../domain/marks/mark-signature.ts'
import type { CheckInEnd, KeptCheckIn } from '../domain/marks/stores.ts'
import type { CeremonyPurpose, LoginProof, SuspectCause } from '../domain/passkeys/stores.ts'
import type { DrawStatus } from '../domain/register/sheet-stores.ts'
import type { FormerFacts, LineOutcome, LinkedBy, SealedPlan } from '../domain/roster/stores.ts'
import type { ScreenEnd } from '../domain/screens/stores.ts'
import type { MarkEvidence, MarkMethod, MarkOutcome } from '../domain/sessions/stores.ts'
import type { Json, JsonColumn, JsonColumnOrNull } from './json-column.ts'

/**
 * The tables, the same on both engines. Booleans are integers 0 and 1, times are epoch ms, lists are JSON text. The
 * migrations decide; this file only describes them to the compiler.
 */

type Bit = 0 | 1

export type AccountsTable = {
  id: string
  email: string
  email_canonical: string
  name: string
  password_hash: string
  email_verified: Bit
  /** 1 when an email of this account was verified before it was changed. */
  was_verified: Generated<Bit>
  label: AccountLabel | null
  has_profile: Bit
  user_handle: string
  password_updated_at: number
  created_at: number
  updated_at: number
  /** Of an institute's own login. */
  reads_only_since: Generated<number | null>
  /** When a student's account goes that is to be deleted. */
  delete_at: Generated<number | null>
}

export type SessionsTable = {
  id: string
  account_id: string
  token_hash: string
  factors: string
  created_at: number
  last_seen_at: number
  authenticated_at: number
  passkey_at: number | null
  enrolment: Enrolment | null
  idle_expires_at: number
  expires_at: number
  address_prefix: string
  user_agent: string
  /** The institute that it acts for; null: none. */
  acting_for: string | null
  /** Of a session that acts: the person's own session from which that began. */
  own_session_id: string | null
}

/** A person who acts for an institute. A change of role or title ends a row and begins another. */
export type StaffTable = {
  id: string
  organisation_id: string
  account_id: string
  name: string
  title: string
  role: StaffRole
  since: number
  /** Null while it lasts. */
  until: number | null
  /** The former row whose courses the office is asked about; null where there is no question. */
  former_id: Generated<string | null>
}

/** A group that is a teacher's own. */
export type StaffGroupsTable = {
  staff_id: string
  group_id: string
  since: number
  until: number | null
  /** Whose file said so; null where a person did. */
  source: Generated<string | null>
}

export type StaffInvitationsTable = {
  id: string
  organisation_id: string
  email: string
  email_canonical: string
  role: StaffRole
  title: string
  holds_whole: Bit
  invited_by: string
  invited_at: number
  /** Of the newest link. */
  token_id: string
  expires_at: number
  mails: number
  /** Both are null while it is open. */
  ended_at: number | null
  ended_because: string | null
}

/** An address whose owner wants no more mails from an institute. */
export type StoppedMailsTable = { organisation_id: string; email_canonical: string; stopped_at: number }

export type RegistrationCookiesTable = { token_hash: string; account_id: string; expires_at: number }

export type KnownBrowsersTable = { id: string; account_id: string; token_hash: string; expires_at: number }

export type TokensTable = {
  id: string
  /** Null when there is no account. */
  account_id: string | null
  purpose: TokenPurpose
  email_canonical: string
  /** Each between two spaces; null for none. */
  secret_hashes: string | null
  created_at: number
  /** Null until its mail is sent. */
  expires_at: number | null
  /** Of a link for a lost passkey that one of the people of an institute sent, or its own login. */
  sent_by: Generated<string | null>
  /** The institute. */
  sent_for: Generated<string | null>
}

export type OrganisationsTable = {
  sequence: Generated<number>
  id: string
  name: string
  /** By which names are ordered. */
  name_key: string
  email: string
  phone_number: string
  address_line1: string
  address_line2: string
  state: string
  city: string
  classes: number
  members: number
  /** Moves with each change of the roster. */
  roster_version: Generated<number>
  permissions: ColumnType<Json<string[]>, string | undefined, string>
  /** An IANA name; null where none was chosen. */
  time_zone: Generated<string | null>
  display_names: Generated<DisplayNames>
  /** 1 where sessions start with a room code. */
  room_code: Generated<Bit>
  /** The account that changed the settings last, and when; null while none did. */
  settings_changed_by: Generated<string | null>
  settings_changed_at: Generated<number | null>
  created_at: number
  updated_at: number
}

export type StudentsTable = {
  sequence: Generated<number>
  id: string
  first_name: string
  last_name: string
  /** By which names are searched and ordered. */
  name_key: string
  email: string
  phone_number: string
  roll_number: string
  receipts_by_email: Generated<Bit>
  permissions: ColumnType<Json<string[]>, string | undefined, string>
  created_at: number
  updated_at: number
}

export type MembershipsTable = {
  organisation_id: string
  student_id: string
  roll_number_canonical: string
  total: number
  expiry_time: number | null
  person_id: string
  /** How many enrolments there are, kept for the lists: most members have one, and need no look-up. */
  times_joined: Generated<number>
  /** The beginning of the first enrolment, kept for the lists. */
  joined_at: number
  /** Null: the student's own. */
  roll_number: Generated<string | null>
  /** Both are null while the student is a member. The end of the last enrolment, kept for the lists, and why. */
  left_at: Generated<number | null>
  left_because: Generated<string | null>
}

/** A person of an institute: each member is one. The texts are the roster's, null where it has none. */
export type PeopleTable = {
  id: string
  organisation_id: string
  /** Null: without an account. */
  student_id: string | null
  /** Null in the row of a member, whose number is that of the membership. */
  roll_number: Generated<string | null>
  roll_key: Generated<string | null>
  given: Generated<string | null>
  family: Generated<string | null>
  name_key: Generated<string | null>
  email: Generated<string | null>
  email_canonical: Generated<string | null>
  /** '' for none. */
  section: Generated<string>
  /** The person's id in the system that a file comes from. */
  external_id: Generated<string | null>
  /** Whose file began the row, or 'hand'. */
  source: Generated<string | null>
  /** By what the account is known to be this person's; null before. */
  linked_by: Generated<LinkedBy | null>
  added_at: Generated<number | null>
  changed_at: Generated<number | null>
  /** Of a person without an account. */
  ended_at: Generated<number | null>
}

/** A pair that the office says are two people, both ways. */
export type PeopleApartTable = {
  organisation_id: string
  person_id: string
  other_id: string
}

/** Two rows of the roster that were one person. */
export type PersonLinksTable = {
  id: string
  organisation_id: string
  /** The row that stays, and the one that went. */
  person_id: string
  former_id: string
  /** What the two were, as JSON; null when they cannot be two again. */
  before: string | null
  /** Null: neither had an account. */
  student_id: string | null
  /** The account that ended; null where one of the two had none. */
  former_student_id: Generated<string | null>
  /** The number that the student had. */
  former_number: string | null
  linked_by: LinkedBy
  /** The account; null where the email did it. */
  decided_by: string | null
  reason: string | null
  linked_at: number
  undone_at: number | null
}

/** One mail that invites a person of the roster. */
export type StudentInvitationsTable = {
  /** Of its token, which stands in the link. */
  id: string
  organisation_id: string
  person_id: string
  email: string
  email_canonical: string
  /** The account. */
  invited_by: string
  invited_at: number
  /** Null while its link may be used. */
  ended_at: number | null
}

/** A person whom an enrolment desk has called. */
export type DeskEnrolmentsTable = {
  id: string
  organisation_id: string
  person_id: string
  roll_number: string
  given: string
  family: string
  email: string
  email_canonical: string
  /** The account. */
  called_by: string
  called_at: number
  claimed_until: number
  /** The digits are made of it. */
  mail_id: string
  mailed_at: number
  /** Of one day. */
  mails: number
  wrong_digits: number
  /** Null once it was scanned. */
  code_hash: string | null
  code_until: number
  phone_hash: string | null
  phone_until: number | null
  /** Who joined. */
  student_id: string | null
  joined_at: number | null
  /** The account. */
  seen_by: string | null
  seen_at: number | null
  ended_at: number | null
}

/** The import of one file into the roster. */
export type ImportsTable = {
  id: string
  organisation_id: string
  source: string
  file_name: string
  columns: JsonColumn<ImportColumn[]>
  is_whole: Bit
  lines: number
  state: ImportSummary['state']
  /** Null before the plan. */
  counts: JsonColumnOrNull<Omit<SealedPlan, 'seal'>>
  seal: string | null
  /** The account. */
  begun_by: string
  begun_at: number
  applied_at: number | null
  undone_at: number | null
}

/** A line of a file, as long as its import can be applied or undone. */
export type ImportLinesTable = {
  import_id: string
  /** Below 0: a person who is not in the file. */
  line: number
  /** Null in a column that was not sent. */
  roll_number: string | null
  roll_key: string | null
  given: string | null
  family: string | null
  name_key: string | null
  email: string | null
  email_canonical: string | null
  section: string | null
  external_id: string | null
  problem: LineProblem | null
  other_line: number | null
  /** Null before the plan. */
  outcome: LineOutcome | null
  person_id: string | null
  linked_by: LinkedBy | null
  /** What the roster had. */
  before: JsonColumnOrNull<FormerFacts>
}

/** A time in which a person is on the roster of a group. A gap lies between two of them. */
export type EnrolmentsTable = {
  person_id: string
  group_id: string
  /** 1, 2, 3, … of one person in one group. */
  sequence: number
  begins_at: number
  /** Null while it lasts. */
  ends_at: number | null
  /** The rest is null in `whole`. A session that ended before it counts only with a mark or a ruling. */
  counts_from: Generated<number | null>
  /** Whose file brought it, or 'hand'. */
  source: Generated<string | null>
  /** The account. */
  entered_by: Generated<string | null>
  entered_at: Generated<number | null>
}

export type MemberBlocksTable = {
  organisation_id: string
  first_roll_number: string
  members: number
}

/** People who meet. `whole`: all members of the institute, whose id it has; it has one. */
export type CourseImportsTable = {
  id: string
  organisation_id: string
  source: string
  file_name: string
  is_whole: Bit
  state: ImportSummary['state']
  /** Null before the plan. */
  plan: JsonColumnOrNull<SealedCoursePlan>
  /** The account; '' for the operator's command. */
  begun_by: string
  begun_at: number
  applied_at: number | null
  undone_at: number | null
}

/** What one call has sent of the files. It is kept as long as its import can be applied or undone. */
export type CourseImportPartsTable = {
  import_id: string
  part: number
  courses: number
  enrolments: number
  content: JsonColumn<CourseFile>
}

/** A course of a plan, as long as its import can be applied or undone. */
export type CourseImportCoursesTable = {
  import_id: string
  position: number
  outcome: ShownCourse['outcome']
  /** An enrolment begins, ends or is left out, or a teacher. */
  has_people: Bit
  /** Null where it is new, until the plan is applied. */
  course_id: string | null
  shown: JsonColumn<ShownCourse>
  /** What the import did here was taken back. */
  is_undone: Bit
}

export type GroupsTable = {
  id: string
  organisation_id: string
  kind: 'whole' | CourseKind
  /** All that follow are null in `whole`. Of a section: the course that it is a part of. */
  parent_id: Generated<string | null>
  code: Generated<string | null>
  title: Generated<string | null>
  department: Generated<string | null>
  term: Generated<string | null>
  policy: JsonColumnOrNull<CoursePolicy>
  /** Its id in the system that a file comes from, and whose file began it. */
  external_id: Generated<string | null>
  source: Generated<string | null>
  created_at: Generated<number | null>
  closed_at: Generated<number | null>
  /** As '2026-11-27'; null for the day on which it was made. */
  first_day: Generated<string | null>
}

export type RoomsTable = {
  id: string
  organisation_id: string
  name: string
  created_at: number
  /** Null while it is used. */
  ended_at: number | null
}

export type AttendanceSessionsTable = {
  id: string
  organisation_id: string
  /** Never changes. */
  group_id: string
  /** In the group. Negative (-1, -2, …) where it was taken back: its number is the next session's again. */
  number: number
  started_at: number
  ends_at: number
  starter_session_id: string
  /** Both are null until the session is settled. */
  present: number | null
  expected: number | null
  /** The end by a clock that was set back since the session began; otherwise null. */
  closes_at: number | null
  /** The end that it began with, where it was ended earlier or taken back; null where it was not. */
  planned_ends_at: Generated<number | null>
  /** Null in sessions that are older than room codes. */
  public_id: Generated<string | null>
  room_code: Generated<Bit>
  /** The highest step of the room code that was redeemed; 0 before the first. */
  redeemed_step: Generated<number>
  /** Accounts. Null in rows of earlier versions; the second also where it ended by itself. */
  started_by: Generated<string | null>
  ended_by: Generated<string | null>
  /** The rest is null in classes. */
  room_id: Generated<string | null>
  /** Ms after the start: from here on a check-in is late, and after closing. Null: never after closing. */
  late_after: Generated<number | null>
  closes_after: Generated<number | null>
  /** 1: refuses a check-in after closing. */
  refuses_late: Generated<Bit | null>
  /** 1: people who are not enrolled may check in. */
  takes_guests: Generated<Bit | null>
  /** 1, and null once an entry of the ended session was seen. */
  may_be_untaken: Generated<Bit | null>
}

/** Rows are only ever added: of one session the last one holds. */
export type SessionRulingsTable = {
  attendance_session_id: string
  sequence: number
  /** 'held', 'cancelled' or 'no-one-came'. */
  status: SessionStatus
  reason: string
  decided_by: string
  decided_at: number
}

/** A begun check-in; the last four are null while it is open. */
export type CheckInsTable = {
  id: string
  way: KeptCheckIn['way']
  nonce: string
  origin: string
  organisation_id: string
  attendance_session_id: string
  bound_student_id: string | null
  place: string
  begun_at: number
  browser_hash: string
  session_binding: string | null
  ticket_hash: string
  expires_at: number
  assertion_hash: string | null
  student_id: string | null
  outcome: CheckInEnd['outcome'] | 'burnt' | null
  opened_session_id: string | null
}

export type SpentTicketsTable = { ticket_hash: string; expires_at: number }

/** What a student's authenticator signed for a mark, and the key that it was checked against. */
export type MarkSignaturesTable = {
  attendance_session_id: string
  student_id: string
  nonce: string
  origin: string
  organisation_id: string
  bound_student_id: string | null
  way: WayOfMark
  place: string
  begun_at: number
  credential_id: string
  public_key: string
  authenticator_data: string
  client_data: string
  signature: string
}

/** Marks by hand of one list, with the institute's signature. The columns after `expires_at` are null while it is open. */
export type HandCheckInsTable = {
  id: string
  organisation_id: string
  attendance_session_id: string
  /** Ids. */
  students: JsonColumn<readonly string[]>
  reason: string
  nonce: string
  origin: string
  begun_at: number
  session_binding: string
  expires_at: number
  assertion_hash: string | null
  credential_id: string | null
  public_key: string | null
  authenticator_data: string | null
  client_data: string | null
  signature: string | null
  /** The account; null in rows of before, and until the list is signed. */
  signed_by: string | null
  /** Pairs of person and status; null in a list of marks. */
  roll_call: JsonColumnOrNull<(readonly [personId: string, status: CellStatus])[]>
  /** Of each line, in their order, the last sequence of its cell, and 1 where a mark stood. Null once it is signed. */
  roll_call_seen: JsonColumnOrNull<(readonly [sequence: number, mark: Bit])[]>
}

/** Kept for 30 days. */
export type MarkOriginsTable = {
  /** That of the check-in. */
  id: string
  attendance_session_id: string
  organisation_id: string
  student_id: string
  browser_hash: string
  address_prefix: string
  marked_at: number
  /** The three are null in rows of earlier versions. The passkey that made the mark. */
  credential_id: string | null
  /** How long after its step began the room code was redeemed, ms. */
  redeemed_after: number | null
  /** When another login session of the student was last used, before the mark; null also where there was none. */
  other_seen_at: number | null
}

/** Rows are only ever added: of one session the last one holds. */
export type HeadCountsTable = {
  attendance_session_id: string
  sequence: number
  counted: number
  counted_by: string
  counted_at: number
}

/** Rows are only ever added: a student was drawn, and what a person has found. */
export type DrawsTable = {
  attendance_session_id: string
  sequence: number
  student_id: string
  /** 'drawn', 'here' or 'not-here'. */
  status: DrawStatus
  noted_by: string
  noted_at: number
}

export type MarksTable = {
  attendance_session_id: string
  organisation_id: string
  student_id: string
  marked_at: number
  method: MarkMethod
  credential_id: string
  proof_id: string
  evidence: JsonColumn<MarkEvidence>
  /** When the check-in began, as it was signed; null in classes. */
  begun_at: Generated<number | null>
  /** The account that made it, where two people were joined since; null where `student_id` has made it. */
  former_student_id: Generated<string | null>
}

/** What a student disputes of the own cell. */
export type DisputesTable = {
  attendance_session_id: string
  student_id: string
  organisation_id: string
  disputed_at: number
  reason: DisputeReason
  /** What the student said to an absence. */
  words: string | null
  /** The ruling that answered it; null while it is open. */
  answer: number | null
}

/** Rows are only ever added: of one person in one session the last one holds. */
export type RulingsTable = {
  attendance_session_id: string
  person_id: string
  /** Null: the person has no account. By it the ruling is found from a mark. */
  student_id: string | null
  sequence: number
  status: CellStatus
  reason: string
  note: string | null
  decided_by: string
  decided_at: number
  cause: RulingCause | 'roll-call'
  /** Attended, of a session of a course; null where they were not said. */
  minutes: Generated<number | null>
  /** The roll call that says it. */
  hand_check_in_id: Generated<string | null>
  /** Of whom it was said, where two people were joined since. Without the first, the second says nothing. */
  former_person_id: Generated<string | null>
  former_student_id: Generated<string | null>
}

/** A browser that asks to become a paired screen. */
export type ScreenPairingsTable = {
  code: string
  token_hash: string
  public_key: string
  address_prefix: string
  user_agent: string
  asked_at: number
  expires_at: number
}

export type ScreensTable = {
  id: string
  organisation_id: string
  name: string
  token_hash: string
  public_key: string
  address_prefix: string
  user_agent: string
  approved_at: number
  ends_at: number
  /** Null until its first request, of which are the next two. */
  last_seen_at: number | null
  counter: number
  signature: string
  ended_because: ScreenEnd | null
  /** The account; null in rows of earlier versions. */
  approved_by: Generated<string | null>
  /** The room whose sessions it shows; null: it shows the classes. */
  room_id: Generated<string | null>
}

export type DayPassesTable = {
  id: string
  organisation_id: string
  /** Of the supply teacher. */
  name: string
  /** Their ids. */
  courses: JsonColumn<string[]>
  made_by: string
  made_at: number
  ends_at: number
  revoked_at: number | null
}

export type DayPassSecretsTable = {
  pass_id: string
  link_hash: string
  /** These are null until a browser opens the link. */
  cookie_hash: string | null
  opened_at: number | null
  last_used_at: number | null
}

export type PresenceProofsTable = {
  id: string
  login_session_id: string
  attendance_session_id: string
  student_id: string
  credential_id: string
  evidence: JsonColumn<MarkEvidence>
  expires_at: number
  used_at: number | null
  outcome: MarkOutcome | null
  /** What the student signed; null once it is spent. */
  signed: JsonColumnOrNull<MarkSignature>
}

export type PasskeysTable = {
  credential_id: string
  account_id: string
  public_key: string
  counter: number
  backup_eligible: Bit
  backed_up: Bit
  transports: JsonColumn<string[]>
  aaguid: string
  name: string
  created_at: number
  last_used_at: number | null
  suspect: Bit
  /** Null while it is not suspect. */
  suspect_because: SuspectCause | null
  suspect_since: number | null
  held_until: number | null
  /** The head of the audit log at the registration; both are null where an earlier version registered it. */
  log_position: number | null
  log_hash: string | null
  /** Of the attestation that came with it (WebAuthn L3 §8); null where an earlier version registered it. */
  attestation_format: string | null
  /** Since when it does not act for institutes: owners have confirmed another in its place. */
  replaced_at: Generated<number | null>
}

export type RemovedPasskeysTable = { credential_id: string; account_id: string; removed_at: number }

export type PasskeyConfirmationsTable = { credential_id: string; organisation_id: string; confirmed_at: number }

/** By owners of an institute, of one of its people. */
export type StaffPasskeyConfirmationsTable = PasskeyConfirmationsTable

export type RecoveryCodesTable = {
  code_hash: string
  account_id: string
  created_at: number
  expires_at: number | null
}

export type CeremoniesTable = {
  challenge_hash: string
  purpose: CeremonyPurpose
  subject_id: string
  binding: string
  attendance_session_id: string | null
  expires_at: number
  /** Both are null where the challenge is random. */
  nonce: string | null
  begun_at: number | null
}

export type LoginProofsTable = {
  id: string
  organisation_id: string
  binding: string
  proved_by: Generated<LoginProof['by']>
  misses: number
  expires_at: number
}

export type LoginMissesTable = {
  email_hash: string
  window_started_at: number
  in_window: number
  in_row: number
  blocked_until: number
}

export type PushSubscriptionsTable = {
  id: string
  student_id: string
  login_session_id: string
  endpoint: string
  p256dh: string
  auth: string
  language: LanguageTag
  confirmed_at: number
}

export type OutboxTable = {
  id: string
  kind: MailKind | typeof pushKind
  /** Null when there is no account. */
  account_id: string | null
  recipient: string
  token_id: string | null
  subscription_id: string | null
  attendance_session_id: string | null
  organisation_id: string | null
  attempts: number
  queued_at: number
  due_at: number
  sent_at: number | null
  given_up_at: number | null
  last_error: string | null
  /** No foreign key: a mail whose notice was forgotten is dropped. */
  notice_id: string | null
  /** 1: dropped when it would tell nothing new. Null where a version without notices queued it. */
  only_news: number | null
  /** 1: a person waits for it. */
  awaited: Generated<Bit>
  /** Whose mails take turns with those of others; empty for none. */
  sender_id: Generated<string>
}

export type NoticesTable = {
  id: string
  account_id: string
  sender_id: string
  topic: NoticeTopic
  /** Empty where the topic is neither a mark nor a cell. */
  attendance_session_id: string
  kind: QuietKind
  told: string
  changed_at: number
  /** Both are null while no mail waits. */
  first_at: number | null
  due_at: number | null
  /** The role of the person of the last act; null where the institute's own login did it. */
  acted_as: Generated<StaffRole | null>
}

export type AuditLogTable = {
  sequence: Generated<number>
  at: number
  action: string
  outcome: string
  account_id: string | null
  subject: string | null
  session_hash: string | null
  address_prefix: string
  request_id: string
  detail: string | null
}

export type AuditChainTable = { position: number; sequence: number; sealed_at: number; hash: string }

/** Only on PostgreSQL. */
export type AuditUnsealedTable = { sequence: number }

/** Only on PostgreSQL. `change` is JSON; the engine sets the time of writing. */
export type PendingChangesTable = { id: string; change: string }

export type LimitCountersTable = { counter: string; window_ends_at: number; hits: number }

/** Epoch ms: what the clock would have shown without the jump, and what it showed. */
export type ClockJumpsTable = { number: number; clock_before: number; clock_after: number }

/** What marks were there. Of sessions that began from `from_ms` on and before `until_ms`. */
export type MarkSealsTable = {
  cause: string
  from_ms: number
  until_ms: number
  marks: number
  hash: string
  sealed_at: number
}

export type SettingsTable = { name: string; value: string }

export type Schema = {
  accounts: AccountsTable
  sessions: SessionsTable
  staff: StaffTable
  staff_groups: StaffGroupsTable
  staff_invitations: StaffInvitationsTable
  stopped_mails: StoppedMailsTable
  registration_cookies: RegistrationCookiesTable
  known_browsers: KnownBrowsersTable
  tokens: TokensTable
  organisations: OrganisationsTable
  students: StudentsTable
  memberships: MembershipsTable
  people: PeopleTable
  person_links: PersonLinksTable
  people_apart: PeopleApartTable
  student_invitations: StudentInvitationsTable
  desk_enrolments: DeskEnrolmentsTable
  imports: ImportsTable
  import_lines: ImportLinesTable
  course_imports: CourseImportsTable
  course_import_parts: CourseImportPartsTable
  course_import_courses: CourseImportCoursesTable
  enrolments: EnrolmentsTable
  member_blocks: MemberBlocksTable
  groups: GroupsTable
  rooms: RoomsTable
  attendance_sessions: AttendanceSessionsTable
  marks: MarksTable
  check_ins: CheckInsTable
  spent_tickets: SpentTicketsTable
  mark_signatures: MarkSignaturesTable
  hand_check_ins: HandCheckInsTable
  mark_origins: MarkOriginsTable
  mark_seals: MarkSealsTable
  rulings: RulingsTable
  disputes: DisputesTable
  session_rulings: SessionRulingsTable
  head_counts: HeadCountsTable
  draws: DrawsTable
  screen_pairings: ScreenPairingsTable
  screens: ScreensTable
  day_passes: DayPassesTable
  day_pass_secrets: DayPassSecretsTable
  presence_proofs: PresenceProofsTable
  passkeys: PasskeysTable
  removed_passkeys: RemovedPasskeysTable
  passkey_confirmations: PasskeyConfirmationsTable
  staff_passkey_confirmations: StaffPasskeyConfirmationsTable
  recovery_codes: RecoveryCodesTable
  ceremonies: CeremoniesTable
  login_proofs: LoginProofsTable
  login_misses: LoginMissesTable
  push_subscriptions: PushSubscriptionsTable
  outbox: OutboxTable
  notices: NoticesTable
  audit_log: AuditLogTable
  audit_chain: AuditChainTable
  audit_unsealed: AuditUnsealedTable
  pending_changes: PendingChangesTable
  limit_counters: LimitCountersTable
  clock_jumps: ClockJumpsTable
  settings: SettingsTable
}
