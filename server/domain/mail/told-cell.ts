import {
  type CellMark,
  type CellRuling,
  type CellStatus,
  type CellThresholds,
  truthOf,
} from '#contract/course-cells.ts'

/** A student's cell in a session of a course, with what a mail says of it. Times are epoch ms. */
export type ToldCell = CellThresholds & {
  readonly organisationName: string
  /** Null: a class of the whole institute. */
  readonly courseTitle: string | null
  readonly number: number
  readonly mark: CellMark | null
  /** The last one. */
  readonly ruling: CellRuling | null
}

/** What the student is told to be. Without a mark and a ruling it is absent, for the session is over or will be. */
export function statusOf({ mark, ruling, ...session }: ToldCell): CellStatus {
  return truthOf({ mark, ruling, session })?.status ?? 'absent'
}

/** A person of the institute has decided that the check-in does not count. */
export function isWithdrawn(cell: ToldCell): boolean {
  return cell.ruling?.status === 'absent' && statusOf(cell) === 'absent'
}
