import { sql } from 'kysely'
import type { Renumbered } from '../../domain/roster/stores.ts'
import { prepareForRows } from '../given-rows.ts'
import type { Handle } from '../handle.ts'
import { recountBlocks } from './member-blocks.ts'

/** The number that the person `id` gets: of the roster, or of the membership. */
export type NumberMove = Readonly<Record<'id' | 'roll_number' | 'roll_key', string | null>>

const ofMove = { id: 'text', roll_number: 'text', roll_key: 'text' } as const
type Nothing = Readonly<Record<never, never>>

/** `isFreeing`: the number that a person has is free for another one. */
const movePeople = (isFreeing: boolean) =>
  prepareForRows<NumberMove, Nothing, unknown>(ofMove, ({ db }, given) =>
    db
      .updateTable('people')
      .from(given)
      .whereRef('people.id', '=', 'given.id')
      // A member has the number in the membership alone.
      .where('people.roll_number', 'is not', null)
      .set(({ ref }) =>
        isFreeing ? { roll_key: null } : { roll_number: ref('given.roll_number'), roll_key: ref('given.roll_key') },
      ),
  )
const [freePeople, setPeople] = [movePeople(true), movePeople(false)]

/** No roll number begins with a space. */
const moveMembers = (isFreeing: boolean) =>
  prepareForRows<NumberMove, Nothing, Renumbered>(ofMove, ({ db }, given) =>
    db
      .updateTable('memberships')
      .from(given)
      .whereRef('memberships.person_id', '=', 'given.id')
      .where('memberships.left_at', 'is', null)
      .set(({ ref }) =>
        isFreeing
          ? { roll_number_canonical: sql`' ' || memberships.person_id` }
          : { roll_number: ref('given.roll_number'), roll_number_canonical: sql`given.roll_key` },
      )
      // When it is freed, the number that was shown stands still.
      .returning(({ fn, selectFrom }) => [
        'memberships.student_id as studentId',
        fn
          .coalesce(
            'memberships.roll_number',
            selectFrom('students')
              .select('students.roll_number')
              .whereRef('students.id', '=', 'memberships.student_id'),
          )
          .$notNull()
          .as('before'),
      ]),
  )
const [freeMembers, setMembers] = [moveMembers(true), moveMembers(false)]

/** The student's own number follows where there is no other institute. */
const setOwn = prepareForRows<NumberMove, Nothing, unknown>(ofMove, ({ db }, given) =>
  db
    .updateTable('students')
    .from('memberships as m')
    .whereRef('m.student_id', '=', 'students.id')
    .where('m.person_id', 'in', ({ selectFrom }) => selectFrom(given).select('given.id'))
    .where('m.left_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('memberships as other')
            .select('other.student_id')
            .whereRef('other.student_id', '=', 'm.student_id')
            .whereRef('other.organisation_id', '!=', 'm.organisation_id')
            .where('other.left_at', 'is', null),
        ),
      ),
    )
    .set({ roll_number: sql`m.roll_number` }),
)

/** All get their numbers at once, in a ring too: first each number is freed. Answers the members, with the numbers that they had. */
export async function moveNumbers(
  handle: Handle,
  organisationId: string,
  moves: readonly NumberMove[],
): Promise<Renumbered[]> {
  await freePeople(handle, moves, {})
  const members = await freeMembers(handle, moves, {})
  await setPeople(handle, moves, {})
  await setMembers(handle, moves, {})
  if (members.length > 0) {
    await setOwn(handle, moves, {})
    await recountBlocks(handle, organisationId)
  }
  return members
}
