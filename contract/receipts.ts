import { z } from 'zod'
import { idPattern } from './identifiers.ts'
import { type LanguageTag, languageTags } from './languages.ts'

/** What a student is told when a mark of theirs lands. Times are epoch ms. */
export type Receipt = {
  /** With the student it names the mark: there is one of each student in an attendance session. */
  readonly attendanceSessionId: string
  readonly organisationId: string
  readonly organisationName: string
  readonly markedAt: number
  /** The student's marks there up to this one. */
  readonly total: number
  /** The classes there up to this one. */
  readonly classes: number
  /** When the student said that it was somebody else; null while they have not. */
  readonly flaggedAt: number | null
}

/** GET /api/v1/receipts: the newest ones first. */
export type ReceiptList = { readonly receipts: readonly Receipt[] }

/** How many of the newest receipts are told. */
export const latestReceipts = 10

/** POST /api/v1/receipts/flag: 'This was not me'. */
export const flagInput = z.strictObject({
  attendanceSessionId: z
    .string('attendanceSessionId must be text')
    .regex(idPattern, 'attendanceSessionId is not a valid id'),
})

/** GET and PUT /api/v1/receipts/settings. */
export type ReceiptSettings = {
  readonly byEmail: boolean
  /** The key by which push services know this installation (RFC 8292), base64url: `applicationServerKey` of a browser. */
  readonly pushKey: string
}
export const receiptSettingsInput = z.strictObject({ byEmail: z.boolean('byEmail must be true or false') })

/**
 * POST /api/v1/receipts/subscriptions: where a browser takes pushes (Push API), with its keys (RFC 8291): a point on
 * P-256, which is 65 bytes, and 16 bytes.
 */
export const pushSubscriptionInput = z.strictObject({
  endpoint: z.string('endpoint must be text').max(1_024, 'endpoint is too long'),
  keys: z.strictObject({
    p256dh: z.string().regex(/^B[A-Za-z0-9_-]{86}$/, 'p256dh is not a public key'),
    auth: z.string().regex(/^[A-Za-z0-9_-]{22}$/, 'auth is not a secret of 16 bytes'),
  }),
  language: z.enum(languageTags as [LanguageTag, ...LanguageTag[]], 'language is not one that we speak'),
})
export type PushSubscriptionInput = z.output<typeof pushSubscriptionInput>

/** The answer to it: by this id the subscription is ended. */
export type SavedPushSubscription = { readonly subscriptionId: string }

/** What a push carries: what the notice says, and to whose page it leads. */
export type PushedReceipt = Pick<
  Receipt,
  'attendanceSessionId' | 'organisationName' | 'markedAt' | 'total' | 'classes'
> & {
  readonly studentId: string
  readonly language: LanguageTag
}

/** Why a mark is flagged. */
export type FlagReason = 'not-me'

/** GET /api/v1/attendance/flagged: marks of an organisation that their students dispute, newest first. */
export type FlaggedMarks = {
  readonly total: number
  readonly marks: readonly {
    readonly attendanceSessionId: string
    /** Which of the organisation's classes it was: 1 is the first. */
    readonly number: number
    readonly studentId: string
    readonly name: string
    readonly rollNumber: string
    readonly markedAt: number
    readonly flaggedAt: number
    readonly reason: FlagReason
  }[]
}

/** How many flagged marks are told; `total` counts them all. */
export const latestFlaggedMarks = 50
