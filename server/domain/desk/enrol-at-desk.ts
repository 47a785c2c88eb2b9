import type { EnrolInput, OpenedEnrolment, ProvenEnrolment } from '#contract/desk.ts'
import { deskDigitsMs, maxWrongDigits } from '#contract/desk-rules.ts'
import { type Joined, wayIn } from '../accounts/join-with-account.ts'
import { record } from '../audit/record.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { requestLimits } from '../limits/limit-table.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import type { RequestContext } from '../request-context.ts'
import { joinAsPerson } from '../roster/join-by-link.ts'
import { hashSecret } from '../secret-hash.ts'
import { areDigits } from './desk-digits.ts'
import type { Enrolment } from './stores.ts'

type Code = { readonly enrolmentId: string; readonly secret: string }

/**
 * A phone has scanned the code on a desk's screen: the code opens nothing more, and the phone gets a secret of its own.
 * Throws user_invalid_token for a code that was scanned before, or is too old.
 */
export async function openEnrolment(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'staff.join'>,
  { enrolmentId, secret: code }: Code,
): Promise<OpenedEnrolment> {
  const secret = random.secret()
  const opened = await storage.transaction(async (stores) => {
    const enrolment = await stores.desk.lock(enrolmentId)
    const now = await stores.now()
    if (enrolment?.codeHash !== hashSecret(code) || enrolment.codeUntil <= now) return undefined
    const phone = { codeHash: null, phoneHash: hashSecret(secret), phoneUntil: now + deskDigitsMs }
    await stores.desk.save({ ...enrolment, ...phone })
    return { ...enrolment, until: phone.phoneUntil }
  })
  if (!opened) throw await refuseSecret(door)
  const { organisationId, rollNumber, given, family, until } = opened
  const organisation = await storage.organisations.find(organisationId)
  const student = { rollNumber, firstName: given, lastName: family }
  return { institute: organisation?.name ?? '', secret, until, student }
}

/**
 * The digits of the mail prove the email; the answer says how its owner goes on. Throws user_invalid_token for another
 * phone; desk-digits-wrong, desk-digits-old.
 */
export async function proveDigits(
  deps: Pick<Deps, 'storage' | 'installationKey'>,
  door: Door<'staff.join'>,
  proof: Code & { readonly digits: string },
): Promise<ProvenEnrolment> {
  const { email, emailCanonical } = await checkDigits(deps, door, proof)
  const account = await deps.storage.accounts.findByEmail(emailCanonical)
  return { email, ...wayIn(door, account, 'STD') }
}

/**
 * Makes the person at the desk the person of the roster. Throws what `proveDigits` and a join by an invitation throw.
 */
export async function enrolAtDesk(
  deps: Pick<Deps, 'storage' | 'installationKey' | 'random' | 'hasher'>,
  door: Door<'staff.join'>,
  { student, ...proof }: EnrolInput,
): Promise<Joined> {
  const proven = await checkDigits(deps, door, proof)
  return joinAsPerson(deps, door, proven, student, {
    async spend(stores) {
      await stores.organisations.lockMembers(proven.organisationId)
      return findOfPhone(stores, proof)
    },
    async end(stores, { studentId, personId, now }) {
      const enrolment = await stores.desk.lock(proven.id)
      if (enrolment) await stores.desk.save({ ...enrolment, personId, studentId, joinedAt: now, phoneHash: null })
    },
  })
}

async function findOfPhone(
  stores: Pick<Stores, 'desk' | 'now'>,
  { enrolmentId, secret }: Code,
): Promise<Enrolment | undefined> {
  const enrolment = await stores.desk.lock(enrolmentId)
  const isIts = enrolment?.phoneHash === hashSecret(secret) && (enrolment.phoneUntil ?? 0) > (await stores.now())
  return isIts ? enrolment : undefined
}

/** Wrong digits count for the mail: six of them need another mail. */
async function checkDigits(
  { storage, installationKey }: Pick<Deps, 'storage' | 'installationKey'>,
  context: RequestContext,
  { digits, ...code }: Code & { readonly digits: string },
): Promise<Enrolment> {
  const found = await storage.transaction(async (stores) => {
    const enrolment = await findOfPhone(stores, code)
    if (!enrolment) return undefined
    const { mailId, mailedAt, wrongDigits, organisationId, personId } = enrolment
    if (wrongDigits >= maxWrongDigits || (await stores.now()) - mailedAt >= deskDigitsMs) return 'desk-digits-old'
    if (areDigits(installationKey, mailId, digits)) return enrolment
    await stores.desk.save({ ...enrolment, wrongDigits: wrongDigits + 1 })
    const facts = { organisationId }
    await record(stores, context, { action: 'desk.digits', outcome: 'refused', subject: personId, facts })
    return 'desk-digits-wrong'
  })
  if (found === undefined) throw await refuseSecret(context)
  if (typeof found === 'string') throw new Problem(found)
  return found
}

async function refuseSecret(context: RequestContext): Promise<Problem> {
  await context.limiter.count(requestLimits.openInvitation.byAddress, context.address)
  return new Problem('user_invalid_token')
}
