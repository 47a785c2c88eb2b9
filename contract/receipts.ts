import { z } from 'zod'
import { countAnswer, idAnswer, timeAnswer, wayOfMark } from './answer-parts.ts'
import { cellStatuses } from './course-cells.ts'
import { idPattern } from './identifiers.ts'
import { textInput } from './inputs.ts'
import { type LanguageTag, languageTags } from './languages.ts'
import type { ReadOnly } from './read-only.ts'
import { cellStatus, toldRuling } from './rulings.ts'
import { maxDisputeWordsLength } from './text-fields.ts'

/** Why a cell is disputed. 'not-me': of a mark, it was another person. 'was-there': of an absence, the student was there. */
export const disputeReason = z.enum(['not-me', 'was-there'])
export type DisputeReason = z.output<typeof disputeReason>

/** What a student reads of the dispute of an own cell. */
export const toldDispute = z.strictObject({
  /** When the student disputed it; null while they have not, once they took it back, and once it is answered. */
  flaggedAt: timeAnswer.nullable(),
  /** The dispute that its student may begin; absent where there is none, as while one is open. */
  mayDispute: disputeReason.exactOptional(),
  /** What the student said to the open dispute; absent without words. */
  flagWords: z.string().exactOptional(),
})
export type ToldDispute = ReadOnly<typeof toldDispute>

/** POST /receipts/flag and /receipts/unflag: the dispute, and what was decided last; absent where nothing was. */
export const disputeAnswer = z.strictObject({
  ...toldDispute.shape,
  ruling: z.strictObject({ status: cellStatus, reason: z.string() }).exactOptional(),
})
export type DisputeAnswer = ReadOnly<typeof disputeAnswer>

/** What a mark in a course is for its student. 'guest' and 'after-closing' count nowhere. */
const receiptState = z.enum([...cellStatuses, 'after-closing', 'guest'])
export type ReceiptState = z.output<typeof receiptState>

const ofAnyMark = z.strictObject({
  /** Together with the student it identifies the mark: a student has one mark at most in an attendance session. */
  attendanceSessionId: idAnswer,
  organisationId: idAnswer,
  organisationName: z.string(),
  markedAt: timeAnswer,
  ...toldDispute.shape,
  /** The student's signature is kept, so there is an evidence file; absent where there is none. */
  isSigned: z.literal(true).exactOptional(),
  /**
   * The hash of the mark, and the head of the audit log ('position:hash') when this was read: a log that is rewritten later
   * does not have it. Absent while nothing is sealed.
   */
  proof: z.strictObject({ mark: z.string(), head: z.string() }).exactOptional(),
  /** How the mark was made; absent where it was at the institute's screen. */
  way: wayOfMark.exclude(['screen']).exactOptional(),
  /** Why the institute made it by hand; absent for a mark of another way. */
  handReason: z.string().exactOptional(),
})

/** The receipt of a mark, for its student. Times are epoch ms. */
export const receipt = z.union([
  z.strictObject({
    ...ofAnyMark.shape,
    /** The student's marks there up to this one. */
    total: countAnswer,
    /** The attendance sessions there up to this one. */
    classes: countAnswer,
    /** The last one; absent where there is none. */
    ruling: toldRuling.exactOptional(),
  }),
  z.strictObject({
    ...ofAnyMark.shape,
    /** Of which session of which course the mark is. */
    course: z.strictObject({ id: idAnswer, title: z.string(), number: countAnswer, state: receiptState }),
    /** The last one; absent where there is none, and where a roll call said it. */
    ruling: z.strictObject({ ...toldRuling.shape, status: cellStatus }).exactOptional(),
  }),
])
export type Receipt = ReadOnly<typeof receipt>
export type ClassReceipt = Exclude<Receipt, { readonly course: unknown }>
export type CourseReceipt = Extract<Receipt, { readonly course: unknown }>

/** A person of the institute has decided since that the mark does not count. */
export const isWithdrawn = (mark: Receipt): boolean =>
  'course' in mark ? mark.course.state === 'absent' : mark.ruling?.status === 'absent'

/** GET /receipts: the newest ones first, and where a mark may still come now. */
export const receiptList = z.strictObject({
  receipts: z.array(receipt),
  /**
   * The classes that run at the student's institutes without a mark of the student: they are not yet missed (decision 31). Absent
   * from an older server.
   */
  unmarked: z.array(z.strictObject({ organisationId: idAnswer, number: countAnswer })).exactOptional(),
  /**
   * Of the student's institutes, where classes were over at the joining: when that was, and the number of the last one. Absent from an
   * older server.
   */
  joinedAfter: z
    .array(z.strictObject({ organisationId: idAnswer, joinedAt: timeAnswer, after: countAnswer }))
    .exactOptional(),
  /** The sessions that run where the student is expected, the first to end before the others. Absent from an older server. */
  running: z
    .array(
      z.strictObject({
        attendanceSessionId: idAnswer,
        organisationName: z.string(),
        /** Absent in a class. */
        courseTitle: z.string().exactOptional(),
        endsAt: timeAnswer,
        /** Its name. */
        room: z.string().nullable(),
        hasRoomCode: z.boolean(),
        /** What holds in the student's cell of a course, also without a mark; absent while nothing does. */
        status: cellStatus.exactOptional(),
      }),
    )
    .exactOptional(),
  /** The student is or was enrolled in a course; absent where there is none. */
  hasCourses: z.literal(true).exactOptional(),
})
export type ReceiptList = ReadOnly<typeof receiptList>

/** How many of the newest receipts the answer has. */
export const latestReceipts = 10

const sessionIdInput = z
  .string('attendanceSessionId must be text')
  .regex(idPattern, 'attendanceSessionId is not a valid id')

/** POST /receipts/flag: 'This was not me'; of an absence, 'I was there', with words if the student has any. */
export const disputeInput = z
  .strictObject({
    attendanceSessionId: sessionIdInput,
    reason: disputeReason.default('not-me'),
    words: textInput('words', maxDisputeWordsLength).exactOptional(),
  })
  .refine(({ reason, words }) => words === undefined || reason === 'was-there', 'words go with the reason was-there')
export type Dispute = Omit<z.output<typeof disputeInput>, 'attendanceSessionId'>

/** POST /receipts/unflag: the student takes a dispute back that is not answered yet. */
export const takeDisputeBackInput = z.strictObject({ attendanceSessionId: sessionIdInput })

/** GET and PUT /receipts/settings. */
export const receiptSettings = z.strictObject({
  byEmail: z.boolean(),
  /** The key by which push services know this installation (RFC 8292), base64url: `applicationServerKey` of a browser. */
  pushKey: z.string(),
})
export type ReceiptSettings = ReadOnly<typeof receiptSettings>
export const receiptSettingsInput = z.strictObject({ byEmail: z.boolean('byEmail must be true or false') })

/**
 * POST /receipts/subscriptions: the address for pushes (Push API) and its keys (RFC 8291): a point on P-256, which is
 * 65 bytes, and 16 bytes.
 */
export const pushSubscriptionInput = z.strictObject({
  endpoint: z.string('endpoint must be text').max(1_024, 'endpoint is too long'),
  keys: z.strictObject({
    p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}$/, 'p256dh is not a public key'),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'auth is not a secret of 16 bytes'),
  }),
  language: z.enum(languageTags as [LanguageTag, ...LanguageTag[]], 'language is not one that Rollkey has'),
})
export type PushSubscriptionInput = z.output<typeof pushSubscriptionInput>

/** The answer: with this id the subscription can be ended. */
export const savedPushSubscription = z.strictObject({ subscriptionId: idAnswer })
export type SavedPushSubscription = ReadOnly<typeof savedPushSubscription>

type PushedTo = Pick<Receipt, 'attendanceSessionId' | 'organisationName' | 'markedAt'> & {
  readonly studentId: string
  readonly language: LanguageTag
}
type PushedClass = PushedTo & Pick<ClassReceipt, 'total' | 'classes'>
export type PushedCourse = PushedTo & { readonly course: Omit<CourseReceipt['course'], 'id'> }
/** The content of a push: the values of the notice, and whose page it leads to. */
export type PushedReceipt = PushedClass | PushedCourse

/** GET /attendance/flagged: cells whose students wait for an answer, in the groups of the caller, the oldest dispute first. */
export const openDisputes = z.strictObject({
  total: countAnswer,
  disputes: z.array(
    z.strictObject({
      attendanceSessionId: idAnswer,
      /** Of the session in its group: 1 is the first. */
      number: countAnswer,
      startedAt: timeAnswer,
      /** Null: a class of the whole institute. */
      course: z.strictObject({ id: idAnswer, code: z.string(), title: z.string() }).nullable(),
      studentId: idAnswer,
      personId: idAnswer,
      name: z.string(),
      rollNumber: z.string(),
      /** Null: there is no mark. */
      markedAt: timeAnswer.nullable(),
      flaggedAt: timeAnswer,
      reason: disputeReason,
      /** The student's own words; absent without them. */
      words: z.string().exactOptional(),
    }),
  ),
})
export type OpenDisputes = ReadOnly<typeof openDisputes>

/** How many disputes the answer has; `total` counts them all. */
export const mostOpenDisputes = 50
