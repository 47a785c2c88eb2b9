import type { LanguageTag } from '#contract/languages.ts'
import type { Receipt, ReceiptList } from '#contract/receipts.ts'
import type { Audience } from '../changes/change-feed.ts'

/** The ways in which a student wants to hear of a mark, besides in the open app. */
export type ReceiptWishes = { readonly byEmail: boolean; readonly byPush: boolean }

/** A browser that takes pushes for a student. Times are epoch ms. */
export type PushSubscription = {
  readonly id: string
  readonly studentId: string
  /** The login session that asked for it last: when that session ends, the subscription ends too. */
  readonly loginSessionId: string
  /** Where the push service takes messages for it. With this address and the keys, anyone can send to that browser. */
  readonly endpoint: string
  /** The browser's public key and secret (RFC 8291), base64url. */
  readonly p256dh: string
  readonly auth: string
  readonly language: LanguageTag
  /** When that browser last confirmed that it still wants pushes. */
  readonly confirmedAt: number
}

export type PushSubscriptionStore = {
  /** Stores it, and replaces one with the same endpoint, of any student. Returns its id. */
  readonly save: (subscription: PushSubscription) => Promise<string>
  readonly find: (id: string) => Promise<PushSubscription | undefined>
  /** Of these students. */
  readonly idsOf: (studentIds: readonly string[]) => Promise<Pick<PushSubscription, 'id' | 'studentId'>[]>
  readonly remove: (id: string) => Promise<void>
  /** Returns false, and changes nothing, when the student has none with this id. */
  readonly removeOwn: (id: string, studentId: string) => Promise<boolean>
  /** Deletes those beyond `keep` whose last confirmation is oldest. */
  readonly trim: (studentId: string, keep: number) => Promise<void>
}

export type ReceiptStore = {
  /** The receipt of the student's mark in that attendance session. */
  readonly find: (studentId: string, attendanceSessionId: string) => Promise<Receipt | undefined>
  /** The student's newest receipts, newest first. */
  readonly listOf: (studentId: string, limit: number) => Promise<Receipt[]>
  /** The running classes of the student's institutes in which the student has no mark, withdrawn or not. */
  readonly listUnmarked: (studentId: string) => Promise<NonNullable<ReceiptList['unmarked']>>
  /** The sessions that run in the student's institutes and courses. */
  readonly listRunning: (studentId: string) => Promise<NonNullable<ReceiptList['running']>>
  /** Whom a session of this group is told to, as `listRunning` tells it. */
  readonly listExpected: (groupId: string) => Promise<ReadonlySet<Audience>>
  /** The student's institutes that had held classes when the student joined. */
  readonly listJoinedAfter: (studentId: string) => Promise<NonNullable<ReceiptList['joinedAfter']>>
  readonly wantsEmail: (studentId: string) => Promise<boolean>
  readonly setWantsEmail: (studentId: string, wantsEmail: boolean) => Promise<void>
}
