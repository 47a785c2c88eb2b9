import { type Collection, databaseId } from '#contract/identifiers.ts'
import type { AccountChange, AccountEvent } from '../../../domain/changes/change-feed.ts'

/**
 * The names of a document's event (protocol §8): the four prefixes of its path, each with every combination of its ids
 * replaced by '*'. The concrete name with the action comes first.
 */
export function documentEventNames(collection: Collection, documentId: string, action: 'create' | 'update'): string[] {
  const databases = [`databases.${databaseId}`, 'databases.*']
  const inCollections = databases.flatMap((one) => [`${one}.collections.${collection}`, `${one}.collections.*`])
  const inDocuments = inCollections.flatMap((one) => [`${one}.documents.${documentId}`, `${one}.documents.*`])
  return [...inDocuments.map((one) => `${one}.${action}`), ...inDocuments, ...inCollections, ...databases]
}

export function documentChannels(collection: Collection, documentId: string): string[] {
  const ofCollection = `databases.${databaseId}.collections.${collection}.documents`
  return ['documents', ofCollection, `${ofCollection}.${documentId}`]
}

/** The names of the event of a group, which the product has beside those of upstream (protocol §8). */
export function groupEventNames(groupId: string | null): string[] {
  const groups = groupId === null ? ['groups.*'] : [`groups.${groupId}`, 'groups.*']
  return [...groups.map((one) => `${one}.update`), ...groups]
}

/** The names of an account's event (protocol §8), made in the same way. */
export function accountEventNames({ accountId, event }: AccountChange): string[] {
  const users = [`users.${accountId}`, 'users.*']
  const parts = users.flatMap((one) => partsOf(event).map((part) => `${one}.${part}`))
  return [...parts.map((one) => `${one}.${event.action}`), ...parts, ...users]
}

function partsOf(event: AccountEvent): string[] {
  if (event.of === 'account') return ['update']
  if (event.of === 'session') return [`sessions.${event.session.id}`, 'sessions.*']
  return [`${event.token.purpose}.${event.token.id}`, `${event.token.purpose}.*`]
}

export function accountChannels(accountId: string): string[] {
  return ['account', `account.${accountId}`]
}
