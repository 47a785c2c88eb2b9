import type { Handle } from '../handle.ts'

/** Reads a setting of this installation; the first start makes it. All processes get the same value. */
export async function readOrCreateSetting({ db }: Handle, name: string, create: () => string): Promise<string> {
  await db
    .insertInto('settings')
    .values({ name, value: create() })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute()
  const { value } = await db.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirstOrThrow()
  return value
}
