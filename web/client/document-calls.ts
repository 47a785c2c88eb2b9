import { appwriteAddress } from '#contract/addresses.ts'
import type { Collection } from '#contract/identifiers.ts'
import { databaseId } from '#contract/identifiers.ts'
import type { OrganisationAttributes } from '#contract/organisation.ts'
import type { StudentAttributes } from '#contract/student.ts'
import { type AppwriteAnswer, callAppwrite } from './call-appwrite.ts'
import { takeSettledRead } from './first-reads.ts'

/** The document calls of spec §7. */

const all = '/databases/:databaseId/collections/:collectionId/documents'
const one = `${all}/:documentId`

/** Every view of a document that the server answers (rules §4). */
type Answered = AppwriteAnswer<`GET ${typeof one}`>
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

/** What narrows a list: a page of it, or who is wanted (protocol §5). */
export type DocumentQuery =
  | { readonly method: 'limit' | 'offset'; readonly values: readonly [number] }
  | { readonly method: 'equal'; readonly attribute: string; readonly values: readonly [string] }
  | { readonly method: 'or'; readonly values: readonly DocumentQuery[] }

/** The page of a list that begins after `offset` documents. */
export function pageOf(limit: number, offset: number): DocumentQuery[] {
  return [
    { method: 'limit', values: [limit] },
    { method: 'offset', values: [offset] },
  ]
}

/** One document, as far as the caller may see it. */
export async function getDocument<View extends Shown>(collection: Collection, id: string): Promise<View> {
  return (await callAppwrite(`GET ${one}`, { ...of(collection), documentId: id })) as Answered & View
}

/** The same, if the page's first script has read it. */
export function documentAtOnce<View extends Shown>(collection: Collection, id: string): View | undefined {
  return takeSettledRead(appwriteAddress(`GET ${one}`, { ...of(collection), documentId: id }))
}

export async function listDocuments<View extends Shown>(
  collection: Collection,
  queries: readonly DocumentQuery[],
): Promise<DocumentPage<View>> {
  const { total, documents } = await callAppwrite(`GET ${all}`, of(collection), undefined, asked(queries))
  return { total, documents: documents as readonly (Answered & View)[] }
}

/** The same, if the page's first script has read it. */
export function listAtOnce<View extends Shown>(
  collection: Collection,
  queries: readonly DocumentQuery[],
): DocumentPage<View> | undefined {
  return takeSettledRead(`${appwriteAddress(`GET ${all}`, of(collection))}?${asked(queries)}`)
}

function asked(queries: readonly DocumentQuery[]): URLSearchParams {
  return new URLSearchParams(queries.map((query, at) => [`queries[${at}]`, JSON.stringify(query)]))
}

export async function createDocument(
  collection: Collection,
  id: string,
  data: Readonly<Record<string, unknown>>,
): Promise<void> {
  await callAppwrite(`POST ${all}`, of(collection), { documentId: id, data })
}

/** `data`: only what changes, one change per call. Returns the whole document. */
export async function updateDocument<View extends Shown>(
  collection: Collection,
  id: string,
  data: Readonly<Record<string, unknown>>,
): Promise<View> {
  return (await callAppwrite(`PATCH ${one}`, { ...of(collection), documentId: id }, { data })) as Answered & View
}

function of(collectionId: Collection) {
  return { databaseId, collectionId }
}
