import type { AttendanceSheet, SheetMark } from '#contract/attendance-sheet.ts'
import type { AttendanceFilter } from '#contract/report-requests.ts'
import { drawMs, handMarkMs } from '#contract/rules.ts'
import { joinNames } from '#contract/text-fields.ts'
import { listWays } from '#contract/ways.ts'
import type { Deps } from '../deps.ts'
import type { SessionToMark } from '../marks/stores.ts'
import { type NamePerson, namePeople } from '../name-people.ts'
import { suspectStates } from '../passkeys/readiness.ts'
import { publicIdOf } from '../session-id.ts'
import { describeDraws, describeHeadCount } from './describe-spot-checks.ts'
import { flagsOf } from './evidence-flags.ts'
import { fewestOfRoom, findRoomFlags } from './find-room-flags.ts'
import type { CellMark, MarkCount, OriginFacts } from './sheet-stores.ts'
import { isOpen } from './tell-dispute.ts'

/** Of fewer marks one network says nothing about the room. */
const fewestNetworked = 5

/** A page of the sheet of a class. */
export type WantedRows = {
  readonly filter: AttendanceFilter
  readonly search: string
  readonly limit: number
  readonly offset: number
}

/** The sheet of a class, while it runs and after it: who is here, how each mark was made, head count and draws. */
export async function describeClassSheet(
  storage: Deps['storage'],
  session: SessionToMark,
  { filter: show, search, ...page }: WantedRows,
): Promise<AttendanceSheet> {
  const { id, organisationId, number, startedAt, endsAt, setBackMs } = session
  const { reports, spotChecks } = storage
  const now = await storage.now()
  const asBegun = { id, organisationId, endsAt: endsAt + setBackMs }
  const all = { show: 'all', standing: false, search: '' } as const
  // Who has left with a mark that was withdrawn is expected nowhere, and stays in the rows, where it can be answered.
  const members = await reports.countSheet(asBegun, { ...all, standing: true })
  const headCount = await spotChecks.findHeadCount(id)
  const notes = await spotChecks.listDrawNotes(id)
  const { startedBy, endedBy } = await storage.attendance.findWhoHeld(id)
  const cells = await reports.listSheet(asBegun, { ...all, show, search }, page)
  const nameOf = await namePeople(storage, organisationId, [
    startedBy,
    endedBy,
    headCount?.countedBy ?? null,
    ...notes.map(({ notedBy }) => notedBy),
    ...cells.map(({ mark }) => mark?.handSigner ?? null),
  ])
  const [starter, ender] = [nameOf(startedBy, startedAt), nameOf(endedBy, endsAt)]
  const counts = addUp(await reports.countMarksByMethod(id))
  const roomFlags = counts.marked < fewestOfRoom ? [] : findRoomFlags(await reports.listFlagged(id))
  const origins = await reports.findOrigins(cells.flatMap(({ mark }) => mark ?? []))
  return {
    session: {
      id,
      publicId: publicIdOf(id),
      number,
      startedAt,
      endsAt,
      ways: listWays(session.hasRoomCode),
      isOver: now >= endsAt,
      ...(starter && { startedBy: starter }),
      ...(ender && { endedBy: ender }),
    },
    counts: { members, ...counts },
    network: describeNetworks(await reports.countNetworks(id)),
    ...(roomFlags.length > 0 && { roomFlags }),
    headCount: headCount ? describeHeadCount(nameOf, headCount) : null,
    draws: describeDraws(nameOf, notes),
    drawUntil: endsAt + drawMs,
    handUntil: endsAt + handMarkMs,
    total: await reports.countSheet(asBegun, { ...all, show, search }),
    rows: cells.map(({ id: studentId, personId, firstName, lastName, rollNumber, mark, suspectBecause }) => ({
      studentId,
      personId,
      name: joinNames(firstName, lastName),
      rollNumber,
      mark: mark && describeMark(mark, origins.get(mark.proofId) ?? null, nameOf),
      ...(!mark && suspectBecause && { passkey: suspectStates[suspectBecause] }),
    })),
    serverTime: now,
  }
}

function describeMark(mark: CellMark, origin: OriginFacts | null, nameOf: NamePerson): SheetMark {
  const { markedAt, way, isSigned, isWithdrawn, handReason, handSigner } = mark
  const by = nameOf(handSigner, markedAt)
  return {
    markedAt,
    way,
    isSigned,
    flags: flagsOf({ ...mark, origin }),
    isWithdrawn,
    reason: handReason,
    ...(by && { by }),
    ...(isOpen(mark.dispute) && { isDisputed: true }),
  }
}

function addUp(counts: readonly MarkCount[]): Omit<AttendanceSheet['counts'], 'members'> {
  const sum = (numberOf: (count: MarkCount) => number) => counts.reduce((all, count) => all + numberOf(count), 0)
  const standingOf = (way: SheetMark['way']) => sum((count) => (count.way === way ? count.standing : 0))
  const office = standingOf('office')
  return {
    marked: sum(({ standing }) => standing),
    screen: standingOf('screen'),
    roomCode: standingOf('room-code'),
    hand: standingOf('hand'),
    ...(office > 0 && { office }),
    withdrawn: sum(({ withdrawn }) => withdrawn),
  }
}

/** Of the room, never of a person. `marks`: how many came from each network, the largest first. */
function describeNetworks(marks: readonly number[]): AttendanceSheet['network'] {
  const of = marks.reduce((all, some) => all + some, 0)
  const [largest = 0] = marks
  return of < fewestNetworked ? null : { largest, of }
}
