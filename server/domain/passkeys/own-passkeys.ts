import type { OwnPasskeys, PasskeyReadiness } from '#contract/passkey.ts'
import { recentAuthenticationMs } from '#contract/rules.ts'
import { endOtherSessions } from '../accounts/end-sessions.ts'
import { nextToken } from '../accounts/next-token.ts'
import type { LoginSession } from '../accounts/stores.ts'
import { passkeyFacts } from '../audit/compared-facts.ts'
import { passkeyIdOf } from '../audit/passkey-id.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { mailAtOnce } from '../mail/mail-at-once.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import { isHeld } from './held-passkey.ts'
import { findProvider } from './passkey-providers.ts'
import { publishPasskeyChange } from './publish-passkey-change.ts'
import { readReadiness } from './readiness.ts'
import type { Passkey } from './stores.ts'
import { pickUsable } from './usable-passkeys.ts'

type ViewDeps = Pick<Deps, 'storage' | 'relyingParty'>

/** The caller's passkeys, oldest first. */
export async function listOwnPasskeys(deps: ViewDeps, door: Door<'passkeys.list'>): Promise<OwnPasskeys> {
  const { account, session } = door.caller
  return view(deps, account.id, session)
}

/** Sets the owner's name for a passkey. Throws document_not_found. */
export async function renamePasskey(
  deps: ViewDeps,
  door: Door<'passkeys.rename'>,
  { passkeyId, name }: { readonly passkeyId: string; readonly name: string },
): Promise<OwnPasskeys> {
  const { account, session } = door.caller
  await deps.storage.transaction(async (stores) => {
    const passkey = await requireOwn(stores, account.id, passkeyId)
    await stores.passkeys.rename(passkey.credentialId, name)
    await event(stores, door, 'passkey.rename', {})
  })
  return view(deps, account.id, session)
}

/**
 * Removes a passkey, even the last one. After the last one, `passKey` disappears from the document, an organisation
 * logs in by its password alone, and its sessions lose the passkey factor. Other sessions end, because they may rest on
 * that passkey. Needs a step-up (rules §5.7). `token`: the session's new one, if the session became weaker. Throws
 * user_unauthorized, document_not_found; own-login-last-passkey.
 */
export async function removePasskey(
  deps: ViewDeps & Pick<Deps, 'random'>,
  door: Door<'passkeys.remove'>,
  { passkeyId }: { readonly passkeyId: string },
): Promise<{ left: OwnPasskeys; token: string | undefined }> {
  const caller = door.caller
  const { account, session } = caller
  const after = await deps.storage.transaction(async (stores) => {
    await stores.accounts.lock(account.id)
    const live = await requireLive(stores, session)
    const now = await stores.now()
    const confirmed = door.stepUp(now, live)
    const passkey = await requireOwn(stores, account.id, passkeyId)
    await refuseLastOfClosed(stores, account.id, passkey)
    await stores.passkeys.remove(passkey.credentialId, account.id, now)
    await endOtherSessions(stores, session, now)
    if (account.label === 'ORG') await stores.ceremonies.voidLoginProofsOf(account.id)
    const isLast = (await stores.passkeys.listOf(account.id)).length === 0
    const { authenticatedAt, passkeyAt } = live
    const token = isLast ? await nextToken(stores, deps, caller) : undefined
    if (isLast) {
      const factors = ['password'] as const
      await stores.sessions.setFactors(session.id, {
        tokenHash: token && hashSecret(token),
        factors,
        authenticatedAt,
        passkeyAt,
      })
    }
    await publishPasskeyChange(stores, account, now)
    await mailAtOnce(stores, 'passkey-removed', account)
    await event(stores, confirmed, 'passkey.remove', { facts: { ...passkeyFacts(passkey), isLast } })
    return { token, session: isLast ? { ...live, enrolment: null } : live }
  })
  return { left: await view(deps, account.id, after.session), token: after.token }
}

/**
 * Lets a suspect passkey work again: since the refusal, its owner has shown by another factor that there is no copy
 * (rules §5.4). Throws user_unauthorized, document_not_found; passkey-changed, which its owner cannot clear.
 */
export async function clearSuspectPasskey(
  deps: ViewDeps,
  door: Door<'passkeys.clear'>,
  { passkeyId }: { readonly passkeyId: string },
): Promise<OwnPasskeys> {
  const { account, session } = door.caller
  await deps.storage.transaction(async (stores) => {
    await stores.accounts.lock(account.id)
    const live = await requireLive(stores, session)
    const passkey = await requireOwn(stores, account.id, passkeyId)
    const { credentialId, suspectBecause, suspectSince } = passkey
    if (suspectBecause === null) return
    if (suspectBecause === 'backup-eligibility') throw new Problem('passkey-changed')
    const now = await stores.now()
    // A factor from before the refusal may have been this passkey or its copy; one from after it can only be another.
    const isSince = live.authenticatedAt > (suspectSince ?? 0)
    const confirmed = door.stepUp(now, isSince ? live : { authenticatedAt: 0 })
    await stores.passkeys.clearSuspect(credentialId)
    await publishPasskeyChange(stores, account, now)
    await mailAtOnce(stores, 'passkey-suspect-cleared', account)
    await event(stores, confirmed, 'passkey.clear', { facts: passkeyFacts(passkey) })
  })
  return view(deps, account.id, session)
}

/**
 * Reads the session again under the account's lock: a request that waited for the lock may have been logged out
 * meanwhile.
 */
export async function requireLive(stores: Stores, { id, accountId }: LoginSession): Promise<LoginSession> {
  const live = (await stores.sessions.listLive(accountId)).find((one) => one.id === id)
  if (!live) throw new Problem('general_unauthorized_scope')
  return live
}

/**
 * An institute's own login that only reads keeps a passkey, and where one of it works, one that works: it is the way back.
 * Throws own-login-last-passkey.
 */
async function refuseLastOfClosed(stores: Stores, accountId: string, { credentialId }: Passkey): Promise<void> {
  if ((await stores.accounts.findReadsOnly(accountId)) === null) return
  const all = await stores.passkeys.listOf(accountId)
  const working = await pickUsable(stores, all, 'login-org', undefined)
  const kept = working.length > 0 ? working : all
  if (kept.every((one) => one.credentialId === credentialId)) throw new Problem('own-login-last-passkey')
}

async function requireOwn(stores: Stores, accountId: string, passkeyId: string): Promise<Passkey> {
  const passkey = (await stores.passkeys.listOf(accountId)).find((one) => passkeyIdOf(one) === passkeyId)
  if (!passkey) throw new Problem('document_not_found')
  return passkey
}

async function view(
  { storage, relyingParty }: ViewDeps,
  accountId: string,
  { enrolment, passkeyAt }: LoginSession,
): Promise<OwnPasskeys> {
  const account = await storage.accounts.find(accountId)
  if (!account) throw new Problem('general_unauthorized_scope')
  const now = await storage.now()
  const passkeys = await storage.passkeys.listOf(accountId)
  const isVouchedFor = enrolment !== null || (passkeyAt !== null && now - passkeyAt <= recentAuthenticationMs)
  const held: string[] = []
  for (const passkey of passkeys) {
    const purpose = account.label === 'STD' ? 'log-in' : 'step-up'
    if (passkey.replacedAt === null && (await isHeld(storage, passkey, purpose, undefined))) {
      held.push(passkey.credentialId)
    }
  }
  const isEmptied = account.label === 'STD' && passkeys.length === 0 && (await storage.passkeys.hadOne(accountId))
  return {
    relyingPartyId: relyingParty.id,
    userHandle: account.userHandle,
    passkeys: passkeys.map((passkey) => ({
      id: passkeyIdOf(passkey),
      credentialId: passkey.credentialId,
      name: passkey.name,
      provider: findProvider(passkey.aaguid) ?? null,
      isSynced: passkey.backupEligible,
      createdAt: passkey.createdAt,
      lastUsedAt: passkey.lastUsedAt,
      heldUntil: held.includes(passkey.credentialId) ? passkey.heldUntil : null,
      isSuspect: passkey.suspectBecause !== null,
      ...(passkey.suspectBecause === 'backup-eligibility' && { isChanged: true as const }),
      ...(passkey.replacedAt !== null && { isReplaced: true as const }),
    })),
    recoveryCodes: account.label === 'ORG' ? await storage.recoveryCodes.count(accountId) : null,
    readiness: account.label === 'STD' ? await readOwnReadiness(storage, accountId, passkeys) : null,
    ...(isEmptied && !isVouchedFor && { needsLink: true as const }),
    enrolment,
  }
}

async function readOwnReadiness(
  storage: ViewDeps['storage'],
  studentId: string,
  passkeys: readonly Passkey[],
): Promise<PasskeyReadiness> {
  const memberships = await storage.memberships.listOfStudent(studentId)
  return readReadiness(
    storage,
    passkeys,
    memberships.map(({ organisationId }) => organisationId),
  )
}
