import { latestMarks, type RunningSession } from '#contract/attendance.ts'
import type { DisplayNames } from '#contract/display-names.ts'
import { drawMs, handMarkMs } from '#contract/rules.ts'
import { listWays } from '#contract/ways.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import type { Stores } from '../ports.ts'
import { publicIdOf } from '../session-id.ts'
import { wholeOf } from '../whole-group.ts'
import { nameOnDisplay } from './name-on-display.ts'
import { countInRoom } from './show-room-code.ts'

/** The attendance session that the calling organisation runs now, the same on all of its screens. */
export async function readRunningSession(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'attendance.running'>,
): Promise<RunningSession> {
  const { organisationId } = door.actor
  const organisation = await storage.organisations.find(organisationId)
  const running = await storage.checkIns.findRunning(wholeOf(organisationId))
  const counted = running && (await countInRoom(storage, running))
  const session = running && {
    id: running.id,
    publicId: publicIdOf(running.id),
    number: running.number,
    ways: listWays(running.hasRoomCode),
    startedAt: running.startedAt,
    endsAt: running.endsAt,
    present: counted?.count ?? 0,
    hasMarks: Boolean(counted?.count) || (await storage.attendance.findNewestMarkTime(running.id)) !== undefined,
    latest: await listLatest(storage, running.id, running.displayNames),
  }
  const settings = await storage.organisations.readSettings(organisationId)
  const serverTime = await storage.now()
  return {
    session: session ?? null,
    last: session ? null : await findLast(storage, organisationId, serverTime),
    nextWays: settings?.ways ?? listWays(false),
    members: counted?.members ?? organisation?.members ?? 0,
    serverTime,
  }
}

/** The session that ended last, where its sheet can still be changed. `now`: epoch ms. */
async function findLast(
  { attendance }: Pick<Stores, 'attendance'>,
  organisationId: string,
  now: number,
): Promise<RunningSession['last']> {
  const newest = await attendance.findNewest(wholeOf(organisationId))
  if (newest === undefined || now < newest.endsAt || now >= newest.endsAt + handMarkMs) return null
  const { id, number, endsAt } = newest
  return { id, number, drawUntil: endsAt + drawMs, handUntil: endsAt + handMarkMs }
}

/** As the institute's settings show names: a class sees this list. */
async function listLatest(
  { attendance }: Pick<Stores, 'attendance'>,
  sessionId: string,
  names: DisplayNames,
): Promise<NonNullable<RunningSession['session']>['latest']> {
  if (names === 'off') return []
  const marks = await attendance.listLatestMarks(sessionId, latestMarks)
  return marks.map(({ studentId, rollNumber, markedAt, ...student }) => ({
    studentId,
    name: nameOnDisplay(student, names),
    rollNumber: names === 'full' ? rollNumber : '',
    markedAt,
  }))
}
