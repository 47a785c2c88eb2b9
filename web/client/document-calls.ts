import type { Models } from 'appwrite'
import type { Collection } from '#contract/identifiers.ts'
import { databaseId } from '#contract/identifiers.ts'
import type { OrganisationAttributes } from '#contract/organisation.ts'
import type { StudentAttributes } from '#contract/student.ts'
import { databases } from './appwrite.ts'
import { callServer } from './call-server.ts'

/** The document calls of spec §7. */

export type OrganisationDocument = OrganisationAttributes & { readonly $id: string }
/** `$updatedAt`: date-time of protocol §3, so that text order is the order of time. */
export type StudentDocument = StudentAttributes & { readonly $id: string; readonly $updatedAt: string }
export type DocumentPage<Shown> = { readonly total: number; readonly documents: readonly Shown[] }

/** One document, as far as the caller may see it. `id` must have been checked with idPattern: the SDK puts it into the URL as it is. */
export function getDocument<Shown>(collection: Collection, id: string): Promise<Shown> {
  return callServer(() => databases.getDocument(databaseId, collection, id)) as Promise<Shown>
}

export async function listDocuments<Shown>(collection: Collection, queries: string[]): Promise<DocumentPage<Shown>> {
  const page: unknown = await callServer(() => databases.listDocuments(databaseId, collection, queries))
  return page as DocumentPage<Shown>
}

export function createDocument<Shown>(collection: Collection, id: string, data: object): Promise<Shown> {
  return callServer(() =>
    databases.createDocument(databaseId, collection, id, data as Omit<Models.Document, keyof Models.Document>),
  ) as Promise<Shown>
}

/** `data`: only what changes, one change per call. Returns the whole document. */
export function updateDocument<Shown>(collection: Collection, id: string, data: object): Promise<Shown> {
  return callServer(() => databases.updateDocument(databaseId, collection, id, data)) as Promise<Shown>
}
