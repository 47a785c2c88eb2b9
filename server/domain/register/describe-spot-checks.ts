import type { Draw, Draws } from '#contract/attendance-sheet.ts'
import type { HeadCount } from '#contract/head-count.ts'
import { joinNames } from '#contract/text-fields.ts'
import { type NamePerson, namePeople } from '../name-people.ts'
import type { Stores } from '../ports.ts'
import type { KeptHeadCount, NamedDrawNote } from './sheet-stores.ts'

/** The draws of a session, each with what was last found about it, and by whom. `notes`: in their order. */
export function describeDraws(nameOf: NamePerson, notes: readonly NamedDrawNote[]): Draw[] {
  return notes
    .filter(({ status }) => status === 'drawn')
    .map((drawn) => {
      const { sequence, studentId, personId, firstName, lastName, rollNumber, notedAt, isWithdrawn } = drawn
      const later = notes.filter((note) => note.studentId === studentId && note.sequence > sequence)
      const again = later.findIndex(({ status }) => status === 'drawn')
      const found = (again === -1 ? later : later.slice(0, again)).at(-1)
      const last = found ?? drawn
      const by = nameOf(last.notedBy, last.notedAt)
      return {
        studentId,
        personId,
        name: joinNames(firstName, lastName),
        rollNumber,
        drawnAt: notedAt,
        here: found ? found.status === 'here' : null,
        ...(isWithdrawn && { isWithdrawn }),
        ...(by && { by }),
      }
    })
}

/** The same as the answer of a call, with the people named. */
export async function answerDraws(
  stores: Pick<Stores, 'staff'>,
  organisationId: string,
  notes: readonly NamedDrawNote[],
): Promise<Draws> {
  const nameOf = await namePeople(
    stores,
    organisationId,
    notes.map(({ notedBy }) => notedBy),
  )
  return { draws: describeDraws(nameOf, notes) }
}

/** A head count, with the person who counted. */
export function describeHeadCount(
  nameOf: NamePerson,
  { counted, countedAt, countedBy }: Pick<KeptHeadCount, 'counted' | 'countedAt' | 'countedBy'>,
): HeadCount {
  const by = nameOf(countedBy, countedAt)
  return { counted, countedAt, ...(by && { by }) }
}
