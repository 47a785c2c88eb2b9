import type { FastifyRequest } from 'fastify'
import { databaseId } from '#contract/identifiers.ts'
import type { ViewPage } from '../../../domain/profiles/page.ts'
import type { ProfileView } from '../../../domain/profiles/projections.ts'
import { toDateTime } from '../../date-time.ts'

/** A document of protocol §5. Guests get their few attributes and `$id`, nothing else. */
export function toDocument(view: ProfileView, request: FastifyRequest) {
  if (!view.system) return { $id: view.id, ...view.attributes }
  const { sequence, createdAt, updatedAt } = view.system
  return {
    $id: view.id,
    $sequence: wantsTextSequence(request) ? String(sequence) : sequence,
    $databaseId: databaseId,
    $collectionId: view.collection,
    $createdAt: toDateTime(createdAt),
    $updatedAt: toDateTime(updatedAt),
    $permissions: [],
    ...view.attributes,
  }
}

export function toDocumentList(page: ViewPage<ProfileView>, request: FastifyRequest) {
  return { total: page.total, documents: page.views.map((view) => toDocument(view, request)) }
}

/** From response format 1.9.0 on, `$sequence` is text. */
function wantsTextSequence(request: FastifyRequest): boolean {
  const [, major, minor] = /^(\d+)\.(\d+)\./.exec(String(request.headers['x-appwrite-response-format'] ?? '')) ?? []
  return Number(major) > 1 || (Number(major) === 1 && Number(minor) >= 9)
}
