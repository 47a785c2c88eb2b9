import type { AttendanceSheet, SheetMark } from '#contract/attendance-sheet.ts'
import type { AttendanceFilter } from '#contract/report-requests.ts'
import { handMarkMs } from '#contract/rules.ts'
import { joinNames } from '#contract/text-fields.ts'
import { listWays } from '#contract/ways.ts'
import type { Deps } from '../deps.ts'
import type { SessionToMark } from '../marks/stores.ts'
import { namePeople } from '../name-people.ts'
import { suspectStates } from '../passkeys/readiness.ts'
import { publicIdOf } from '../session-id.ts'
import { describeChecks, readMarks } from './describe-checks.ts'
import type { MarkCount } from './sheet-stores.ts'
import { isOpen } from './tell-dispute.ts'

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
  const { reports } = storage
  const now = await storage.now()
  const asBegun = { id, organisationId, endsAt: endsAt + setBackMs }
  const all = { show: 'all', standing: false, search: '' } as const
  // Who has left with a mark that was withdrawn is expected nowhere, and stays in the rows, where it can be answered.
  const members = await reports.countSheet(asBegun, { ...all, standing: true })
  const { startedBy, endedBy } = await storage.attendance.findWhoHeld(id)
  const cells = await reports.listSheet(asBegun, { ...all, show, search }, page)
  const nameOf = await namePeople(storage, organisationId, [startedBy, endedBy])
  const [starter, ender] = [nameOf(startedBy, startedAt), nameOf(endedBy, endsAt)]
  const counts = addUp(await reports.countMarksByMethod(id))
  const marks = cells.flatMap(({ mark }) => mark ?? [])
  const describe = await readMarks(storage, organisationId, marks)
  return {
    session: {
      id,
      publicId: publicIdOf(id),
      number,
      startedAt,
      endsAt,
      ways: listWays(session.hasRoomCode),
      isOver: now >= endsAt,
      ...(session.roomId !== null && { roomId: session.roomId }),
      ...(starter && { startedBy: starter }),
      ...(ender && { endedBy: ender }),
    },
    counts: { members, ...counts },
    ...(await describeChecks(storage, session, counts.marked)),
    handUntil: endsAt + handMarkMs,
    total: await reports.countSheet(asBegun, { ...all, show, search }),
    rows: cells.map(({ id: studentId, personId, firstName, lastName, rollNumber, mark, dispute, suspectBecause }) => ({
      studentId,
      personId,
      name: joinNames(firstName, lastName),
      rollNumber,
      mark: mark && describe(mark),
      ...(isOpen(dispute) && { isDisputed: true }),
      ...(!mark && suspectBecause && { passkey: suspectStates[suspectBecause] }),
    })),
    serverTime: now,
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
