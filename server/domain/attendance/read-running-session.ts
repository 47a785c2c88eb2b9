import { latestMarks, type RunningSession } from '#contract/attendance.ts'
import { listWays } from '#contract/ways.ts'
import { type RequestContext, requireCaller } from '../accounts/caller.ts'
import { publicIdOf } from '../check-ins/room-code.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import type { Stores } from '../ports.ts'

/** The attendance session that the calling organisation runs now, the same on all of its screens. */
export async function readRunningSession(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
): Promise<RunningSession> {
  await enter('attendance.running', context)
  return describeRunningSession(storage, requireCaller(context).account.id)
}

/** What runs in an organisation, as its own screens are told. */
export async function describeRunningSession(
  storage: Pick<Stores, 'attendance' | 'checkIns' | 'organisations' | 'now'>,
  organisationId: string,
): Promise<RunningSession> {
  const organisation = await storage.organisations.find(organisationId)
  const running = await storage.attendance.findRunning(organisationId)
  const present = running ? await storage.attendance.countMarks(running.id) : 0
  const room = running && (await storage.checkIns.findRoom(running.id))
  const session = running && {
    id: running.id,
    publicId: publicIdOf(running.id),
    number: running.number,
    ways: listWays(room?.hasRoomCode ?? false),
    startedAt: running.startedAt,
    endsAt: running.endsAt,
    present,
    hasMarks: present > 0 || (await storage.attendance.findNewestMarkTime(running.id)) !== undefined,
    latest: (await storage.attendance.listLatestMarks(running.id, latestMarks)).map(
      ({ studentId, firstName, lastName, rollNumber, markedAt }) => ({
        studentId,
        name: `${firstName} ${lastName}`,
        rollNumber,
        markedAt,
      }),
    ),
  }
  return { session: session ?? null, members: organisation?.members ?? 0, serverTime: await storage.now() }
}
