/** Accounts, their logins and their passkeys. `ddl.ts` says what stands for what. */
export const accounts = `
create table accounts (
  id text primary key,
  email text not null,
  email_canonical text not null unique,
  name text not null,
  password_hash text not null,
  email_verified integer not null,
  label text,
  has_profile integer not null,
  user_handle text not null unique,
  password_updated_at $ms not null,
  created_at $ms not null,
  updated_at $ms not null,
  -- That the email was verified before it was changed.
  was_verified integer not null default 0,
  -- Of the own login of an institute: since when it only reads.
  reads_only_since $ms
) $rows;
create index accounts_never_verified on accounts (created_at, id) where email_verified = 0 and was_verified = 0;

create table sessions (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  token_hash text not null unique,
  factors text not null,
  created_at $ms not null,
  last_seen_at $ms not null,
  authenticated_at $ms not null,
  passkey_at $ms,
  idle_expires_at $ms not null,
  expires_at $ms not null,
  address_prefix text not null,
  user_agent text not null,
  -- Null unless the session began with a passkey of another device: what it may still register.
  enrolment text,
  -- The institute that the session acts for, and the own session from which that began.
  acting_for text,
  own_session_id text
) $rows;
create index sessions_by_account on sessions (account_id, created_at);

create table registration_cookies (
  token_hash text primary key,
  account_id text not null references accounts (id) on delete cascade,
  expires_at $ms not null
) $rows;
create index registration_cookies_by_account on registration_cookies (account_id);

create table known_browsers (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  token_hash text not null,
  expires_at $ms not null,
  -- Several accounts may know one browser, under the same token.
  constraint known_browsers_one_each unique (token_hash, account_id)
) $rows;
create index known_browsers_by_account on known_browsers (account_id);

create table tokens (
  id text primary key,
  -- Null: the mail is never sent, and the caller cannot tell.
  account_id text references accounts (id) on delete cascade,
  purpose text not null,
  email_canonical text not null,
  secret_hashes text,
  created_at $ms not null,
  -- Null before its mail is sent.
  expires_at $ms,
  -- One open token per account and purpose: a new one voids the old.
  constraint tokens_one_open unique (account_id, purpose)
) $rows;

create table login_proofs (
  id text primary key,
  organisation_id text not null references accounts (id) on delete cascade,
  binding text not null,
  misses integer not null,
  expires_at $ms not null,
  proved_by text not null default 'passkey',
  constraint login_proofs_one unique (organisation_id, binding)
) $rows;

create table login_misses (
  email_hash text primary key,
  window_started_at $ms not null,
  in_window integer not null,
  in_row integer not null,
  blocked_until $ms not null
) $rows;

create table passkeys (
  credential_id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  public_key text not null,
  counter $ms not null,
  backup_eligible integer not null,
  backed_up integer not null,
  transports text not null,
  aaguid text not null,
  name text not null,
  created_at $ms not null,
  last_used_at $ms,
  suspect integer not null,
  suspect_since $ms,
  held_until $ms,
  log_position $ms,
  log_hash text,
  attestation_format text,
  suspect_because text
) $rows;
create index passkeys_by_account on passkeys (account_id, created_at);
create index passkeys_held on passkeys (held_until) where held_until is not null;

create table removed_passkeys (
  credential_id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  removed_at $ms not null
) $rows;
create index removed_passkeys_by_account on removed_passkeys (account_id);

create table recovery_codes (
  code_hash text primary key,
  account_id text not null references accounts (id) on delete cascade,
  created_at $ms not null,
  expires_at $ms
) $rows;
create index recovery_codes_by_account on recovery_codes (account_id);

create table ceremonies (
  challenge_hash text not null,
  purpose text not null,
  subject_id text not null references accounts (id) on delete cascade,
  binding text not null,
  attendance_session_id text,
  expires_at $ms not null,
  -- Both are null where the challenge is random.
  nonce text,
  begun_at $ms,
  -- One open ceremony per purpose, subject and binding: no caller can replace another’s.
  constraint ceremonies_one_open primary key (subject_id, purpose, binding)
) $keyed;
`
