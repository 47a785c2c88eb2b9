import type { RawBuilder } from 'kysely'
import type { Schema } from '../../storage/schema.ts'

/** A rule about every row of one table that always holds. */
export type Invariant = {
  /** The rule, as a sentence. */
  readonly rule: string
  readonly table: keyof Schema
  /** The columns of the primary key: rows are read in its order, and named by it. */
  readonly key: readonly [string, ...string[]]
  /** SQL that is true of a row `t` that breaks the rule. The same text on both engines. */
  readonly isBroken: RawBuilder<unknown>
}

export const byId = ['id'] as const
export const byMembership = ['organisation_id', 'student_id'] as const
export const byEnrolment = ['person_id', 'group_id', 'sequence'] as const
export const byMark = ['attendance_session_id', 'student_id'] as const
export const byRuling = ['attendance_session_id', 'person_id', 'sequence'] as const
export const bySequence = ['attendance_session_id', 'sequence'] as const
