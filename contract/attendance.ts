/** GET /api/v1/attendance/running: what every screen of an organisation shows of the class being held. Times are epoch ms. */
export type RunningSession = {
  /** Null while none runs. */
  readonly session: null | {
    readonly number: number
    readonly startedAt: number
    readonly endsAt: number
    /** Students marked in this session. */
    readonly present: number
    /** The newest marks first. */
    readonly latest: readonly {
      readonly studentId: string
      readonly name: string
      readonly rollNumber: string
      readonly markedAt: number
    }[]
  }
  readonly members: number
  /** The server's clock. */
  readonly serverTime: number
}

/** How many of the newest marks are told. */
export const latestMarks = 8
