import type { RequestContext } from '../accounts/caller.ts'
import type { Account } from '../accounts/stores.ts'
import { passkeyDetail } from '../audit/comparable-details.ts'
import { record } from '../audit/record.ts'
import { mailAtOnce } from '../mail/mail-at-once.ts'
import type { Stores } from '../ports.ts'
import { publishPasskeyChange } from './publish-passkey-change.ts'
import type { Passkey } from './stores.ts'

/**
 * Whether this counter may follow the last one (WebAuthn L3 §7.2 step 21). Authenticators without a counter always send
 * 0; all others must increase it.
 */
export function mayFollow(
  { isSuspect, counter: last }: Pick<Passkey, 'isSuspect' | 'counter'>,
  counter: number,
): boolean {
  return !isSuspect && (counter > last || (counter === 0 && last === 0))
}

/**
 * Two devices answered with the same credential (WebAuthn L3 §7.2 step 22). It proves nothing until its owner has
 * cleared it.
 */
export async function reportCounterRegression(
  stores: Stores,
  context: RequestContext,
  account: Account,
  passkey: Passkey,
): Promise<void> {
  const now = await stores.now()
  await stores.passkeys.markSuspect(passkey.credentialId, now)
  await publishPasskeyChange(stores, account, now)
  await mailAtOnce(stores, 'passkey-suspect', account)
  if (account.label === 'STD') await notifyInstitutes(stores, context, account)
  await record(stores, context, {
    action: 'passkey.counter-regression',
    outcome: 'refused',
    subject: account.id,
    detail: passkeyDetail(passkey),
  })
}

/**
 * Notifies the institute on whose screen it happened. If it was the student's own device, notifies all institutes of
 * the student (rules §5.4).
 */
async function notifyInstitutes(stores: Stores, context: RequestContext, student: Account): Promise<void> {
  const asking = context.screen ? await stores.accounts.find(context.screen.organisationId) : context.caller?.account
  if (asking && asking.id !== student.id) {
    await mailAtOnce(stores, 'member-passkey-suspect', asking)
    return
  }
  for (const { organisationId } of await stores.memberships.listOfStudent(student.id)) {
    const institute = await stores.accounts.find(organisationId)
    if (institute) await mailAtOnce(stores, 'member-passkey-suspect-elsewhere', institute)
  }
}
