/** Paired screens (decision 41). Times are epoch ms. */

/** A browser that asks to become a screen. It belongs to no account, and is gone after ten minutes. */
export type WaitingPairing = {
  /** What the screen shows, and a person types. */
  readonly code: string
  /** Of the cookie of the browser. */
  readonly tokenHash: string
  /** SPKI, base64url. */
  readonly publicKey: string
  readonly addressPrefix: string
  readonly userAgent: string
  readonly askedAt: number
  readonly expiresAt: number
}

/** Why a screen was ended before its time. 'copied': two browsers used it. 'approver-left': the work of its teacher has ended. */
export type ScreenEnd = 'by-institute' | 'new-password' | 'copied' | 'approver-left'

/** A screen that an institute has approved. */
export type Screen = {
  readonly id: string
  readonly organisationId: string
  readonly name: string
  /** The room whose sessions it shows; null: the classes of the whole institute, or its teacher’s own sessions. */
  readonly roomId: string | null
  readonly publicKey: string
  readonly addressPrefix: string
  readonly userAgent: string
  readonly approvedAt: number
  readonly endsAt: number
  /** The clock's time when its newest request came; null before the first. */
  readonly lastSeenAt: number | null
  /** The highest counter of its requests. */
  readonly counter: number
  /** Of that request. */
  readonly signature: string
  /** Null while it was not ended before its time. */
  readonly endedBecause: ScreenEnd | null
}

/** The same with who approved it. It has ended as 'approver-left' while its teacher does not work at the institute, stored or not. */
export type KnownScreen = Screen & {
  /** The account; null in rows of earlier versions. */
  readonly approvedBy: string | null
  /** The account of the teacher who approved it: it shows what this person may show now. Null for a screen of the institute. */
  readonly teacherId: string | null
}

export type ScreenStore = {
  /** Stores a pairing, and removes those that are over. */
  readonly ask: (pairing: WaitingPairing) => Promise<void>
  /** The pairing that waits under this code, with the clock's time. */
  readonly findWaiting: (code: string) => Promise<{ pairing: WaitingPairing; now: number } | undefined>
  readonly isWaiting: (tokenHash: string) => Promise<boolean>
  /** Takes a waiting pairing away: a code is approved once. */
  readonly takeWaiting: (code: string) => Promise<WaitingPairing | undefined>
  readonly insert: (screen: Screen, tokenHash: string, approvedBy: string) => Promise<void>
  /** The screen whose cookie this is, ended or not, with the clock's time. */
  readonly findByToken: (tokenHash: string) => Promise<{ screen: KnownScreen; now: number } | undefined>
  /** Notes a request whose counter is higher than all before it. False for any other, and for a screen that has ended. */
  readonly advance: (id: string, request: Pick<Screen, 'counter' | 'signature'>) => Promise<boolean>
  /** The screen, locked until the transaction ends. */
  readonly lock: (id: string) => Promise<KnownScreen | undefined>
  /** The same. `mayShow`: a teacher’s may show this session now; the institute’s may show each that runs before it. */
  readonly lockToMark: (
    id: string,
    attendanceSessionId: string,
  ) => Promise<{ readonly screen: KnownScreen; readonly mayShow: boolean } | undefined>
  /**
   * Those of the organisation that are paired, and those that were stopped as copied; the newest first. `approvedBy`: of one account.
   * `teacherName`: null for a screen of the institute.
   */
  readonly list: (
    organisationId: string,
    approvedBy?: string,
  ) => Promise<(KnownScreen & { readonly teacherName: string | null })[]>
  readonly change: (id: string, screen: Pick<Screen, 'name' | 'roomId'>) => Promise<void>
  readonly end: (id: string, because: ScreenEnd) => Promise<void>
  /** Ends those of the organisation that are paired. */
  readonly endAll: (organisationId: string, because: ScreenEnd) => Promise<void>
}
