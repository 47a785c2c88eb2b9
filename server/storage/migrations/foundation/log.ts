/** The audit log and its chain, the counters of limits, settings. `ddl.ts` says what stands for what. */
export const log = `
create table audit_log (
  -- Rows are never removed, so SQLite’s own numbering never repeats a number.
  sequence $number,
  at $ms not null,
  action text not null,
  outcome text not null,
  -- No foreign key: the log outlives the rows that it is about.
  account_id text,
  subject text,
  session_hash text,
  address_prefix text not null,
  request_id text not null,
  detail text
) $rows;

create table audit_chain (
  position $ms primary key,
  sequence $ms not null unique,
  sealed_at $ms not null,
  hash text not null
) $rows;

create table limit_counters (
  counter text primary key,
  window_ends_at $ms not null,
  hits integer not null
) $rows;
create index limit_counters_by_end on limit_counters (window_ends_at);

create table settings (
  name text primary key,
  value text not null
) $rows;
`
