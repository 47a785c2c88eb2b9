import type { MovedLine } from '#contract/check-in.ts'
import type { Storage } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { AttendanceSession } from '../sessions/stores.ts'
import { readCells } from './cells.ts'

/** Refuses a roll about these people, and names each with what stands now. Throws roll-call-moved. */
export async function refuseMoved(
  { courseReads, now }: Pick<Storage, 'courseReads' | 'now'>,
  { id, groupId }: Pick<AttendanceSession, 'id' | 'groupId'>,
  people: ReadonlySet<string>,
): Promise<never> {
  const rows = await courseReads.readRegister(groupId, { sessionId: id, people: [...people] })
  const lines = readCells(rows, await now()).flatMap(({ person, cells: [cell] }): MovedLine[] => {
    return cell?.truth ? [{ person: person.personId, status: cell.truth.status }] : []
  })
  throw new Problem('roll-call-moved', { value: JSON.stringify(lines) })
}
