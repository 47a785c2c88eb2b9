import { collections, databaseId, idPattern } from '#contract/identifiers.ts'
import type { Change } from '../../../domain/changes/change-feed.ts'
import type { Channel } from '../../../domain/client-calls/listen-to-channel.ts'

/** Channel names of protocol §8. */

const prefix = `databases.${databaseId}.collections.`

/** Undefined for unknown names. */
export function parseChannel(name: string): Channel | undefined {
  if (name === 'account' || name === 'groups' || name === 'documents') return { kind: name }
  const collection = collections.find((one) => name.startsWith(`${prefix}${one}.documents`))
  if (!collection) return undefined
  const rest = name.slice(`${prefix}${collection}.documents`.length)
  if (rest === '') return { kind: 'documents', collection }
  const documentId = rest.slice(1)
  return rest.startsWith('.') && idPattern.test(documentId) ? { kind: 'document', collection, documentId } : undefined
}

/** Whether the event belongs to this channel. The caller has already checked that the account is the listener's own. */
export function matches(channel: Channel, change: Change): boolean {
  if ('groupId' in change) return channel.kind === 'groups'
  if (!('collection' in change)) return channel.kind === 'account'
  const { collection, id } = change
  if (channel.kind === 'account' || channel.kind === 'groups' || (channel.collection ?? collection) !== collection)
    return false
  return channel.kind === 'documents' || channel.documentId === id
}
