import { workInPieces } from '../../async/give-way.ts'
import type { CourseReader, RegisterFrame } from '../groups/stores.ts'
import { eachPerson, type PersonCells } from './cells.ts'

/** So many cells are read at once: those of 5,000 people in 200 sessions together would not fit into memory. */
const cellsAPart = 60_000

/** All of it is read with one statement for each kind of facts. */
export const isOnePart = ({ sessions, people }: RegisterFrame): boolean => sessions.length * people.length <= cellsAPart

/** All cells of a course, person by person, in parts and pieces that hold up nothing else. `now`: epoch ms. */
export async function* readInParts(
  courseReads: Pick<CourseReader, 'readFacts'>,
  courseId: string,
  { sessions, people }: RegisterFrame,
  now: number,
): AsyncGenerator<PersonCells> {
  const afterPiece = workInPieces()
  const peopleAPart = Math.max(1, Math.floor(cellsAPart / Math.max(1, sessions.length)))
  for (let from = 0; from < people.length; from += peopleAPart) {
    const some = people.slice(from, from + peopleAPart)
    // All marks of a session are found faster than one for each name.
    const facts = await courseReads.readFacts(
      courseId,
      some.length < people.length ? { sessions, people: some } : { sessions },
    )
    for (const one of eachPerson({ sessions, people: some, ...facts }, now)) {
      yield one
      await afterPiece()
    }
  }
}
