import { z } from 'zod'
import { countAnswer, dateTimeAnswer, idAnswer } from './answer-parts.ts'
import { collections, databaseId } from './identifiers.ts'
import { organisationAttributes } from './organisation.ts'
import { studentAttributes } from './student.ts'

/** Documents of protocol §5, as each viewer is shown them (rules §4). */

/** What the protocol adds to a document, but for guests. */
const system = {
  $id: idAnswer,
  /** Text from response format 1.9.0 on. */
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

export const documentAnswer = z.union([
  z.strictObject({ ...system, ...organisation }),
  // To a student who is a member, to other students, and to other organisations.
  z.strictObject({ ...system, ...known }),
  z.strictObject({ ...system, name: organisation.name }),
  z.strictObject(system),
  z.strictObject({ ...system, ...studentAttributes.shape }),
  // To guests: the name behind an institute code, and what a look-up by email tells.
  z.strictObject({ $id: idAnswer, name: organisation.name }),
  z.strictObject({ $id: idAnswer, passKey }),
])

export const documentListAnswer = z.strictObject({ total: countAnswer, documents: z.array(documentAnswer) })
