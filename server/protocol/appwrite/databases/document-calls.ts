import type { FastifyRequest } from 'fastify'
import type { z } from 'zod'
import { documentData } from '#contract/documents.ts'
import { type Collection, collections, databaseId, serverMadeId } from '#contract/identifiers.ts'
import { assertMayCreate, createOrganisation, createStudent } from '../../../domain/client-calls/create-profile.ts'
import { deleteProfile } from '../../../domain/client-calls/delete-profile.ts'
import { updateOrganisation, updateStudent } from '../../../domain/client-calls/update-profile.ts'
import { assertMayChange } from '../../../domain/client-calls/visibility.ts'
import { choose, type Door } from '../../../domain/doors.ts'
import type { WantedAttendance } from '../../../domain/marks/mark-member.ts'
import { Problem } from '../../../domain/problem.ts'
import { getOrganisation } from '../../../domain/profiles/read-organisations.ts'
import { getStudent } from '../../../domain/profiles/read-students.ts'
import { requireRegisteringAccountId } from '../../../domain/request-context.ts'
import type { ProfileView } from '../../../domain/views/projections.ts'
import type { CallDeps } from '../../http/call.ts'
import { parseInput } from '../../http/parse-input.ts'
import { readId } from '../../http/read-id.ts'
import type { AppwriteHandlers } from '../appwrite-handlers.ts'
import { readAttendance } from './attendance-text.ts'
import { toDocument, toDocumentList } from './document-model.ts'
import { defaultPermissions, readPermissions } from './document-permissions.ts'
import { findDocuments } from './list-documents.ts'
import { readQueries, refuseQueries } from './read-queries.ts'

/** The document calls of protocol §5, by name. */
export const documentCalls = {
  async 'GET /databases/:databaseId/collections/:collectionId/documents'(deps, door, address, { request }) {
    const collection = readCollection(address)
    const search = searchOf(request)
    const page = await findDocuments(deps, door, collection, readQueries(collection, search))
    const wanted = search.get('total') === 'false' ? { ...page, total: 0 } : page
    return toDocumentList(wanted, request.headers)
  },
  async 'GET /databases/:databaseId/collections/:collectionId/documents/:documentId'(deps, door, address, { request }) {
    const collection = readCollection(address)
    await choose(door, `${collection}.get`)
    refuseQueries(searchOf(request))
    const id = readId(address, 'documentId')
    const found = await (collection === 'organisations'
      ? getOrganisation(deps, await choose(door, 'organisations.get'), id)
      : getStudent(deps, await choose(door, 'students.get'), id))
    return toDocument(found, request.headers)
  },
  async 'POST /databases/:databaseId/collections/:collectionId/documents'(deps, door, input, { request }) {
    const collection = readCollection(input)
    await choose(door, `${collection}.create`)
    // A profile has the id of its account.
    if (input.documentId !== serverMadeId && input.documentId !== requireRegisteringAccountId(door)) {
      throw new Problem('malformed-argument', { message: 'documentId must be the id of your account.' })
    }
    const given = input.permissions ? readPermissions(door, input.permissions) : defaultPermissions(door)
    const created = await createProfile(deps, door, collection, withoutSystemKeys(input.data), given)
    return toDocument(created, request.headers)
  },
  async 'PATCH /databases/:databaseId/collections/:collectionId/documents/:documentId'(deps, door, input, { request }) {
    const attributes = withoutSystemKeys(input.data ?? {})
    const collection = readCollection(input)
    const id = readId({ documentId: input.documentId }, 'documentId')
    const updated = await (collection === 'organisations'
      ? updateOrganisation(deps, door, id, await readUpdate(documentData.update.organisations))
      : updateStudent(deps, door, id, readMark(await readUpdate(documentData.update.students))))
    return toDocument(updated, request.headers)

    async function readUpdate<Schema extends IntentSchema>(schema: Schema) {
      const update = understand(() => {
        const permissions = input.permissions && { permissions: readPermissions(door, input.permissions) }
        if (permissions && Object.keys(attributes).length === 0) return permissions
        return { ...parseIntent(schema, attributes), ...permissions }
      })
      if (!(update instanceof Problem)) return update
      await assertMayChange(deps.storage, door, collection, id, !input.permissions)
      throw update
    }
  },
  async 'DELETE /databases/:databaseId/collections/:collectionId/documents/:documentId'(deps, door, address) {
    await deleteProfile(deps, door, readCollection(address), readId(address, 'documentId'))
  },
} satisfies Partial<AppwriteHandlers>

function searchOf({ url }: FastifyRequest): URLSearchParams {
  return new URL(url, 'http://rollkey').searchParams
}

async function createProfile(
  deps: CallDeps,
  door: Door<`${Collection}.create`>,
  collection: Collection,
  attributes: Readonly<Record<string, unknown>>,
  permissions: readonly string[],
): Promise<ProfileView> {
  if (collection === 'organisations') {
    const {
      classes: _classes,
      students: _students,
      passKey: _passKey,
      addressLine2,
      ...given
    } = await readProfile(documentData.create.organisations)
    return createOrganisation(deps, await choose(door, 'organisations.create'), {
      ...given,
      addressLine2: addressLine2 ?? '',
      permissions,
    })
  }
  const {
    organisation,
    attendance: _attendance,
    passKey: _passKey,
    ...given
  } = await readProfile(documentData.create.students)
  return createStudent(deps, await choose(door, 'students.create'), {
    ...given,
    instituteCode: organisation[0] ?? '',
    permissions,
  })

  async function readProfile<Schema extends z.ZodType>(schema: Schema): Promise<z.output<Schema>> {
    const profile = understand(() => parseInput(schema, attributes, 'document_invalid_structure'))
    if (!(profile instanceof Problem)) return profile
    await assertMayCreate(deps.storage, door, collection)
    throw profile
  }
}

/** The same update with its attendance read, where it has one. */
function readMark<Update extends object>(update: Update): WithMark<Update> {
  const isMark = 'attendance' in update && typeof update.attendance === 'string'
  return (isMark ? { ...update, attendance: readAttendance(String(update.attendance)) } : update) as WithMark<Update>
}
type WithMark<Update> = Update extends { attendance: string }
  ? Omit<Update, 'attendance'> & { readonly attendance: WantedAttendance }
  : Update

/** The input, or the reason why it was refused. Only a caller who may do the act learns that reason. */
function understand<T>(read: () => T): T | Problem {
  try {
    return read()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

type IntentSchema = z.ZodUnion<readonly z.ZodObject[]>

/** A PATCH changes exactly one attribute. The schema of that attribute explains a wrong value. */
function parseIntent<Schema extends IntentSchema>(
  schema: Schema,
  attributes: Readonly<Record<string, unknown>>,
): z.output<Schema> {
  const intent = schema.options.find((option) => Object.keys(option.shape)[0] === Object.keys(attributes)[0])
  if (!intent || Object.keys(attributes).length !== 1) {
    throw new Problem('malformed-document', {
      message: 'An update must change exactly one attribute that can be changed.',
    })
  }
  return parseInput(intent, attributes, 'document_invalid_structure') as z.output<Schema>
}

/** Keys that begin with `$` are not attributes (protocol §5): clients may send a document back as they received it. */
function withoutSystemKeys(attributes: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(attributes).filter(([key]) => !key.startsWith('$')))
}

function readCollection(params: { readonly databaseId: string; readonly collectionId: string }): Collection {
  if (params.databaseId !== databaseId) throw new Problem('database_not_found')
  const collection = collections.find((one) => one === params.collectionId)
  if (!collection) throw new Problem('collection_not_found')
  return collection
}
