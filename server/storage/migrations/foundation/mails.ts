/** Mails and pushes that wait to be sent. `ddl.ts` says what stands for what. */
export const mails = `
create table push_subscriptions (
  id text primary key,
  student_id text not null references students (id) on delete cascade,
  login_session_id text not null,
  endpoint text not null unique,
  p256dh text not null,
  auth text not null,
  language text not null,
  confirmed_at $ms not null
) $rows;
create index push_subscriptions_by_confirmation on push_subscriptions (confirmed_at);
create index push_subscriptions_by_student on push_subscriptions (student_id, confirmed_at);

create table outbox (
  id text primary key,
  kind text not null,
  -- Null: the mail is never sent, and the caller cannot tell.
  account_id text references accounts (id) on delete cascade,
  recipient text not null,
  token_id text,
  attempts integer not null,
  queued_at $ms not null,
  due_at $ms not null,
  sent_at $ms,
  given_up_at $ms,
  last_error text,
  subscription_id text references push_subscriptions (id) on delete cascade,
  attendance_session_id text,
  organisation_id text,
  notice_id text,
  -- 1: it is sent only where it tells something new. Null and 0: it is always sent.
  only_news integer
) $rows;
create index outbox_by_account on outbox (account_id);
create index outbox_by_notice on outbox (notice_id) where notice_id is not null;
create index outbox_by_subscription on outbox (subscription_id) where subscription_id is not null;
create index outbox_by_token on outbox (token_id) where token_id is not null;
create index outbox_due on outbox (due_at) where sent_at is null and given_up_at is null;

create table notices (
  id text primary key,
  account_id text not null references accounts (id) on delete cascade,
  sender_id text not null references accounts (id) on delete cascade,
  topic text not null,
  attendance_session_id text not null,
  kind text not null,
  told text not null,
  changed_at $ms not null,
  first_at $ms,
  due_at $ms,
  -- The role of the person who acted; null where the institute’s own login did.
  acted_as text
) $rows;
create index notices_by_sender on notices (sender_id);
create index notices_due on notices (due_at) where due_at is not null;
create unique index notices_by_subject on notices (account_id, sender_id, topic, attendance_session_id);
`
