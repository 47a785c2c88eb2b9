import type { KeepAccount, OwnAccount } from '#contract/student.ts'
import { queueTokenMail, tokenLifeMs } from '../accounts/mailed-token.ts'
import { publishSessionEnds } from '../accounts/publish-account-change.ts'
import { entryWithoutRequest } from '../audit/audit-log.ts'
import { passkeyFacts, publicKeyDigest } from '../audit/compared-facts.ts'
import { record } from '../audit/record.ts'
import { isRemovalPaused } from '../clock/removal-pause.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { requestLimits } from '../limits/limit-table.ts'
import type { Storage, Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import { endMembership } from './leave-institute.ts'

const purpose = 'account-deletion'

/** Accounts per pass. Each goes in its own transaction, so that no other request waits long. */
const batch = 100

/** When the caller's account goes, if it does. */
export async function readOwnAccount(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'own-account.view'>,
): Promise<OwnAccount> {
  return { deleteAt: await storage.accounts.findDeletion(door.caller.account.id) }
}

/**
 * A student deletes the own account: it goes in seven days, in which a mailed link takes that back. Needs a step-up
 * (rules §5.7). Throws account-of-staff.
 */
export async function deleteAccount(
  deps: Pick<Deps, 'storage' | 'random'>,
  door: Door<'own-account.delete'>,
): Promise<OwnAccount> {
  return deps.storage.transaction(async (stores) => {
    const account = await stores.accounts.lock(door.caller.account.id)
    if (!account) throw new Problem('general_unauthorized_scope')
    if (await stores.staff.isStaffAnywhere(account.id)) throw new Problem('account-of-staff')
    const now = await stores.now()
    const confirmed = door.stepUp(now)
    const deleteAt = now + tokenLifeMs[purpose]
    await stores.accounts.setDeletion(account.id, deleteAt)
    await queueTokenMail(stores, deps, account, purpose)
    await event(stores, confirmed, 'account.deletion', {})
    return { deleteAt }
  })
}

/** Takes a deletion back, in a session of the account. Does nothing where the account stays. */
export async function keepAccount({ storage }: Pick<Deps, 'storage'>, door: Door<'own-account.keep'>): Promise<void> {
  await storage.transaction(async (stores) => {
    const account = await stores.accounts.lock(door.caller.account.id)
    if (account && (await takeBack(stores, account.id))) await event(stores, door, 'account.keep', {})
  })
}

/**
 * The same by the mailed link, which needs no session. Throws user_invalid_token, one answer for every wrong link;
 * general_rate_limit_exceeded for a wrong one alone.
 */
export async function keepAccountByLink(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'own-account.keep-by-link'>,
  { userId: subject, secret }: KeepAccount,
): Promise<void> {
  const hash = hashSecret(secret)
  const spendLink = () =>
    storage.transaction(async (stores) => {
      const account = await stores.accounts.lock(subject)
      const taken = await stores.tokens.take(hash, subject, purpose)
      if (!taken || taken.emailCanonical !== account?.emailCanonical) return false
      if (!(await takeBack(stores, subject))) return false
      await event(stores, door, 'account.keep', { subject })
      return true
    })
  if ((await storage.tokens.isOpen(hash, subject, purpose)) && (await spendLink())) return
  // After the secret was compared: a right one passes however many wrong ones came before.
  await door.limiter.count(requestLimits.keepAccount.byAddress, door.address)
  await record(storage, door, { action: 'account.keep', outcome: 'refused', subject })
  throw new Problem('user_invalid_token')
}

/** False where the account stays already. */
async function takeBack({ accounts }: Pick<Stores, 'accounts'>, id: string): Promise<boolean> {
  if ((await accounts.findDeletion(id)) === null) return false
  await accounts.setDeletion(id, null)
  return true
}

/**
 * Deletes the accounts whose seven days are over. Marks stay, with id and user handle, by which their signatures are
 * checked, and rosters keep name and number. Returns the number of accounts: 0 while the clock is in doubt.
 */
export async function removeDeletedAccounts(storage: Storage): Promise<number> {
  if (await isRemovalPaused(storage.clock)) return 0
  let removed = 0
  for (let found = batch; found === batch; ) {
    const ids = await storage.accounts.listToDelete(batch)
    for (const id of ids) if (await storage.transaction((stores) => remove(stores, id))) removed += 1
    found = ids.length
  }
  return removed
}

/** Returns false where the deletion was taken back meanwhile, and where the student works with an institute by now. */
async function remove(stores: Stores, id: string): Promise<boolean> {
  const memberships = await stores.memberships.listOfStudent(id)
  for (const { organisationId } of memberships) await stores.organisations.lockMembers(organisationId)
  await stores.accounts.lock(id)
  const now = await stores.now()
  const deleteAt = await stores.accounts.findDeletion(id)
  if (deleteAt === null || deleteAt > now) return false
  if (await stores.staff.isStaffAnywhere(id)) {
    await stores.accounts.setDeletion(id, null)
    return false
  }
  for (const { organisationId } of await stores.memberships.listOfStudent(id)) {
    await endMembership(stores, organisationId, id)
    await stores.changes.publish({ organisationId, groupId: null, at: now })
    const left = { action: 'membership.leave', outcome: 'done', subject: organisationId } as const
    await stores.audit.append(entryWithoutRequest({ ...left, facts: { organisationId } }))
  }
  const passkeys = await stores.passkeys.listOf(id)
  for (const [at, passkey] of passkeys.entries()) {
    await stores.passkeys.remove(passkey.credentialId, id, now)
    // Its registration may be older than the log.
    const key = publicKeyDigest(passkey.publicKey)
    const facts = { ...passkeyFacts(passkey), isLast: at === passkeys.length - 1, key }
    await stores.audit.append(entryWithoutRequest({ action: 'passkey.remove', outcome: 'done', subject: id, facts }))
  }
  await publishSessionEnds(stores, await stores.sessions.removeAllOf(id), now)
  await stores.accounts.empty(id, now)
  await stores.audit.append(entryWithoutRequest({ action: 'account.delete', outcome: 'done', subject: id }))
  return true
}
