import { sql } from 'kysely'
import type { Handle } from '../handle.ts'
import { prepareQuery } from '../prepared-query.ts'
import { isMember } from './roster.ts'

/**
 * An organisation's members by roll number, divided into blocks of known size (decision 13). To begin after the first
 * hundred thousand members, the sizes of some hundred blocks are added instead of counting as many members.
 */

/** A block that grows beyond this is split in two. */
export const maxBlockMembers = 1_000

/** Where a page begins: this many members after the block's first roll number. */
export type BlockStart = { readonly firstRollNumber: string; readonly skipped: number }

type BlockRow = { readonly first_roll_number: string; readonly before: number }

const lastBlockBefore = prepareQuery(({ db }, { organisationId, offset }: { organisationId: string; offset: number }) =>
  db
    .selectFrom((query) =>
      query
        .selectFrom('member_blocks')
        .where('organisation_id', '=', organisationId)
        .select('first_roll_number')
        .select(sql<number>`sum(members) over (order by first_roll_number) - members`.as('before'))
        .as('blocks'),
    )
    .selectAll()
    .where('before', '<=', offset)
    .orderBy('first_roll_number', 'desc')
    .limit(1)
    .$castTo<BlockRow>(),
)

/** The position of the member with `offset` others before. */
export async function findBlockStart(handle: Handle, organisationId: string, offset: number): Promise<BlockStart> {
  const [block] = await lastBlockBefore(handle, { organisationId, offset })
  return { firstRollNumber: block?.first_roll_number ?? '', skipped: offset - (block?.before ?? 0) }
}

/**
 * Counts a new member. The transaction must have changed the organisation's row before, so that of two simultaneous
 * joins the second one sees here what the first one did.
 */
export async function addToBlock(handle: Handle, organisationId: string, rollNumber: string): Promise<void> {
  const { db } = handle
  const block = await changeBlock(handle, organisationId, rollNumber, 1)
  if (!block) {
    const first = { organisation_id: organisationId, first_roll_number: '', members: 1 }
    await db.insertInto('member_blocks').values(first).execute()
  } else if (block.members > maxBlockMembers) {
    await cut(handle, organisationId, block)
  }
}

/** Counts a removed member, under the same condition. A block may become empty. */
export async function removeFromBlock(handle: Handle, organisationId: string, rollNumber: string): Promise<void> {
  await changeBlock(handle, organisationId, rollNumber, -1)
}

/** Counts all again, after many numbers have moved; the organisation must be locked. */
export async function recountBlocks(handle: Handle, organisationId: string): Promise<void> {
  const { db } = handle
  await sql`update member_blocks set members = (
      select count(*) from memberships m where m.organisation_id = member_blocks.organisation_id
        and m.left_at is null and m.roll_number_canonical >= member_blocks.first_roll_number
        and not exists (select 1 from member_blocks n where n.organisation_id = member_blocks.organisation_id
          and n.first_roll_number > member_blocks.first_roll_number and n.first_roll_number <= m.roll_number_canonical))
    where organisation_id = ${organisationId}`.execute(db)
  const large = db
    .selectFrom('member_blocks')
    .select(['first_roll_number', 'members'])
    .where('organisation_id', '=', organisationId)
    .where('members', '>', maxBlockMembers)
  for (;;) {
    const block = await large.executeTakeFirst()
    if (!block) return
    await cut(handle, organisationId, block)
  }
}

type Block = { readonly first_roll_number: string; readonly members: number }

function changeBlock(
  { db }: Handle,
  organisationId: string,
  rollNumber: string,
  by: 1 | -1,
): Promise<Block | undefined> {
  return db
    .updateTable('member_blocks')
    .where('organisation_id', '=', organisationId)
    .where('first_roll_number', '=', (query) =>
      query
        .selectFrom('member_blocks as block')
        .select(({ fn }) => fn.max('block.first_roll_number').as('first'))
        .where('block.organisation_id', '=', organisationId)
        .where('block.first_roll_number', '<=', rollNumber),
    )
    .set(({ eb }) => ({ members: eb('members', '+', by) }))
    .returning(['first_roll_number', 'members'])
    .executeTakeFirst()
}

/** The second half of its members gets a block of its own. */
async function cut({ db }: Handle, organisationId: string, block: Block): Promise<void> {
  const kept = Math.floor(block.members / 2)
  const { roll_number_canonical: middle } = await db
    .selectFrom('memberships')
    .select('roll_number_canonical')
    .where('organisation_id', '=', organisationId)
    .where(isMember())
    .where('roll_number_canonical', '>=', block.first_roll_number)
    .orderBy('roll_number_canonical')
    .offset(kept)
    .limit(1)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('member_blocks')
    .where('organisation_id', '=', organisationId)
    .where('first_roll_number', '=', block.first_roll_number)
    .set({ members: kept })
    .execute()
  await db
    .insertInto('member_blocks')
    .values({ organisation_id: organisationId, first_roll_number: middle, members: block.members - kept })
    .execute()
}
