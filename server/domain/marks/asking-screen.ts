import { screenBinding, sessionBinding } from '../accounts/session-binding.ts'
import { requireActor } from '../acting-for.ts'
import { ask, type ScreenCaller } from '../callers.ts'
import type { Stores } from '../ports.ts'
import { type RequestContext, requireCaller } from '../request-context.ts'
import { hashSecret } from '../secret-hash.ts'
import { wholeOf } from '../whole-group.ts'
import type { SessionToMark } from './stores.ts'

/** The screen before which a student stands: a login session of the institute, or one of its paired screens. */
type AskingScreen = {
  readonly organisationId: string
  /** The hash by which the audit log names it. The student signs it as the place. */
  readonly place: string
  /** Only this screen finishes what it has begun. */
  readonly binding: string
}

/**
 * What a paired screen shows now: the session of its room, or the institute's class. One that a teacher approved shows what
 * this person may show, and without a room the own session.
 */
export function findSessionOfScreen(
  { checkIns }: Pick<Stores, 'checkIns'>,
  { organisationId, roomId, teacherId }: ScreenCaller,
): Promise<SessionToMark | undefined> {
  if (teacherId !== null) return checkIns.findRunningOf(organisationId, teacherId, roomId)
  return roomId === null ? checkIns.findRunning(wholeOf(organisationId)) : checkIns.findRunningInRoom(roomId)
}

/** The screen that sent the request. Throws general_unauthorized_scope for a caller that can be none. */
export function requireAskingScreen(context: RequestContext): AskingScreen {
  const { organisationId } = ask(context, 'actor') ?? requireActor(context)
  const id = context.screen?.id ?? requireCaller(context).session.id
  return { organisationId, place: hashSecret(id), binding: (context.screen ? screenBinding : sessionBinding)(id) }
}
