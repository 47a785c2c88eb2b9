import { type RawBuilder, sql } from 'kysely'

/** Why a mark was made by hand; null for a mark of another way. `mark`: the alias of the mark in the statement. */
export const handReason = (mark: string): RawBuilder<string | null> => ofHandList(mark, 'reason')

/** Of the list by which a mark was made by hand. */
export const ofHandList = (mark: string, column: 'reason' | 'signature'): RawBuilder<string | null> =>
  sql`(select ${sql.ref(`h.${column}`)} from hand_check_ins h
    where h.id = ${sql.ref(`${mark}.proof_id`)} and ${sql.ref(`${mark}.method`)} = 'hand')`

/** As answers have it: absent for a mark of another way. */
export const toldReason = (reason: string | null): { readonly handReason?: string } =>
  reason === null ? {} : { handReason: reason }
