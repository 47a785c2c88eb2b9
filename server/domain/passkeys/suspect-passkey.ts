import type { CataloguedReason } from '#contract/problems.ts'
import type { Account } from '../accounts/stores.ts'
import type { AuditAction } from '../audit/audit-log.ts'
import { passkeyFacts } from '../audit/compared-facts.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import { mailAtOnce } from '../mail/mail-at-once.ts'
import type { AtOnceKind } from '../mail/mail-rules.ts'
import { mailWhenQuiet, nothingStands } from '../mail/notices.ts'
import type { Stores } from '../ports.ts'
import type { RequestContext } from '../request-context.ts'
import { publishPasskeyChange } from './publish-passkey-change.ts'
import type { Passkey, SuspectCause } from './stores.ts'

/**
 * Whether this counter may follow the last one (WebAuthn L3 §7.2 step 21). Authenticators without a counter always send
 * 0; all others must increase it.
 */
export function mayFollow(
  { suspectBecause, counter: last }: Pick<Passkey, 'suspectBecause' | 'counter'>,
  counter: number,
): boolean {
  return suspectBecause === null && (counter > last || (counter === 0 && last === 0))
}

/** What a refusal for this cause says of a student's passkey: the first one says what all later ones say. */
export const suspectReasons = {
  counter: 'passkey-suspect',
  'backup-eligibility': 'passkey-changed',
} as const satisfies Record<SuspectCause, CataloguedReason>

/**
 * Of an account's passkeys that are all suspect: 'counter' as long as the owner can clear one of them. Undefined where one is
 * trusted, or none is there.
 */
export function findCommonCause(passkeys: readonly Pick<Passkey, 'suspectBecause'>[]): SuspectCause | undefined {
  if (passkeys.length === 0 || passkeys.some(({ suspectBecause }) => suspectBecause === null)) return undefined
  return passkeys.some(({ suspectBecause }) => suspectBecause === 'counter') ? 'counter' : 'backup-eligibility'
}

const acts = {
  counter: ['passkey.counter-regression', 'passkey-suspect'],
  'backup-eligibility': ['passkey.changed', 'passkey-suspect-changed'],
} as const satisfies Record<SuspectCause, readonly [AuditAction, AtOnceKind]>

/**
 * Another authenticator answered with a right signature (WebAuthn L3 §7.2 steps 19 and 22): the passkey proves nothing from
 * now on. What is known already is told once.
 */
export async function reportSuspect(
  { storage }: Pick<Deps, 'storage'>,
  context: RequestContext,
  account: Account,
  passkey: Passkey,
  because: SuspectCause,
): Promise<void> {
  if (passkey.suspectBecause === because) {
    await record(storage, context, { action: 'passkey.assert', outcome: 'refused', subject: account.id })
    return
  }
  const [action, kind] = acts[because]
  await storage.transaction(async (stores) => {
    const now = await stores.now()
    await stores.passkeys.markSuspect(passkey.credentialId, because, now)
    await publishPasskeyChange(stores, account, now)
    await mailAtOnce(stores, kind, account)
    if (because === 'counter' && account.label === 'STD') await notifyInstitutes(stores, context, account, now)
    await record(stores, context, { action, outcome: 'refused', subject: account.id, facts: passkeyFacts(passkey) })
  })
}

/**
 * Notifies the institute on whose screen it happened. If it was the student's own device, notifies all institutes of
 * the student (rules §5.4).
 */
async function notifyInstitutes(stores: Stores, context: RequestContext, student: Account, now: number): Promise<void> {
  const senderId = student.id
  const asking = context.screen ? await stores.accounts.find(context.screen.organisationId) : context.caller?.account
  if (asking && asking.id !== student.id) {
    const subject = { kind: 'member-passkey-suspect', accountId: asking.id, senderId } as const
    await mailWhenQuiet(stores, subject, nothingStands, now)
    return
  }
  for (const { organisationId } of await stores.memberships.listOfStudent(student.id)) {
    const subject = { kind: 'member-passkey-suspect-elsewhere', accountId: organisationId, senderId } as const
    await mailWhenQuiet(stores, subject, nothingStands, now)
  }
}
