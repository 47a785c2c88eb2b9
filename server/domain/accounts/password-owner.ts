import type { PasswordOwner } from '#contract/password-rules.ts'
import { maxPageSize } from '#contract/rules.ts'
import type { Stores } from '../ports.ts'
import type { Account } from './stores.ts'

/**
 * The names that rules §5.1 forbids in this person's password. At registration there is no profile to read them from.
 */
export async function describePasswordOwner(
  stores: Pick<Stores, 'organisations' | 'students'>,
  account: Account,
): Promise<PasswordOwner> {
  const { id, email, name } = account
  const student = await stores.students.find(id)
  if (!student) return { email, names: [name, (await stores.organisations.find(id))?.name] }
  const page = { limit: maxPageSize, offset: 0, direction: 'asc' } as const
  const { organisations } = await stores.organisations.listOfStudent(id, page)
  return {
    email,
    names: [name, student.firstName, student.lastName],
    phrases: [student.rollNumber, ...organisations.map((institute) => institute.name)],
  }
}
