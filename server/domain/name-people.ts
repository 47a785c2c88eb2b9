import type { Person } from '#contract/person.ts'
import type { Stores } from './ports.ts'
import type { Staff } from './staff/stores.ts'

/** Who an account was at a time, epoch ms; undefined for the institute's own login. */
export type NamePerson = (accountId: string | null, at: number) => Person | undefined

/** What a name is made of: one row for each person, role and time. */
export type NamedRow = Pick<Staff, 'accountId' | 'name' | 'title' | 'role' | 'since' | 'until'>

/**
 * Reads who did something for an institute, with the name, title and role of then. One query, and none where the
 * institute's own login did everything.
 */
export async function namePeople(
  { staff }: { readonly staff: Pick<Stores['staff'], 'listOf'> },
  organisationId: string,
  accountIds: readonly (string | null)[],
): Promise<NamePerson> {
  const people = [...new Set(accountIds)].filter((id) => id !== null).filter((id) => id !== organisationId)
  return nameFrom(people.length === 0 ? [] : await staff.listOf(organisationId, people))
}

/** The same from rows that were read. */
export function nameFrom(rows: readonly NamedRow[]): NamePerson {
  return (accountId, at) => {
    const row = rows.find((one) => one.accountId === accountId && one.since <= at && at < (one.until ?? at + 1))
    return row && { name: row.name, title: row.title, role: row.role }
  }
}
