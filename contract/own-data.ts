import { z } from 'zod'
import { countAnswer, idAnswer, timeAnswer, wayOfMark } from './answer-parts.ts'
import { cellStatuses } from './course-cells.ts'
import type { ReadOnly } from './read-only.ts'
import { disputeReason } from './receipts.ts'

const text = z.string()
const named = z.strictObject({ id: idAnswer, name: text })
/** The course; null of a class of the whole institute. */
const course = z.strictObject({ id: idAnswer, code: text, title: text }).nullable()
const session = z.strictObject({ id: idAnswer, number: countAnswer, startedAt: timeAnswer, course })

/** What the student's key has signed (docs/evidence.md): absent where no signature is kept. */
const signature = z.strictObject({
  origin: text,
  boundStudentId: idAnswer.nullable(),
  way: wayOfMark,
  place: text,
  nonce: text,
  begunAt: timeAnswer,
  credentialId: text,
  publicKey: text,
  authenticatorData: text,
  clientDataJSON: text,
  signature: text,
})

/** GET /own/data: everything about the calling student, as one file. Times are epoch ms. */
export const ownData = z.strictObject({
  format: z.literal('rollkey own data v1'),
  writtenAt: timeAnswer,
  account: z.strictObject({
    id: idAnswer,
    email: text,
    isEmailVerified: z.boolean(),
    firstName: text,
    lastName: text,
    phoneNumber: text,
    /** As the student registered; each institute has its own. */
    rollNumber: text,
    createdAt: timeAnswer,
    passkeys: z.array(
      z.strictObject({ name: text, credentialId: text, createdAt: timeAnswer, lastUsedAt: timeAnswer.nullable() }),
    ),
  }),
  memberships: z.array(
    z.strictObject({
      organisation: named,
      rollNumber: text,
      joinedAt: timeAnswer,
      /** Both are null while the student is a member. */
      leftAt: timeAnswer.nullable(),
      leftBecause: text.nullable(),
      /** Marks in classes. */
      total: countAnswer,
    }),
  ),
  enrolments: z.array(
    z.strictObject({
      organisationId: idAnswer,
      course: course.unwrap(),
      beginsAt: timeAnswer,
      endsAt: timeAnswer.nullable(),
    }),
  ),
  /** The oldest first. */
  marks: z.array(
    z.strictObject({
      organisationId: idAnswer,
      session,
      way: wayOfMark,
      markedAt: timeAnswer,
      isWithdrawn: z.boolean(),
      /** What the server noted of the passkey. */
      evidence: z.record(text, z.unknown()),
      signature: signature.exactOptional(),
      /** Absent where the student never disputed it. */
      dispute: z.strictObject({ at: timeAnswer, reason: disputeReason, words: text.nullable() }).exactOptional(),
      /** Its receipt: the hash of the mark, which the sealed log has (docs/evidence.md). */
      receipt: text,
    }),
  ),
  /** Absences without a mark of which the student said 'I was there', the oldest first. */
  disputedAbsences: z.array(
    z.strictObject({ organisationId: idAnswer, session, at: timeAnswer, words: text.nullable() }),
  ),
  /** What people of the institutes decided about the student, the oldest first. */
  rulings: z.array(
    z.strictObject({
      organisationId: idAnswer,
      session,
      status: z.enum(cellStatuses),
      reason: text,
      cause: text,
      minutes: countAnswer.nullable(),
      decidedAt: timeAnswer,
    }),
  ),
  receipts: z.strictObject({ byEmail: z.boolean(), browsers: countAnswer }),
  /** The live ones. `address`: the part of it that is kept. */
  logins: z.array(
    z.strictObject({
      createdAt: timeAnswer,
      lastSeenAt: timeAnswer,
      expiresAt: timeAnswer,
      address: text,
      browser: text,
    }),
  ),
})
export type OwnData = ReadOnly<typeof ownData>

/** What of it is read in one go, beside the account. */
export type OwnRecords = Pick<OwnData, 'memberships' | 'enrolments' | 'marks' | 'rulings' | 'disputedAbsences'>
