import { type Collection, collectionOf } from '#contract/identifiers.ts'
import { findActor } from '../acting-for.ts'
import type { Deps } from '../deps.ts'
import { enter } from '../doors.ts'
import { isAllowed } from '../permissions.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { ownDocumentOf } from './visibility.ts'

/** What a page may hear of: the account, the courses that it may read, all visible documents, those of one collection, or one document. */
export type Channel =
  | { readonly kind: 'account' }
  | { readonly kind: 'groups' }
  | { readonly kind: 'documents'; readonly collection?: Collection }
  | { readonly kind: 'document'; readonly collection: Collection; readonly documentId: string }

/**
 * Whether the caller may subscribe to a channel: to documents by the table, to one document only if it is the caller's
 * own or, for an institute, a member's. Each event is checked again when it is sent. Throws user_unauthorized;
 * general_unauthorized_scope for guests.
 */
export async function listenToChannel(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  channel: Channel,
): Promise<void> {
  await enter(actOf(channel), context)
  if (channel.kind !== 'document') return
  const { collection, documentId } = channel
  const actor = findActor(context)
  const own = collectionOf[actor ? 'ORG' : 'STD']
  if (documentId === ownDocumentOf(context) && collection === own) return
  if (!actor || collection !== 'students' || !(await storage.memberships.find(actor.organisationId, documentId)))
    throw new Problem('user_unauthorized')
}

/** Whether a channel that was subscribed is still one that the caller's role could open. Asked at each send. */
export function mayStillHear(context: RequestContext, channel: Channel): boolean {
  return isAllowed(actOf(channel), context)
}

function actOf(channel: Channel) {
  if (channel.kind === 'account' || channel.kind === 'groups') return `channels.${channel.kind}` as const
  return channel.collection ? (`channels.${channel.collection}` as const) : 'channels.documents'
}
