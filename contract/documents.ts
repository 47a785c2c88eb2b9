import { z } from 'zod'
import { countAnswer, dateTimeAnswer, idAnswer } from './answer-parts.ts'
import { collections, databaseId, idPattern, serverMadeId } from './identifiers.ts'
import { refusedAs } from './inputs.ts'
import { createOrganisationInput, organisationAttributes, updateOrganisationInput } from './organisation.ts'
import { createStudentInput, studentAttributes, updateStudentInput } from './student.ts'

/** Documents of protocol §5: the bodies of their calls, and what each viewer is shown (rules §4). */

/** What may be in it depends on the collection: see documentData. */
const data = z.record(z.string(), z.unknown())
const permissions = z.array(z.string().max(256)).max(100).nullish()

export const createDocumentInput = z
  .unknown()
  .refine((body) => !isEmpty(peek(body).data), refusedAs('document_missing_data'))
  .pipe(
    z.strictObject({
      documentId: z.union([z.literal(serverMadeId), z.string().regex(idPattern, 'documentId is not a valid id')]),
      data,
      permissions,
    }),
  )

export const updateDocumentInput = z
  .unknown()
  .refine(
    (body) => !isEmpty(peek(body).data) || (peek(body).permissions ?? null) !== null,
    refusedAs('document_missing_payload'),
  )
  .pipe(z.strictObject({ data: data.optional(), permissions }))

/** What a document is made of, and what one PATCH may change of it, without keys that begin with '$'. */
export const documentData = {
  create: { organisations: createOrganisationInput, students: createStudentInput },
  update: { organisations: updateOrganisationInput, students: updateStudentInput },
} as const

/** The body as it was sent, before it is checked. */
function peek(body: unknown): { readonly data?: unknown; readonly permissions?: unknown } {
  return typeof body === 'object' && body !== null ? body : {}
}

/** True when there is no `data`, or nothing in it (protocol §5). */
function isEmpty(given: unknown): boolean {
  return given === undefined || given === null || (typeof given === 'object' && Object.keys(given).length === 0)
}

/** What the protocol adds to a document, except for guests. */
const system = {
  $id: idAnswer,
  /** A string from response format 1.9.0 on. */
  $sequence: z.union([z.int().min(1), z.string().regex(/^\d+$/)]),
  $databaseId: z.literal(databaseId),
  $collectionId: z.enum(collections),
  $createdAt: dateTimeAnswer,
  $updatedAt: dateTimeAnswer,
  $permissions: z.array(z.string()),
}

const organisation = organisationAttributes.shape
const {
  students: _students,
  members: _members,
  sessionExpiry: _expiry,
  serverTime: _time,
  passKey,
  ...known
} = organisation

/** An organisation's document for those who act for it, and a student's for the institutes that the student is in. */
export const organisationDocument = z.strictObject({ ...system, ...organisation })
const studentDocument = z.strictObject({ ...system, ...studentAttributes.shape })

export const documentAnswer = z.union([
  organisationDocument,
  // For a student who is a member, for other students, and for other organisations.
  z.strictObject({ ...system, ...known }),
  z.strictObject({ ...system, name: organisation.name }),
  z.strictObject(system),
  studentDocument,
  // For guests: the name of an institute code, and the result of a look-up by email.
  z.strictObject({ $id: idAnswer, name: organisation.name }),
  z.strictObject({ $id: idAnswer, passKey }),
])

export const documentListAnswer = z.strictObject({ total: countAnswer, documents: z.array(documentAnswer) })

/** GET /institute/students */
export const instituteStudents = z.strictObject({ total: countAnswer, documents: z.array(studentDocument) })
