import { sql } from 'kysely'
import type { Handle } from '../handle.ts'

/** Whose email was changed: one person, or all of an institute. */
type Whose = { readonly organisationId: string; readonly personId?: string }

/**
 * Ends what was mailed to an email that a person does not have any more: an invitation, and what an enrolment desk has
 * begun. To be called by everything that changes the email of people. `now`: epoch ms.
 */
export async function endSentToFormerEmail(
  { db }: Pick<Handle, 'db'>,
  { organisationId, personId }: Whose,
  now: number,
): Promise<void> {
  for (const table of ['student_invitations', 'desk_enrolments'] as const) {
    await db
      .updateTable(table)
      .where('ended_at', 'is', null)
      .where('organisation_id', '=', organisationId)
      .$if(personId !== undefined, (rows) => rows.where('person_id', '=', personId ?? ''))
      // Who has joined at a desk has proven the email, and waits to be seen.
      .$if(table === 'desk_enrolments', (rows) => rows.where(sql`student_id`, 'is', null))
      .where(({ exists, selectFrom, ref }) =>
        exists(
          selectFrom('people')
            .select('people.id')
            .whereRef('people.id', '=', `${table}.person_id`)
            .where('people.email_canonical', 'is distinct from', ref(`${table}.email_canonical`)),
        ),
      )
      .set({ ended_at: now })
      .execute()
  }
}
