import type { ScreenDisplay } from '#contract/screens.ts'
import { listWays } from '#contract/ways.ts'
import type { ScreenCaller } from '../callers.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { findSessionOfScreen } from '../marks/asking-screen.ts'
import { Problem } from '../problem.ts'
import { countInRoom, describeRoomCode } from './show-room-code.ts'

type ShowDeps = Pick<Deps, 'storage' | 'installationKey'>

/** All that the calling screen shows. Throws screen-ended where its institute has gone. */
export async function showScreen(deps: ShowDeps, door: Door<'screen.show'>): Promise<ScreenDisplay> {
  const screen = door.screen
  const organisation = await deps.storage.organisations.find(screen.organisationId)
  if (!organisation) throw new Problem('screen-ended')
  const session = await describeRunning(deps, screen)
  const room = await findRoomName(deps, screen)
  return {
    name: screen.name,
    endsAt: screen.endsAt,
    organisation: { id: organisation.id, name: organisation.name },
    ...(room !== undefined && { roomName: room }),
    session,
    serverTime: await deps.storage.now(),
  }
}

async function findRoomName(
  { storage }: ShowDeps,
  { organisationId, roomId }: ScreenCaller,
): Promise<string | undefined> {
  if (roomId === null) return undefined
  return (await storage.courses.listRooms(organisationId)).find(({ id }) => id === roomId)?.name
}

async function describeRunning(deps: ShowDeps, screen: ScreenCaller): Promise<ScreenDisplay['session']> {
  const { storage } = deps
  const session = await findSessionOfScreen(storage, screen)
  if (!session) return null
  const { id, number, startedAt, endsAt, course } = session
  const now = await storage.now()
  if (now >= endsAt) return null
  const code = session.hasRoomCode ? await describeRoomCode(deps, session, now) : null
  const { count, members, apart } = code ?? (await countInRoom(storage, session))
  return {
    id,
    number,
    ...(course && { course: { code: course.code, title: course.title } }),
    startedAt,
    endsAt,
    ways: listWays(session.hasRoomCode),
    count,
    members,
    ...(apart && { apart }),
    room: code,
  }
}
