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
  prepareForRows<NumberMove, Nothing, unknown>(ofMove, (_, given) => {
    const number = isFreeing ? sql`roll_key = null` : sql`roll_number = given.roll_number, roll_key = given.roll_key`
    // A member has the number in the membership alone.
    return sql`update people set ${number} from ${given} where people.id = given.id and people.roll_number is not null`
  })
const [freePeople, setPeople] = [movePeople(true), movePeople(false)]

/** No roll number begins with a space. */
const moveMembers = (isFreeing: boolean) =>
  prepareForRows<NumberMove, Nothing, Renumbered>(ofMove, (_, given) => {
    const number = isFreeing
      ? sql`roll_number_canonical = ' ' || memberships.person_id`
      : sql`roll_number = given.roll_number, roll_number_canonical = given.roll_key`
    // When it is freed, the number that was shown stands still.
    return sql<Renumbered>`update memberships set ${number} from ${given}
      where memberships.person_id = given.id and memberships.left_at is null
      returning memberships.student_id as "studentId", coalesce(memberships.roll_number,
        (select s.roll_number from students s where s.id = memberships.student_id)) as "before"`
  })
const [freeMembers, setMembers] = [moveMembers(true), moveMembers(false)]

/** The student's own number follows where there is no other institute. */
const setOwn = prepareForRows<NumberMove, Nothing, unknown>(
  ofMove,
  (_, given) => sql`update students set roll_number = m.roll_number from memberships m
    where m.student_id = students.id and m.left_at is null and m.person_id in (select given.id from ${given})
      and not exists (select 1 from memberships o where o.student_id = m.student_id
        and o.organisation_id <> m.organisation_id and o.left_at is null)`,
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
