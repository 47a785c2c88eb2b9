import { entryWithoutRequest } from '../audit/audit-log.ts'
import { type WrittenEnrolment, written } from '../audit/written-rows.ts'
import { publishOrganisationUpdate } from '../changes/publish-profile-update.ts'
import { isRemovalPaused } from '../clock/removal-pause.ts'
import type { Storage, Stores } from '../ports.ts'
import type { Account } from './stores.ts'

/** How long an account lives when none of its emails was ever verified. */
export const unverifiedAccountMs = 7 * 24 * 60 * 60_000

/** Accounts per query. Each account is removed in its own transaction, so that no other request waits long. */
const batch = 100

/**
 * Removes accounts that verified no email within seven days, finished or not, with profile and memberships. An account
 * that has a passkey, a mark, a member or an attendance session stays. Returns the number of removed accounts: 0 while
 * the clock is in doubt.
 */
export async function removeUnverifiedAccounts(storage: Storage): Promise<number> {
  if (await isRemovalPaused(storage.clock)) return 0
  const createdUntil = (await storage.now()) - unverifiedAccountMs
  let removed = 0
  for (let after: Pick<Account, 'createdAt' | 'id'> | undefined, isLast = false; !isLast; ) {
    const found = await storage.accounts.listNeverVerified(createdUntil, batch, after)
    for (const { id } of found) if (await storage.transaction((stores) => removeUnverified(stores, id))) removed += 1
    after = found.at(-1)
    isLast = found.length < batch
  }
  return removed
}

/** Returns false when the email has been verified in the meantime, or other data depends on the account. */
async function removeUnverified(stores: Stores, id: string): Promise<boolean> {
  const account = await stores.accounts.lockNeverVerified(id)
  if (!account || (await stores.passkeys.listOf(id)).length > 0) return false
  const enrolments = account.label === 'ORG' ? await removeOrganisation(stores, id) : await removeStudent(stores, id)
  if (!enrolments) return false
  await stores.accounts.remove(id)
  const event = { action: 'account.remove-unverified', outcome: 'done', facts: written({ enrolments }) } as const
  await stores.audit.append(entryWithoutRequest({ ...event, subject: id }))
  return true
}

/** What goes in courses; undefined where other data depends on the profile. */
type Removed = Promise<readonly WrittenEnrolment[] | undefined>

async function removeOrganisation(stores: Stores, id: string): Removed {
  const organisation = await stores.organisations.lock(id)
  if (!organisation) return []
  if (organisation.members > 0 || organisation.classes > 0) return undefined
  await stores.organisations.remove(id)
  return []
}

async function removeStudent(stores: Stores, id: string): Removed {
  if (!(await stores.students.lock(id))) return []
  if (await stores.attendance.isInRegister(id)) return undefined
  const now = await stores.now()
  const memberships = await stores.memberships.listOfStudent(id)
  const enrolments = await stores.memberships.removeAllOf(id)
  await stores.students.remove(id)
  for (const { organisationId } of memberships) await publishOrganisationUpdate(stores, organisationId, now)
  return enrolments
}
