import type { Models } from 'appwrite'
import type { Collection } from '#contract/identifiers.ts'
import { databaseId } from '#contract/identifiers.ts'
import type { OrganisationAttributes } from '#contract/organisation.ts'
import type { StudentAttributes } from '#contract/student.ts'
import { databases } from './appwrite.ts'
import { type AppwriteAnswer, callAppwrite } from './call-appwrite.ts'

/** The document calls of spec §7. */

type Documents = '/databases/:databaseId/collections/:collectionId/documents'
type OneDocument = `${Documents}/:documentId`

/** Every view of a document that the server answers (rules §4). */
type Answered = AppwriteAnswer<`GET ${OneDocument}`>
type OrganisationView = Extract<Answered, { readonly classes: number }>

/** An organisation's own document. */
export type OrganisationDocument = Pick<
  Extract<OrganisationView, { readonly members: number }>,
  '$id' | keyof OrganisationAttributes
>
/** An organisation as one of its students sees it. */
export type InstituteDocument = Pick<
  OrganisationView,
  '$id' | 'name' | 'email' | 'phoneNumber' | 'addressLine1' | 'addressLine2' | 'city' | 'state' | 'classes'
>
/** `$updatedAt`: date-time of protocol §3, so that text order is the order of time. */
export type StudentDocument = Pick<
  Extract<Answered, { readonly rollNumber: string }>,
  '$id' | '$updatedAt' | keyof StudentAttributes
>
type Shown = OrganisationDocument | InstituteDocument | StudentDocument
export type DocumentPage<View extends Shown> = { readonly total: number; readonly documents: readonly View[] }

/** One document, as far as the caller may see it. `id` must have been checked with idPattern: the SDK puts it into the URL as it is. */
export async function getDocument<View extends Shown>(collection: Collection, id: string): Promise<View> {
  const found = await callAppwrite<`GET ${OneDocument}`>(() => databases.getDocument(databaseId, collection, id))
  return found as Answered & View
}

export async function listDocuments<View extends Shown>(
  collection: Collection,
  queries: string[],
): Promise<DocumentPage<View>> {
  const { total, documents } = await callAppwrite<`GET ${Documents}`>(() =>
    databases.listDocuments(databaseId, collection, queries),
  )
  return { total, documents: documents as readonly (Answered & View)[] }
}

export async function createDocument(collection: Collection, id: string, data: object): Promise<void> {
  await callAppwrite<`POST ${Documents}`>(() =>
    databases.createDocument(databaseId, collection, id, data as Omit<Models.Document, keyof Models.Document>),
  )
}

/** `data`: only what changes, one change per call. Returns the whole document. */
export async function updateDocument<View extends Shown>(
  collection: Collection,
  id: string,
  data: object,
): Promise<View> {
  const changed = await callAppwrite<`PATCH ${OneDocument}`>(() =>
    databases.updateDocument(databaseId, collection, id, data),
  )
  return changed as Answered & View
}
