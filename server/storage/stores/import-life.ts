import type { Selectable } from 'kysely'
import type { Begin, ImportLife, ImportRecord } from '../../domain/imports/stores.ts'
import type { Handle } from '../handle.ts'
import { withRowLocks } from '../locking.ts'
import type { CourseImportsTable, ImportsTable } from '../schema.ts'

type Common = Selectable<Pick<CourseImportsTable, keyof CourseImportsTable & keyof ImportsTable>>
type Own<Input, Plan> = Omit<Input, keyof Begin> & { readonly plan: Plan | null }

/** What every kind of import is kept by. `read` and `write`: the columns that its table alone has. */
export function importLife<Row extends Common, Input extends Begin, Plan>(
  handle: Handle,
  name: 'imports' | 'course_imports',
  read: (row: Row) => Own<Input, Plan>,
  write: (input: Input) => Partial<Row>,
): ImportLife<Input, Plan> {
  const { db } = handle
  // For the types: what follows names columns of both.
  const table = name as 'course_imports'
  const of = (organisationId: string) => db.selectFrom(table).selectAll().where('organisation_id', '=', organisationId)
  const toRecord = (row: Common) =>
    ({
      ...{ id: row.id, organisationId: row.organisation_id, source: row.source, fileName: row.file_name },
      ...{ isWhole: row.is_whole === 1, state: row.state, begunBy: row.begun_by, begunAt: row.begun_at },
      ...{ appliedAt: row.applied_at, undoneAt: row.undone_at },
      ...read(row as Row),
    }) as unknown as ImportRecord<Input, Plan>

  return {
    async insert(record) {
      const { id, organisationId, source, fileName, isWhole, state, begunBy, begunAt } = record
      const file = {
        id,
        organisation_id: organisationId,
        source,
        file_name: fileName,
        is_whole: isWhole ? 1 : 0,
      } as const
      const row = { ...file, state, begun_by: begunBy, begun_at: begunAt, ...write(record) }
      await db.insertInto(table).values(row).execute()
    },
    async find(organisationId, id) {
      const row = await of(organisationId).where('id', '=', id).executeTakeFirst()
      return row && toRecord(row)
    },
    async lock(organisationId, id) {
      const row = await withRowLocks(handle, of(organisationId).where('id', '=', id)).executeTakeFirst()
      return row && toRecord(row)
    },
    async list(organisationId, limit) {
      const rows = await of(organisationId).orderBy('begun_at', 'desc').orderBy('id').limit(limit).execute()
      return rows.map(toRecord)
    },
  }
}
