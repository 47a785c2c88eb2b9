import { type Collection, collectionOf, collections, databaseId, idPattern } from '#contract/identifiers.ts'
import type { Caller } from '../../../domain/accounts/caller.ts'
import type { Change } from '../../../domain/changes/change-feed.ts'
import type { Storage } from '../../../domain/ports.ts'

/** Channel names of protocol §8, and who may subscribe to which (rules §4, Realtime). */

/** The meaning of a channel's name: the account, all visible documents, those of one collection, or one document. */
export type Channel =
  | { readonly kind: 'account' }
  | { readonly kind: 'documents'; readonly collection?: Collection; readonly documentId?: string }

const prefix = `databases.${databaseId}.collections.`

/** Undefined for unknown names. */
export function parseChannel(name: string): Channel | undefined {
  if (name === 'account') return { kind: 'account' }
  if (name === 'documents') return { kind: 'documents' }
  const collection = collections.find((one) => name.startsWith(`${prefix}${one}.documents`))
  if (!collection) return undefined
  const rest = name.slice(`${prefix}${collection}.documents`.length)
  if (rest === '') return { kind: 'documents', collection }
  const documentId = rest.slice(1)
  return rest.startsWith('.') && idPattern.test(documentId) ? { kind: 'documents', collection, documentId } : undefined
}

/** Whether this caller may subscribe. Each event is checked again when it is sent. */
export async function mayListen(storage: Storage, { account }: Caller, channel: Channel): Promise<boolean> {
  if (channel.kind === 'account') return true
  if (!account.isEmailVerified || account.label === null) return false
  const { collection, documentId } = channel
  if (documentId === undefined) return account.label === 'ORG' || (collection ?? 'students') === 'students'
  if (documentId === account.id) return collection === collectionOf[account.label]
  if (account.label !== 'ORG' || collection !== 'students') return false
  return (await storage.memberships.find(account.id, documentId)) !== undefined
}

/** Whether the event belongs to this channel. The caller has already checked that the account is the listener's own. */
export function matches(channel: Channel, change: Change): boolean {
  if (!('collection' in change)) return channel.kind === 'account'
  const { collection, id } = change
  return (
    channel.kind === 'documents' &&
    (channel.collection ?? collection) === collection &&
    (channel.documentId ?? id) === id
  )
}
