import { type Collection, databaseId } from '#contract/identifiers.ts'

/**
 * The names of a document's event (protocol §8): the four prefixes of its path, each with every combination of its ids
 * replaced by '*'; the concrete one with the action comes first.
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
