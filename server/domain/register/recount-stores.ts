import type { Misruled } from '../audit/misruled.ts'

/** A total as it is stored, with what it is when the marks are counted. */
export type Miscounted = {
  readonly studentId: string
  readonly total: number
  readonly counted: number
  readonly expiryTime: number | null
}

/** The numbers of an institute, counted again from its sessions and marks. The institute is locked. */
export type RecountStore = {
  /** Undefined for an unknown institute. */
  readonly countClasses: (
    organisationId: string,
  ) => Promise<{ readonly stored: number; readonly counted: number } | undefined>
  /** The totals that are not the number of marks that stand, by student. */
  readonly listMiscounted: (organisationId: string) => Promise<Miscounted[]>
  /** In the order of the log, which is read whole. Without those that an earlier recount has named. */
  readonly listMisruled: (organisationId: string) => Promise<Misruled[]>
}
