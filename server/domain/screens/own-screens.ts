import type { RenameScreen } from '#contract/screens.ts'
import { requireActor } from '../acting-for.ts'
import type { Deps } from '../deps.ts'
import { choose, type Door } from '../doors.ts'
import { event } from '../event.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { findRoom } from './approve-screen.ts'
import type { KnownScreen } from './stores.ts'

type ListedScreens = Awaited<ReturnType<Stores['screens']['list']>>

/** The screens of the calling institute, and those that were stopped as copied. Of a teacher the own ones. */
export async function listScreens(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'screens.view' | 'screens.approve' | 'screens.rename' | 'screens.room' | 'screens.end'>,
): Promise<{ screens: ListedScreens; now: number }> {
  const { organisationId, by, role } = door.actor
  const now = await storage.now()
  return { screens: await storage.screens.list(organisationId, role === 'teacher' ? by.id : undefined), now }
}

/** Names it, and the room that it stands in, which no teacher does. Needs a step-up (rules §5.7). Throws step-up-needed; document_not_found for a screen or a room that is not the caller's. */
export async function renameScreen(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'screens.rename' | 'screens.room'>,
  { screenId, name, roomId }: RenameScreen & { readonly screenId: string },
): Promise<void> {
  await choose(door, roomId === undefined ? 'screens.rename' : 'screens.room')
  const { organisationId } = door.actor
  await storage.transaction(async (stores) => {
    const confirmed = door.stepUp(await stores.now())
    const screen = await lockOwn(stores, door, screenId)
    const room = roomId === undefined ? screen.roomId : await findRoom(stores, organisationId, roomId)
    await stores.screens.change(screenId, { name, roomId: room })
    const outcome = name === screen.name && room === screen.roomId ? 'unchanged' : 'done'
    await event(stores, confirmed, 'screen.rename', { outcome, subject: screenId, facts: { organisationId } })
  })
}

/**
 * The screen is refused from its next request on, and leaves the list; one that was stopped leaves the list. Throws
 * document_not_found for a screen that is not the caller's.
 */
export async function endScreen(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'screens.end'>,
  { screenId }: { readonly screenId: string },
): Promise<void> {
  const { organisationId } = door.actor
  await storage.transaction(async (stores) => {
    const screen = await lockOwn(stores, door, screenId)
    const isListed = screen.endedBecause === null || screen.endedBecause === 'copied'
    if (isListed) await stores.screens.end(screenId, 'by-institute')
    const outcome = isListed ? 'done' : 'unchanged'
    await event(stores, door, 'screen.end', { outcome, subject: screenId, facts: { organisationId } })
  })
}

/** A teacher's are those that the person approved. */
async function lockOwn({ screens }: Stores, context: RequestContext, screenId: string): Promise<KnownScreen> {
  const { organisationId, by, role } = requireActor(context)
  const screen = await screens.lock(screenId)
  if (screen?.organisationId !== organisationId) throw new Problem('document_not_found')
  if (role === 'teacher' && screen.approvedBy !== by.id) throw new Problem('document_not_found')
  return screen
}
