import type { SheetChecks, SheetMark } from '#contract/attendance-sheet.ts'
import { drawMs } from '#contract/rules.ts'
import type { Deps } from '../deps.ts'
import type { SessionToMark } from '../marks/stores.ts'
import { namePeople } from '../name-people.ts'
import { describeDraws, describeHeadCount } from './describe-spot-checks.ts'
import { flagsOf } from './evidence-flags.ts'
import { fewestOfRoom, findRoomFlags } from './find-room-flags.ts'
import type { CellMark } from './sheet-stores.ts'

/** Of fewer marks one network says nothing about the room. */
const fewestNetworked = 5

type CheckedSession = Pick<SessionToMark, 'id' | 'organisationId' | 'endsAt'>

/** What looks at the marks of a session. `marked`: how many stand. */
export async function describeChecks(
  storage: Deps['storage'],
  { id, organisationId, endsAt }: CheckedSession,
  marked: number,
): Promise<SheetChecks> {
  const { reports, spotChecks } = storage
  const headCount = await spotChecks.findHeadCount(id)
  const notes = await spotChecks.listDrawNotes(id)
  const nameOf = await namePeople(storage, organisationId, [
    headCount?.countedBy ?? null,
    ...notes.map(({ notedBy }) => notedBy),
  ])
  const roomFlags = marked < fewestOfRoom ? [] : findRoomFlags(await reports.listFlagged(id))
  return {
    network: describeNetworks(await reports.countNetworks(id)),
    ...(roomFlags.length > 0 && { roomFlags }),
    headCount: headCount ? describeHeadCount(nameOf, headCount) : null,
    draws: describeDraws(nameOf, notes),
    drawUntil: endsAt + drawMs,
  }
}

/** Reads what the marks of a sheet rest on, and says each of them: how it was made, and what deserves a look. */
export async function readMarks(
  storage: Deps['storage'],
  organisationId: string,
  marks: readonly CellMark[],
): Promise<(mark: CellMark) => SheetMark> {
  const origins = await storage.reports.findOrigins(marks)
  const signers = marks.map(({ handSigner }) => handSigner)
  const nameOf = await namePeople(storage, organisationId, signers)
  return (mark) => {
    const { markedAt, way, isSigned, isWithdrawn, handReason, handSigner, proofId } = mark
    const by = nameOf(handSigner, markedAt)
    const flags = flagsOf({ ...mark, origin: origins.get(proofId) ?? null })
    return { markedAt, way, isSigned, flags, isWithdrawn, reason: handReason, ...(by && { by }) }
  }
}

/** Of the room, never of a person. `marks`: how many came from each network, the largest first. */
function describeNetworks(marks: readonly number[]): SheetChecks['network'] {
  const of = marks.reduce((all, some) => all + some, 0)
  const [largest = 0] = marks
  return of < fewestNetworked ? null : { largest, of }
}
