import { isWithdrawn } from '#contract/receipts.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { namePeople } from '../name-people.ts'
import type { Stores } from '../ports.ts'
import type { LinkSecrets } from './link-secrets.ts'
import { readQuotedName } from './mail-layout.ts'
import { linkLifeMs } from './mail-link.ts'
import { composeMail } from './mail-messages.ts'
import type { OutgoingMail } from './mailer.ts'
import type { Decided, MailedReceipt } from './mails-of-marks.ts'
import type { Told } from './notices.ts'
import type { QueuedMail } from './outbox.ts'

export type ComposerDeps = {
  readonly receipts: Pick<Stores['receipts'], 'find'>
  readonly memberships: Pick<Stores['memberships'], 'findPlace'>
  readonly staff: Pick<Stores['staff'], 'findByToken' | 'hasOwnPasskey' | 'listOf'>
  readonly organisations: Pick<Stores['organisations'], 'find' | 'readSettings'>
  readonly accounts: Pick<Stores['accounts'], 'find'>
  readonly invitations: Pick<Stores['invitations'], 'find' | 'countMailsBefore'>
  readonly roster: Pick<Stores['roster'], 'listByEmail'>
  readonly desk: Pick<Stores['desk'], 'findByMail'>
  /** For a person at an enrolment desk. */
  readonly makeDigits: (mailId: string) => string
  readonly notices: Pick<Stores['notices'], 'find'>
  readonly rulings: Pick<Stores['rulings'], 'findMark' | 'findCell'>
  readonly origin: string
  readonly contactEmail: string
}

const dayMs = 24 * 60 * 60_000
/** An institute that registers under another's name is mostly found out in its first week. */
const youngMs = 7 * dayMs
/** In 24 hours; more go without the name. */
const maxQuotesOfYoung = 20

/** Makes a queued mail of what is stored now; 'void' when there is nothing to say any more. */
export function createMailComposer(
  deps: ComposerDeps,
  secrets: Pick<LinkSecrets, 'prepare'>,
): (mail: QueuedMail, told: readonly Told[]) => Promise<OutgoingMail | 'void'> {
  return async (queued, told) => {
    const mail = ofOne(queued, told)
    const { kind, accountId, recipientName, recipientLabel, recipient, timeZone, attendanceSessionId, tokenId } = mail
    const address = { name: recipientName, address: recipient }
    const messageId = `<${mail.id}@${new URL(deps.origin).hostname}>`
    const { origin, contactEmail } = deps
    const matter = { recipientName, recipientLabel, origin, contactEmail, timeZone }
    if (kind === 'staff-invitation') {
      const invited = tokenId === null ? undefined : await deps.staff.findByToken(tokenId)
      const secret = invited && (await secrets.prepare({ ...mail, kind }))
      if (!secret) return 'void'
      const sender = await readSender(deps, {
        ...invited,
        id: invited.tokenId,
        at: invited.expiresAt - linkLifeMs[kind],
      })
      return { to: address, messageId, ...composeMail({ ...matter, ...sender, kind, secret, role: invited.role }) }
    }
    if (kind === 'student-invitation') {
      const invited = tokenId === null ? undefined : await deps.invitations.find(tokenId)
      const secret = invited && (await secrets.prepare({ ...mail, kind }))
      if (!secret) return 'void'
      const sender = await readSender(deps, { ...invited, at: invited.invitedAt })
      const sharers = await deps.roster.listByEmail(invited.organisationId, invited.emailCanonical)
      const isShared = sharers.length > 1
      return { to: address, messageId, ...composeMail({ ...matter, ...sender, kind, secret, isShared }) }
    }
    if (kind === 'desk-digits') {
      const enrolment = tokenId === null ? undefined : await deps.desk.findByMail(tokenId)
      if (!enrolment) return 'void'
      const digits = deps.makeDigits(enrolment.mailId)
      return { to: address, messageId, ...composeMail({ ...matter, kind, digits }) }
    }
    if (accountId === null) return 'void'
    if (told.length > 1) {
      const decided = await readDecided(deps, accountId, told)
      if (decided.length === 0) return 'void'
      return { to: address, messageId, ...composeMail({ ...matter, kind: 'decisions', studentId: accountId, decided }) }
    }
    if (kind === 'attendance-receipt' || kind === 'mark-ruled') {
      const receipt =
        attendanceSessionId === null ? undefined : await deps.receipts.find(accountId, attendanceSessionId)
      // A mark that was withdrawn before its receipt was sent: the mail about the withdrawal tells it.
      if (!receipt || (kind === 'attendance-receipt' && isWithdrawn(receipt))) return 'void'
      const marked = { studentId: accountId, receipt }
      const actedAs = kind === 'mark-ruled' ? await readRole(deps, mail) : await readSignersRole(deps, marked)
      return { to: address, messageId, ...composeMail({ ...matter, kind, marked, actedAs }) }
    }
    if (kind === 'cell-ruled') {
      const cell =
        attendanceSessionId === null ? undefined : await deps.rulings.findCell(attendanceSessionId, accountId)
      if (!cell) return 'void'
      const told = { studentId: accountId, cell, actedAs: await readRole(deps, mail) }
      return { to: address, messageId, ...composeMail({ ...matter, kind, ...told }) }
    }
    if (kind === 'member-renamed') {
      const notice = mail.noticeId === null ? undefined : await deps.notices.find(mail.noticeId)
      const place = notice && (await deps.memberships.findPlace(accountId, notice.senderId))
      return place ? { to: address, messageId, ...composeMail({ ...matter, kind, place }) } : 'void'
    }
    if (kind === 'membership-taken-out' || kind === 'roll-number-corrected') {
      const { organisationId } = mail
      const place = organisationId === null ? undefined : await deps.memberships.findPlace(organisationId, accountId)
      if (place === undefined) return 'void'
      // It tells what stands, whatever the act was.
      const ended = place.isJoined ? 'membership-joined' : 'membership-taken-out'
      const standing = place.hasLeft ? ended : 'roll-number-corrected'
      const actedAs = await readRole(deps, mail)
      return { to: address, messageId, ...composeMail({ ...matter, kind: standing, place, actedAs }) }
    }
    if (!isLinkedKind(kind)) return { to: address, messageId, ...composeMail({ ...matter, kind }) }
    const secret = await secrets.prepare({ ...mail, kind })
    if (secret === undefined) return 'void'
    if (kind === 'passkey-replacement') {
      const isByInstitute = mail.organisationId !== null
      return { to: address, messageId, ...composeMail({ ...matter, kind, secret, isByInstitute }) }
    }
    return { to: address, messageId, ...composeMail({ ...matter, kind, secret }) }
  }
}

/**
 * Anyone can register an institute under any name: it is quoted once the login's email is verified and has a passkey, and
 * in its first week in few mails of a day. `id`: of the link.
 */
async function readSender(
  { organisations, accounts, staff, invitations }: ComposerDeps,
  { organisationId, id, at }: { readonly organisationId: string; readonly id: string; readonly at: number },
): Promise<{ readonly institute: string | undefined; readonly timeZone: string | null }> {
  const timeZone = (await organisations.readSettings(organisationId))?.timeZone ?? null
  const institute = await organisations.find(organisationId)
  const login = await accounts.find(organisationId)
  const isProven = login?.isEmailVerified === true && (await staff.hasOwnPasskey(organisationId))
  const isYoung = institute !== undefined && at - institute.createdAt < youngMs
  const isOneTooMany =
    isYoung && (await invitations.countMailsBefore({ organisationId, id, at }, at - dayMs)) >= maxQuotesOfYoung
  return { institute: isProven && !isOneTooMany ? readQuotedName(institute?.name ?? '') : undefined, timeZone }
}

/** The notice that it was queued for may be told by now, and another one may not. */
function ofOne(mail: QueuedMail, [first]: readonly Told[]): QueuedMail {
  if (!first || !mail.isOnlyNews || first.notice.attendanceSessionId === '') return mail
  const { id: noticeId, kind, attendanceSessionId } = first.notice
  return { ...mail, noticeId, kind, attendanceSessionId }
}

/** The decisions about one student that a mail tells, as they stand now. */
async function readDecided(
  { receipts, rulings }: ComposerDeps,
  studentId: string,
  told: readonly Told[],
): Promise<Decided[]> {
  const decided: Decided[] = []
  for (const { notice } of told) {
    const { attendanceSessionId: id } = notice
    const actedAs = notice.actedAs ?? undefined
    const receipt = notice.topic === 'mark' ? await receipts.find(studentId, id) : undefined
    const cell = notice.topic === 'cell' ? await rulings.findCell(id, studentId) : undefined
    if (receipt) decided.push({ receipt, actedAs })
    if (cell) decided.push({ cell, actedAs })
  }
  return decided
}

/** In which role a person did what the mail tells; undefined for the institute's own login. */
async function readRole({ notices }: ComposerDeps, { noticeId }: QueuedMail): Promise<StaffRole | undefined> {
  const notice = noticeId === null ? undefined : await notices.find(noticeId)
  return notice?.actedAs ?? undefined
}

/** The role of the person who signed a mark by hand. */
async function readSignersRole(
  { rulings, staff }: ComposerDeps,
  { studentId, receipt: { organisationId, attendanceSessionId, way } }: MailedReceipt,
): Promise<StaffRole | undefined> {
  if (way !== 'hand') return undefined
  const mark = await rulings.findMark(organisationId, { attendanceSessionId, studentId })
  if (!mark) return undefined
  const nameOf = await namePeople({ staff }, organisationId, [mark.handSigner])
  return nameOf(mark.handSigner, mark.markedAt)?.role
}

const isLinkedKind = (kind: QueuedMail['kind']): kind is keyof typeof linkLifeMs => kind in linkLifeMs
