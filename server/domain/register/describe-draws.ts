import type { Draw } from '#contract/attendance-sheet.ts'
import { joinNames } from '#contract/text-fields.ts'
import type { NamedDrawNote } from './sheet-stores.ts'

/** The draws of a session, each with what was last found about it. `notes`: in their order. */
export function describeDraws(notes: readonly NamedDrawNote[]): Draw[] {
  return notes
    .filter(({ status }) => status === 'drawn')
    .map(({ sequence, studentId, firstName, lastName, rollNumber, notedAt, isWithdrawn }) => {
      const later = notes.filter((note) => note.studentId === studentId && note.sequence > sequence)
      const again = later.findIndex(({ status }) => status === 'drawn')
      const found = (again === -1 ? later : later.slice(0, again)).at(-1)
      return {
        studentId,
        name: joinNames(firstName, lastName),
        rollNumber,
        drawnAt: notedAt,
        here: found ? found.status === 'here' : null,
        ...(isWithdrawn && { isWithdrawn }),
      }
    })
}
