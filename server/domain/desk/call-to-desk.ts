import type { CalledToDesk, DeskList } from '#contract/desk.ts'
import { deskClaimMs, deskDigitsMs, maxWrongDigits } from '#contract/desk-rules.ts'
import { canonicalEmail } from '../accounts/canonical-email.ts'
import { queueDeskDigits } from '../accounts/mailed-token.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { event } from '../event.ts'
import { namePeople } from '../name-people.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { findKnownAs } from '../roster/join-by-link.ts'
import { hashSecret } from '../secret-hash.ts'
import type { Enrolment, SentMail } from './stores.ts'

const dayMs = 24 * 60 * 60_000
/** With digits, to one address by one institute. */
const maxMailsADay = 5
/** Of those who used a phone: a computer where many plug in a security key has more. */
const maxNames = 3

/** Whom the desks of the institute have called, and who waits to be seen. */
export async function readDesk(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'desk.view' | 'desk.confirm'>,
): Promise<DeskList> {
  const { organisationId, by } = door.actor
  const now = await storage.now()
  const called = await storage.desk.listOpen(organisationId, now)
  const mails = await storage.desk.readMails(called.map(({ mailId }) => mailId))
  const sharing = await storage.desk.listSharing(
    organisationId,
    called.flatMap(({ studentId }) => studentId ?? []),
  )
  const nameOf = await namePeople(
    storage,
    organisationId,
    called.map(({ calledBy }) => calledBy),
  )
  const people: DeskList['people'][number][] = []
  for (const one of called) {
    const passkeys = one.studentId === null ? [] : await storage.passkeys.listOf(one.studentId)
    const samePhoneAs = sharing.get(one.studentId ?? '')?.slice(0, maxNames)
    const calledBy = nameOf(one.calledBy, one.calledAt)
    people.push({
      id: one.id,
      personId: one.personId,
      rollNumber: one.rollNumber,
      name: { given: one.given, family: one.family },
      email: one.email,
      state: stateOf(one, passkeys.length, now),
      ...(calledBy && { calledBy }),
      isYours: one.calledBy === by.id,
      claimedUntil: one.claimedUntil,
      codeUntil: one.codeUntil,
      mail: describeMail(one, mails.get(one.mailId)),
      triesLeft: maxWrongDigits - one.wrongDigits,
      passkeys: passkeys.map(({ name, createdAt }) => ({ name, createdAt })),
      ...(samePhoneAs && { samePhoneAs }),
    })
  }
  return { people }
}

function stateOf(
  { studentId, phoneUntil }: Enrolment,
  passkeys: number,
  now: number,
): DeskList['people'][number]['state'] {
  if (studentId !== null) return passkeys > 0 ? 'passkey' : 'account'
  return phoneUntil !== null && phoneUntil > now ? 'phone' : 'code'
}

function describeMail({ mailedAt }: Enrolment, mail: SentMail | undefined): DeskList['people'][number]['mail'] {
  if (mail === undefined) return { state: 'sent', at: mailedAt }
  const { sentAt, givenUpAt, words } = mail
  if (givenUpAt !== null) return { state: 'refused', at: givenUpAt, ...(words !== null && { words }) }
  return { state: sentAt === null ? 'waiting' : 'sent', at: sentAt ?? mailedAt }
}

/**
 * Calls a person to a desk, or shows a new code: the person is this desk's for five minutes, has mailed digits that are
 * good, and a code that one phone can scan. Throws document_not_found, desk-registered, desk-no-email,
 * desk-email-of-another, desk-taken, desk-no-mail.
 */
export async function callToDesk(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'desk.enrol'>,
  { person: personId, newMail }: { readonly person: string; readonly newMail: boolean },
): Promise<CalledToDesk> {
  const { organisationId, by } = door.actor
  return storage.transaction(async (stores) => {
    // Two desks that call one person at once: the second one waits here.
    await stores.organisations.lockMembers(organisationId)
    const earlier = await stores.desk.lockOf(organisationId, personId)
    const now = await stores.now()
    const person = await stores.roster.find(organisationId, personId)
    if (!person) throw new Problem('document_not_found')
    if (person.studentId !== null) throw new Problem('desk-registered')
    if (earlier && earlier.calledBy !== by.id && earlier.claimedUntil > now) throw new Problem('desk-taken')
    const emailCanonical = canonicalEmail(person.email ?? '')
    if (person.email === null || emailCanonical === undefined) throw new Problem('desk-no-email')
    const holder = await stores.accounts.findByEmail(emailCanonical)
    const knownAs = holder?.isEmailVerified && (await findKnownAs(stores, organisationId, holder.id, person))
    if (knownAs) throw new Problem('desk-email-of-another', { value: knownAs })
    const isNewDay = !earlier || now - earlier.calledAt > dayMs
    const isGood =
      earlier?.emailCanonical === emailCanonical &&
      earlier.wrongDigits < maxWrongDigits &&
      now - earlier.mailedAt < deskDigitsMs
    const mails = isNewDay ? 0 : earlier.mails
    const mailed = { mailId: random.id(), mailedAt: now, mails: mails + 1, wrongDigits: 0 }
    const digits = newMail || !isGood ? mailed : { ...earlier, mails }
    const [id, secret] = [earlier?.id ?? random.id(), random.secret()]
    const { rollNumber, given, family, email } = person
    await stores.desk.save({
      id,
      organisationId,
      personId,
      rollNumber: rollNumber ?? '',
      given: given ?? '',
      family: family ?? '',
      email,
      emailCanonical,
      calledBy: by.id,
      calledAt: now,
      claimedUntil: now + deskClaimMs,
      mailId: digits.mailId,
      mailedAt: digits.mailedAt,
      mails: digits.mails,
      wrongDigits: digits.wrongDigits,
      codeHash: hashSecret(secret),
      codeUntil: now + deskClaimMs,
      // The phone that had the last code has none any more.
      phoneHash: null,
      phoneUntil: null,
      studentId: null,
      joinedAt: null,
      seenBy: null,
      seenAt: null,
      endedAt: null,
    })
    if (digits === mailed) {
      await refuseMail(stores, organisationId, emailCanonical, now)
      await queueDeskDigits(stores, { mailId: mailed.mailId, email, organisationId })
    }
    await event(stores, door, 'desk.call', { subject: personId, facts: { organisationId } })
    return { id, secret, codeUntil: now + deskClaimMs }
  })
}

/** Asked after this mail was counted. Which of the two it is, is the address's own matter. */
async function refuseMail(stores: Stores, organisationId: string, emailCanonical: string, now: number): Promise<void> {
  const mails = await stores.desk.countMails(organisationId, emailCanonical, now - dayMs)
  if (mails > maxMailsADay || (await stores.staff.hasStoppedMails(organisationId, emailCanonical))) {
    throw new Problem('desk-no-mail')
  }
}
