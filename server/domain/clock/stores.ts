/** What the database's clock would have shown without the jump, and what it showed. Epoch ms. */
export type ClockJump = { readonly before: number; readonly after: number }

/** `since`: acts after this time, by the new clock, may have happened before the server noticed the jump. Epoch ms. */
export type NoticedJump = ClockJump & { readonly since: number }

export type ClockStore = {
  /** The time, and how many jumps all processes have recorded so far. */
  readonly read: () => Promise<{ readonly now: number; readonly jumps: number }>
  /** The latest time that the database is known to have reached; undefined if there is none. Epoch ms. */
  readonly readLastKnown: () => Promise<number | undefined>
  readonly findJump: (number: number) => Promise<ClockJump | undefined>
  /** False, and changes nothing, when a jump of that number is recorded already. */
  readonly addJump: (number: number, jump: ClockJump) => Promise<boolean>
  /**
   * For a clock that was set back: what would last longer than its full length now ends after that length, counted from
   * now. Nothing ends at once, so no limit is lifted.
   */
  readonly shortenWaits: (now: number) => Promise<void>
  /**
   * For a clock that was set back: running attendance sessions keep the time that was left, and ended ones stay ended.
   * Sessions that began since the jump stay as they are, and so do those that began before the clock had leapt forward.
   */
  readonly moveSessionEnds: (jump: NoticedJump, leap: ClockJump | undefined) => Promise<void>
  /** For a clock that leapt forward: running attendance sessions end at the time that was set at their start. */
  readonly restoreSessionEnds: (jump: ClockJump) => Promise<void>
}
