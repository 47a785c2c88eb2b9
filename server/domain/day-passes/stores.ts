/** Day passes of supply teachers (decision 64). Times are epoch ms. */

export type DayPass = {
  readonly id: string
  readonly organisationId: string
  /** Of the supply teacher. */
  readonly name: string
  /** The ids of the courses that it names. */
  readonly courses: readonly string[]
  readonly madeBy: string
  readonly madeAt: number
  /** The institute's midnight. */
  readonly endsAt: number
  readonly revokedAt: number | null
}

/** A pass whose secrets are there: a browser has opened its link, or still may. */
export type UsablePass = DayPass & {
  /** Null before a browser opens the link, as the next one. */
  readonly openedAt: number | null
  readonly lastUsedAt: number | null
}

export type DayPassStore = {
  readonly insert: (pass: DayPass, linkHash: string) => Promise<void>
  /** `cookieHash`: of the browser that has opened the link; null before. */
  readonly findByLink: (
    linkHash: string,
  ) => Promise<{ readonly pass: UsablePass; readonly cookieHash: string | null; readonly now: number } | undefined>
  readonly findByCookie: (
    cookieHash: string,
  ) => Promise<{ readonly pass: UsablePass; readonly now: number } | undefined>
  /** Gives the pass to one browser. False where another has it. */
  readonly open: (id: string, cookieHash: string, now: number) => Promise<boolean>
  readonly noteUse: (id: string, now: number) => Promise<void>
  /** The pass, locked until the transaction ends; undefined once its secrets are gone. */
  readonly lock: (id: string) => Promise<UsablePass | undefined>
  /** Those of the institute that end later than `time` and were not ended. The newest first. */
  readonly list: (organisationId: string, time: number) => Promise<UsablePass[]>
  /** Sessions that these passes have started and that end, by today's clock, at `time` or later. */
  readonly listStarted: (
    passes: readonly Pick<DayPass, 'id' | 'courses'>[],
    time: number,
  ) => Promise<{ readonly id: string; readonly startedBy: string; readonly endsAt: number }[]>
  readonly revoke: (id: string, now: number) => Promise<void>
  /** Those of these ids that are passes of the institute, ended ones too. */
  readonly listNamed: (organisationId: string, ids: readonly string[]) => Promise<DayPass[]>
}
