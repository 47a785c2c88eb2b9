import type { AttendanceSheet, SheetMark } from '#contract/attendance-sheet.ts'
import type { AttendanceFilter } from '#contract/report-requests.ts'
import { drawMs, handMarkMs } from '#contract/rules.ts'
import { joinNames } from '#contract/text-fields.ts'
import { listWays } from '#contract/ways.ts'
import { flagsOf } from '../attendance/evidence-flags.ts'
import { publicIdOf } from '../attendance/session-id.ts'
import { wayOf } from '../attendance/way-of-mark.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { requireActor } from '../institutes/acting-for.ts'
import { suspectStates } from '../passkeys/readiness.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { describeDraws } from './describe-draws.ts'
import { fewestOfRoom, findRoomFlags } from './find-room-flags.ts'
import type { ListedMark, MarkCount } from './sheet-stores.ts'

/** Of fewer marks one network says nothing about the room. */
const fewestNetworked = 5

type WantedRows = {
  readonly filter: AttendanceFilter
  readonly search: string
  readonly limit: number
  readonly offset: number
}

/**
 * The sheet of one session of the calling organisation, while it runs and after it: who is here, how each mark was made,
 * head count and draws. Throws document_not_found for a session that is not the caller's.
 */
export async function readAttendanceSheet(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  sessionId: string,
  { filter, search, ...page }: WantedRows,
): Promise<AttendanceSheet> {
  await enter('attendance.sheet', context)
  const room = await storage.checkIns.findRoom(sessionId)
  if (room?.session.organisationId !== requireActor(context).organisationId) throw new Problem('document_not_found')
  const { id, organisationId, number, startedAt, endsAt, setBackMs } = room.session
  const { reports, spotChecks } = storage
  const now = await storage.now()
  const session = { id, organisationId, endsAt: endsAt + setBackMs }
  const members = await reports.countEntries(session, 'all', '')
  const isWhole = filter === 'all' && search === ''
  const headCount = await spotChecks.findHeadCount(id)
  const counts = addUp(await reports.countMarksByMethod(id))
  const roomFlags = counts.marked < fewestOfRoom ? [] : findRoomFlags(await reports.listFlagged(id))
  const entries = await reports.listEntries(session, filter, search, page)
  return {
    session: {
      id,
      publicId: publicIdOf(id),
      number,
      startedAt,
      endsAt,
      ways: listWays(room.hasRoomCode),
      isOver: now >= endsAt,
    },
    counts: { members, ...counts },
    network: describeNetworks(await reports.countNetworks(id)),
    ...(roomFlags.length > 0 && { roomFlags }),
    headCount: headCount ? { counted: headCount.counted, countedAt: headCount.countedAt } : null,
    draws: describeDraws(await spotChecks.listDrawNotes(id)),
    drawUntil: endsAt + drawMs,
    handUntil: endsAt + handMarkMs,
    total: isWhole ? members : await reports.countEntries(session, filter, search),
    rows: entries.map(({ studentId, firstName, lastName, rollNumber, mark, suspectBecause }) => ({
      studentId,
      name: joinNames(firstName, lastName),
      rollNumber,
      mark: mark && describeMark(mark),
      ...(!mark && suspectBecause && { passkey: suspectStates[suspectBecause] }),
    })),
    serverTime: now,
  }
}

function describeMark(mark: ListedMark): SheetMark {
  const { markedAt, method, isSigned, isWithdrawn, isDisputed, reason } = mark
  const shown = { markedAt, way: wayOf(method), isSigned, flags: flagsOf(mark), isWithdrawn, reason }
  return isDisputed ? { ...shown, isDisputed } : shown
}

function addUp(counts: readonly MarkCount[]): Omit<AttendanceSheet['counts'], 'members'> {
  const sum = (numberOf: (count: MarkCount) => number) => counts.reduce((all, count) => all + numberOf(count), 0)
  const standingOf = (way: SheetMark['way']) => sum(({ method, standing }) => (wayOf(method) === way ? standing : 0))
  return {
    marked: sum(({ standing }) => standing),
    screen: standingOf('screen'),
    roomCode: standingOf('room-code'),
    hand: standingOf('hand'),
    withdrawn: sum(({ withdrawn }) => withdrawn),
  }
}

/** Of the room, never of a person. `marks`: how many came from each network, the largest first. */
function describeNetworks(marks: readonly number[]): AttendanceSheet['network'] {
  const of = marks.reduce((all, some) => all + some, 0)
  const [largest = 0] = marks
  return of < fewestNetworked ? null : { largest, of }
}
