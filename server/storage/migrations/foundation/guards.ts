import type { Engine } from '../../../domain/ports.ts'

/** The tables whose rows are only added, each with the keys by which SQLite takes a row for the same one. */
const onlyAdded: Readonly<Record<string, readonly (readonly string[])[]>> = {
  rulings: [
    ['attendance_session_id', 'person_id', 'sequence'],
    ['attendance_session_id', 'student_id', 'sequence'],
  ],
  session_rulings: [['attendance_session_id', 'sequence']],
  head_counts: [['attendance_session_id', 'sequence']],
  draws: [['attendance_session_id', 'sequence']],
  mark_seals: [['cause', 'from_ms']],
}

/** Those whose rows housekeeping removes once they are old: with the column of their time, and the keys as above. */
const keptFor400Days = {
  audit_log: { time: 'at', keys: [['sequence']] },
  audit_chain: { time: 'sealed_at', keys: [['position'], ['sequence']] },
} as const

/** Rows that are never changed, or not once the condition holds; they may be dropped when their time is over. */
const neverChanged = { mark_signatures: '', hand_check_ins: 'when (old.assertion_hash is not null)' } as const

/** The triggers that keep what was written. */
export function guardsOf(engine: Engine): string[] {
  return engine === 'sqlite' ? onSqlite() : onPostgresql()
}

function onSqlite(): string[] {
  const refuse = (words: string) => `begin select raise(abort, '${words}'); end`
  // `insert or replace` deletes the row of the same key, and SQLite then asks no trigger that guards against deleting.
  const noReplace = (table: string, keys: readonly (readonly string[])[]) => {
    const isThere = keys.map((key) => {
      const isSame = key.map((column) => `${column} = new.${column}`).join(' and ')
      return `exists (select 1 from ${table} where ${isSame})`
    })
    return `create trigger ${table}_no_replace before insert on ${table} when ${isThere.join(' or ')}
      ${refuse(`${table} is append-only`)}`
  }
  return [
    ...Object.entries(onlyAdded).flatMap(([table, keys]) => [
      ...['update', 'delete'].map(
        (act) => `create trigger ${table}_no_${act} before ${act} on ${table} ${refuse(`${table} is append-only`)}`,
      ),
      noReplace(table, keys),
    ]),
    ...Object.entries(keptFor400Days).flatMap(([table, { time, keys }]) => [
      `create trigger ${table}_unchanged before update on ${table} ${refuse(`${table} is append-only`)}`,
      `create trigger ${table}_kept before delete on ${table} when old.${time} > (unixepoch() - 400 * 86400) * 1000
        ${refuse(`${table} is append-only`)}`,
      noReplace(table, keys),
    ]),
    ...Object.entries(neverChanged).map(
      ([table, when]) =>
        `create trigger ${table}_no_update before update on ${table} ${when} ${refuse(`${table} is never changed`)}`,
    ),
    `create trigger attendance_sessions_keep_group before update of group_id on attendance_sessions
      when new.group_id is not old.group_id ${refuse('a session stays in its group')}`,
  ]
}

function onPostgresql(): string[] {
  const refusal = (name: string, words: string) =>
    `create function ${name}() returns trigger language plpgsql as $$ begin raise exception ${words}; end $$`
  return [
    refusal('refuse_ruling_change', `'% is append-only', tg_table_name`),
    refusal('refuse_audit_change', `'% is append-only', tg_table_name`),
    refusal('refuse_signature_change', `'% is never changed', tg_table_name`),
    refusal('refuse_group_change', `'a session stays in its group'`),
    ...Object.keys(onlyAdded).flatMap((table) => [
      `create trigger ${table}_no_change before update or delete on ${table}
        for each row execute function refuse_ruling_change()`,
      `create trigger ${table}_no_truncate before truncate on ${table}
        for each statement execute function refuse_ruling_change()`,
    ]),
    ...Object.entries(keptFor400Days).flatMap(([table, { time }]) => [
      `create trigger ${table}_unchanged before update on ${table} for each row execute function refuse_audit_change()`,
      `create trigger ${table}_kept before delete on ${table} for each row
        when (old.${time} > (extract(epoch from clock_timestamp()) - 400 * 86400) * 1000)
        execute function refuse_audit_change()`,
      `create trigger ${table}_not_emptied before truncate on ${table}
        for each statement execute function refuse_audit_change()`,
    ]),
    ...Object.entries(neverChanged).map(
      ([table, when]) => `create trigger ${table}_no_update before update on ${table} for each row ${when}
        execute function refuse_signature_change()`,
    ),
    `create trigger attendance_sessions_keep_group before update of group_id on attendance_sessions for each row
      when (new.group_id is distinct from old.group_id) execute function refuse_group_change()`,
  ]
}
