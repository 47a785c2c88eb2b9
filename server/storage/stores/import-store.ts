import { type Insertable, type RawBuilder, type Selectable, sql } from 'kysely'
import type { BeginImport, ImportPart } from '#contract/imports.ts'
import { nameKey } from '../../domain/profiles/name-key.ts'
import { findLineProblem } from '../../domain/roster/check-line.ts'
import type {
  CheckedLine,
  FileLine,
  FormerFacts,
  ImportStore,
  LineOutcome,
  MovedNumber,
  PlannedLine,
  SealedPlan,
} from '../../domain/roster/stores.ts'
import { findTaken } from '../../domain/roster/taken-numbers.ts'
import { prepareForRows } from '../given-rows.ts'
import type { Handle } from '../handle.ts'
import { readJson, writeJson } from '../json-column.ts'
import { withRowLocks } from '../locking.ts'
import type { ImportLinesTable, ImportsTable } from '../schema.ts'
import { endSentToFormerEmail } from './former-email.ts'
import { importLife } from './import-life.ts'
import { moveNumbers, type NumberMove } from './move-numbers.ts'
import { isMember, newPersonId, returned, toWritten, type WrittenRow, writtenColumns } from './roster.ts'
import { moveRoster, onRoster } from './roster-store.ts'

type LineRow = Selectable<ImportLinesTable>

export const lineColumns = [
  ...(['line', 'roll_number', 'roll_key', 'given', 'family', 'name_key'] as const),
  ...(['email', 'email_canonical', 'section', 'external_id', 'problem'] as const),
] as const satisfies readonly (keyof LineRow)[]

export const plannedColumns = [
  ...(['line', 'outcome', 'problem', 'other_line', 'person_id', 'linked_by', 'before'] as const),
] as const satisfies readonly (keyof LineRow)[]

/** A row of after the plan. */
export type Planned<Row = unknown> = Row & { readonly outcome: LineOutcome }

/**
 * The line by itself. The column `problem` is what the line says, and from its plan on what the plan says of it: a line that
 * says something keeps it. To look at the cells of all lines again would take too long.
 */
export function toFileLine(row: Pick<LineRow, (typeof lineColumns)[number]>): FileLine {
  const { line, email, section, external_id: externalId } = row
  const [rollNumber, given, family] = [row.roll_number ?? '', row.given ?? '', row.family ?? '']
  const optional = { email: email ?? '', section: section ?? '', externalId: externalId ?? '' }
  return {
    ...{ line, rollNumber, rollKey: row.roll_key ?? '', given, family, nameKey: row.name_key ?? '' },
    ...{ email, emailKey: row.email_canonical, section, externalId },
    problem: row.problem === null ? null : findLineProblem({ rollNumber, given, family, ...optional }),
  }
}

export const toPlannedLine = (row: Planned<Pick<LineRow, (typeof plannedColumns)[number]>>): PlannedLine => ({
  line: row.line,
  outcome: row.outcome,
  problem: row.problem,
  otherLine: row.other_line,
  personId: row.person_id,
  linkedBy: row.linked_by,
  before: row.before && readJson(row.before),
})

const toRow = (id: string, line: CheckedLine): Insertable<ImportLinesTable> => ({
  import_id: id,
  line: line.line,
  roll_number: line.rollNumber,
  roll_key: line.rollKey,
  given: line.given,
  family: line.family,
  name_key: nameKey(`${line.given} ${line.family}`),
  email: line.email,
  email_canonical: line.emailKey,
  section: line.section,
  external_id: line.externalId,
  problem: line.problem,
})

const toPlannedRow = (id: string, planned: PlannedLine): PlannedRow => ({
  import_id: id,
  line: planned.line,
  outcome: planned.outcome,
  problem: planned.problem,
  other_line: planned.otherLine,
  person_id: planned.personId,
  linked_by: planned.linkedBy,
  before: planned.before && writeJson(planned.before),
})

const partOutcomes = {
  problems: 'problem',
  questions: 'question',
  changed: 'changed',
  new: 'new',
  gone: 'gone',
  absent: 'absent',
} as const satisfies Record<ImportPart, LineOutcome>

type PlannedRow = Pick<LineRow, 'import_id' | (typeof plannedColumns)[number]>

/** Each row names its import, too: SQLite then looks a line up by both, and does not read all given rows for each line. */
const saveOutcomes = prepareForRows<PlannedRow, Readonly<Record<never, never>>, unknown>(
  {
    import_id: 'text',
    line: 'bigint',
    outcome: 'text',
    problem: 'text',
    other_line: 'bigint',
    person_id: 'text',
    linked_by: 'text',
    before: 'text',
  },
  (_, given) => sql`update import_lines set outcome = given.outcome, problem = given.problem,
      other_line = given.other_line, person_id = given.person_id, linked_by = given.linked_by, before = given.before
    from ${given} where import_lines.import_id = given.import_id and import_lines.line = given.line`,
)

type GivenLine = { readonly given_line: number }
const answerQuestions = prepareForRows<GivenLine, { readonly id: string }, unknown>(
  { given_line: 'bigint' },
  (_, given, { id }) => sql`update import_lines set outcome = 'changed', linked_by = 'choice'
    where import_id = ${id} and outcome = 'question' and line in (select given.given_line from ${given})`,
)

/** Their courses, which ended when the import was applied. */
const goOn = prepareForRows<{ readonly id: string }, { readonly at: number }, WrittenRow>(
  { id: 'text' },
  (_, given, { at }) => sql<WrittenRow>`update enrolments set ends_at = null from ${given}
    where enrolments.person_id = given.id and enrolments.ends_at = ${at} ${returned(writtenColumns)}`,
)

type Standing = { readonly id: string; readonly changedAt: number; readonly rollKey: string }

export function importStore(handle: Handle): ImportStore {
  const { db, engine } = handle
  const change = (id: string) => db.updateTable('imports').where('id', '=', id)
  const linesOf = (id: string, ...outcomes: readonly LineOutcome[]): RawBuilder<unknown> =>
    sql`import_lines l where l.import_id = ${id} and l.outcome in (${sql.join(outcomes)})`

  /** What the roster had before. */
  const former = (fact: keyof FormerFacts): RawBuilder<unknown> =>
    sql`${engine === 'postgresql' ? sql`cast(l.before as jsonb)` : sql`l.before`} ->> ${sql.lit(fact)}`

  /** Of whom nothing has changed since, and whose former number is free or gets free with those of the others. */
  async function findFree(organisationId: string, moved: readonly MovedNumber[], at: number): Promise<MovedNumber[]> {
    const { rows: roster } = await sql<Standing>`select p.id as "id", p.changed_at as "changedAt",
      coalesce(m.roll_number_canonical, p.roll_key) as "rollKey" ${onRoster(organisationId)}`.execute(db)
    const byId = new Map(roster.map((one) => [one.id, one]))
    const wishes = moved.flatMap((one) => {
      const by = byId.get(one.id)
      return by?.changedAt === at && by.rollKey === one.rollKey ? [{ by, one, number: one.formerKey }] : []
    })
    const taken = findTaken(wishes, roster, new Set())
    return wishes.flatMap((wish) => (taken.has(wish) ? [] : [wish.one]))
  }

  return {
    ...importLife<Selectable<ImportsTable>, BeginImport, SealedPlan>(
      handle,
      'imports',
      ({ columns, counts, seal }) => ({
        columns: readJson(columns),
        plan: counts && { ...readJson(counts), seal: seal ?? '' },
      }),
      ({ columns }) => ({ columns: writeJson(columns), lines: 0 }),
    ),
    async addLines(id, lines) {
      const numbers = lines.map(({ line }) => line)
      await db.deleteFrom('import_lines').where('import_id', '=', id).where('line', 'in', numbers).execute()
      await db
        .insertInto('import_lines')
        .values(lines.map((line) => toRow(id, line)))
        .execute()
      const { n } = await db
        .selectFrom('import_lines')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .where('import_id', '=', id)
        .where('line', '>', 0)
        .executeTakeFirstOrThrow()
      // New lines: what was planned says nothing any more.
      await change(id)
        .set({ lines: Number(n), state: 'begun', counts: null, seal: null })
        .execute()
      return Number(n)
    },
    async beginPlan(id, token) {
      await db.deleteFrom('import_lines').where('import_id', '=', id).where('line', '<', 0).execute()
      await change(id).set({ state: 'begun', counts: null, seal: token }).execute()
    },
    async savePart(id, token, lines) {
      const found = await withRowLocks(
        handle,
        db.selectFrom('imports').select('id').where('id', '=', id).where('seal', '=', token),
      ).executeTakeFirst()
      if (!found) return false
      const planned = lines.map((line) => toPlannedRow(id, line))
      // Who is not in the file has no line yet.
      const gone = planned.filter(({ line }) => line < 0)
      if (gone.length > 0) await db.insertInto('import_lines').values(gone).execute()
      await saveOutcomes(
        handle,
        planned.filter(({ line }) => line > 0),
        {},
      )
      return true
    },
    async sealPlan(id, token, { counts, ofSource, seal }) {
      const { numUpdatedRows } = await change(id)
        .where('seal', '=', token)
        .set({ state: 'planned', counts: JSON.stringify({ counts, ofSource }), seal })
        .executeTakeFirst()
      return numUpdatedRows === 1n
    },
    async listPart(id, part, after, limit) {
      const isMissing = part === 'gone' || part === 'absent'
      const rows = await db
        .selectFrom('import_lines')
        .select([...lineColumns, ...plannedColumns])
        .where('import_id', '=', id)
        .where('outcome', '=', partOutcomes[part])
        .$narrowType<Planned>()
        .where('line', isMissing ? '<' : '>', after)
        // Who is a member still: some have been removed meanwhile.
        .$if(part === 'absent', (query) =>
          query.where('person_id', 'in', ({ selectFrom }) =>
            selectFrom('memberships').select('person_id').where(isMember()),
          ),
        )
        .orderBy('line', isMissing ? 'desc' : 'asc')
        .limit(limit)
        .execute()
      return rows.map((row) => ({ ...toFileLine(row), ...toPlannedLine(row) }))
    },
    async apply({ id, organisationId, source }, same, { counts, ofSource }, now) {
      await answerQuestions(
        handle,
        same.map((line) => ({ given_line: line })),
        { id },
      )
      await sql`update people set ended_at = ${now}, changed_at = ${now}
        where id in (select l.person_id from ${linesOf(id, 'gone')})`.execute(db)
      const { rows: ended } = await sql<WrittenRow>`update enrolments set ends_at = ${now}
        where ends_at is null and person_id in (select l.person_id from ${linesOf(id, 'gone')})
        ${returned(writtenColumns)}`.execute(db)
      const { rows: moves } = await sql<NumberMove>`select p.id, l.roll_number, l.roll_key
        from import_lines l inner join people p on p.id = l.person_id
          left join memberships m on m.person_id = p.id and ${isMember('m')}
        where l.import_id = ${id} and l.outcome = 'changed'
          and case when m.student_id is null then p.roll_number <> l.roll_number
            else m.roll_number_canonical <> l.roll_key end`.execute(db)
      const renumbered = await moveNumbers(handle, organisationId, moves)
      await sql`insert into people (id, organisation_id, roll_number, roll_key, given, family, name_key, email,
          email_canonical, section, external_id, source, added_at, changed_at)
        select ${newPersonId(engine)}, ${organisationId}, l.roll_number, l.roll_key, l.given, l.family, l.name_key,
          l.email, l.email_canonical, coalesce(l.section, ''), l.external_id, ${source},
          cast(${now} as bigint), cast(${now} as bigint)
        from ${linesOf(id, 'new')} and l.person_id is null`.execute(db)
      // Who was removed before is the same person, with what stands in registers.
      await sql`update people set ended_at = null, roll_number = l.roll_number, roll_key = l.roll_key, source = ${source}
        from ${linesOf(id, 'new')} and people.id = l.person_id`.execute(db)
      await sql`update people set given = l.given, family = l.family, name_key = l.name_key,
          email = coalesce(l.email, people.email),
          email_canonical = coalesce(l.email_canonical, people.email_canonical),
          section = coalesce(l.section, people.section),
          linked_by = case when people.student_id is null then people.linked_by
            else coalesce(l.linked_by, people.linked_by) end, changed_at = ${now}
        from ${linesOf(id, 'changed', 'new')} and people.id = l.person_id`.execute(db)
      // It has an index: of the few who get another one.
      await sql`update people set external_id = l.external_id
        from ${linesOf(id, 'changed', 'new')} and people.id = l.person_id
          and people.external_id is distinct from coalesce(l.external_id, people.external_id)`.execute(db)
      await endSentToFormerEmail(handle, { organisationId }, now)
      await change(id)
        .set({ state: 'applied', applied_at: now, counts: JSON.stringify({ counts, ofSource }) })
        .execute()
      await moveRoster(handle, organisationId)
      return { enrolments: toWritten(ended), renumbered }
    },
    async readMoved(id) {
      const { rows } = await sql<MovedNumber>`select l.person_id as "id", l.roll_key as "rollKey",
        ${former('rollNumber')} as "formerNumber", ${former('rollKey')} as "formerKey"
        from ${linesOf(id, 'changed')} and ${former('rollNumber')} is not null
          and ${former('rollKey')} <> l.roll_key`.execute(db)
      return rows
    },
    async undo({ id, organisationId, source, appliedAt: at }, moved, now) {
      // Tables that have just been written have no statistics: PostgreSQL would look through all lines for each person.
      const nestLoops = (isOn: 'on' | 'off') =>
        engine === 'postgresql' ? sql`select set_config('enable_nestloop', ${isOn}, true)`.execute(db) : undefined
      await nestLoops('off')
      const { rows: removed } = await sql`delete from people where organisation_id = ${organisationId}
        and source = ${source} and student_id is null and ended_at is null and added_at = ${at} and changed_at = ${at}
        and roll_key in (select l.roll_key from ${linesOf(id, 'new')} and l.person_id is null)
        and not exists (select 1 from enrolments e where e.person_id = people.id) returning 1`.execute(db)
      // Who was removed before the import and is in no course since.
      const { rows: endedAgain } = await sql`update people set ended_at = ${now}, changed_at = ${now}
        where id in (select l.person_id from ${linesOf(id, 'new')}) and changed_at = ${at} and student_id is null
        and not exists (select 1 from enrolments e where e.person_id = people.id and e.ends_at is null)
        returning 1`.execute(db)
      const free = moved.length === 0 ? [] : await findFree(organisationId, moved, at)
      const numbers = free.map((one) => ({ id: one.id, roll_number: one.formerNumber, roll_key: one.formerKey }))
      const renumbered = await moveNumbers(handle, organisationId, numbers)
      // Those who are gone since, and whose number no other person has got meanwhile.
      const { rows: back } = await sql<{ id: string }>`update people set ended_at = null, changed_at = ${now}
        where id in (select l.person_id from ${linesOf(id, 'gone')}) and changed_at = ${at}
        and not exists (select 1 from people o where o.organisation_id = people.organisation_id
          and o.roll_key = people.roll_key and o.student_id is null and o.ended_at is null)
        returning id`.execute(db)
      const reopened = await goOn(handle, back, { at })
      const freed = new Set(free)
      const stay = moved.filter((one) => !freed.has(one))
      const unchanged = sql`${linesOf(id, 'changed')} and people.id = l.person_id and people.changed_at = ${at}
        and people.ended_at is null ${stay.length > 0 ? sql`and people.id not in (${sql.join(stay.map((one) => one.id))})` : sql``}`
      // It has an index: of the few who had another one.
      await sql`update people set external_id = ${former('externalId')} from ${unchanged}
        and people.external_id is distinct from ${former('externalId')}`.execute(db)
      const { rows: restored } = await sql`update people set given = ${former('given')}, family = ${former('family')},
          roll_number = case when people.roll_number is not null
            then coalesce(${former('rollNumber')}, people.roll_number) end,
          section = ${former('section')}, name_key = ${former('nameKey')}, email = ${former('email')},
          email_canonical = ${former('emailKey')}, linked_by = ${former('linkedBy')}, changed_at = ${now}
        from ${unchanged} returning 1`.execute(db)
      await nestLoops('on')
      await endSentToFormerEmail(handle, { organisationId }, now)
      await change(id).set({ state: 'undone', undone_at: now }).execute()
      await moveRoster(handle, organisationId)
      const undone = removed.length + endedAgain.length + back.length + restored.length
      return { undone, enrolments: toWritten(reopened), renumbered }
    },
  }
}
