import type { IncomingHttpHeaders } from 'node:http'
import { databaseId } from '#contract/identifiers.ts'
import type { ViewPage } from '../../../domain/profiles/page.ts'
import type { ProfileView } from '../../../domain/profiles/projections.ts'
import { toDateTime } from '../../http/date-time.ts'

/** A document of protocol §5. Guests get only their few attributes and `$id`. */
export function toDocument(view: ProfileView, headers: IncomingHttpHeaders) {
  if (!view.system) return { $id: view.id, ...view.attributes }
  const { sequence, createdAt, updatedAt, permissions } = view.system
  return {
    $id: view.id,
    $sequence: wantsTextSequence(headers) ? String(sequence) : sequence,
    $databaseId: databaseId,
    $collectionId: view.collection,
    $createdAt: toDateTime(createdAt),
    $updatedAt: toDateTime(updatedAt),
    $permissions: permissions,
    ...view.attributes,
  }
}

export function toDocumentList(page: ViewPage<ProfileView>, headers: IncomingHttpHeaders) {
  return { total: page.total, documents: page.views.map((view) => toDocument(view, headers)) }
}

/** From response format 1.9.0 on, `$sequence` is a string. */
function wantsTextSequence(headers: IncomingHttpHeaders): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(String(headers['x-appwrite-response-format'] ?? '')) ?? []
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 9)
}
