/** What the database's clock would have said without a jump, and what it said. Epoch ms. */
export type ClockJump = { readonly before: number; readonly after: number }

/** `since`: from then on, by the clock after the jump, acts may have come before the server noticed it. Epoch ms. */
export type NoticedJump = ClockJump & { readonly since: number }

export type ClockStore = {
  /** The time, and how many jumps have been written down so far, by whichever process. */
  readonly read: () => Promise<{ readonly now: number; readonly jumps: number }>
  /** The latest time of which the database knows that it was reached; undefined while it knows of none. Epoch ms. */
  readonly readLastKnown: () => Promise<number | undefined>
  readonly findJump: (number: number) => Promise<ClockJump | undefined>
  /** False, and changes nothing, when a jump of that number has been written down already. */
  readonly addJump: (number: number, jump: ClockJump) => Promise<boolean>
  /**
   * For a clock that was set back: what lies further in the future than its own length allows comes to an end after that
   * length at most, counted from now. Nothing ends at once, so that no limit is lifted.
   */
  readonly shortenWaits: (now: number) => Promise<void>
  /**
   * For a clock that was set back: what was left of running attendance sessions is still left, and those that were over
   * stay over. Sessions that began since the jump stay as they are, and so do those that began before the clock leapt
   * forward to where it was set back from.
   */
  readonly moveSessionEnds: (jump: NoticedJump, leap: ClockJump | undefined) => Promise<void>
  /** For a clock that leapt forward: running attendance sessions end when they were to end at their start. */
  readonly restoreSessionEnds: (jump: ClockJump) => Promise<void>
}
