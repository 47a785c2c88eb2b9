import type { Stores } from '../ports.ts'
import type { LinkSecrets } from './link-secrets.ts'
import { composeMail, linkedPages, type PlaceKind, placeKinds } from './mail-messages.ts'
import type { OutgoingMail } from './mailer.ts'
import { type QueuedMail, retiredKinds } from './outbox.ts'

export type ComposerDeps = {
  readonly receipts: Pick<Stores['receipts'], 'find'>
  readonly memberships: Pick<Stores['memberships'], 'findPlace'>
  readonly origin: string
  readonly contactEmail: string
}

/** Makes a queued mail of what is stored now; 'void' when there is nothing to say any more. */
export function createMailComposer(
  deps: ComposerDeps,
  secrets: Pick<LinkSecrets, 'prepare'>,
): (mail: QueuedMail) => Promise<OutgoingMail | 'void'> {
  return async (mail) => {
    const { kind, accountId, recipientName, recipientLabel, recipient, timeZone, attendanceSessionId } = mail
    if (accountId === null || retiredKinds.includes(kind)) return 'void'
    const address = { name: recipientName, address: recipient }
    const messageId = `<${mail.id}@${new URL(deps.origin).hostname}>`
    const { origin, contactEmail } = deps
    const matter = { recipientName, recipientLabel, origin, contactEmail, timeZone }
    if (kind === 'attendance-receipt' || kind === 'mark-ruled') {
      const receipt =
        attendanceSessionId === null ? undefined : await deps.receipts.find(accountId, attendanceSessionId)
      // A mark that was withdrawn before its receipt was sent: the mail about the withdrawal tells it.
      const isOutdated = kind === 'attendance-receipt' && receipt?.ruling?.status === 'absent'
      if (!receipt || isOutdated) return 'void'
      return { to: address, messageId, ...composeMail({ ...matter, kind, marked: { studentId: accountId, receipt } }) }
    }
    if (isPlaceKind(kind)) {
      const { organisationId } = mail
      const place = organisationId === null ? undefined : await deps.memberships.findPlace(organisationId, accountId)
      if (place === undefined) return 'void'
      // It tells what stands, whatever the act was.
      const standing = place.hasLeft ? 'membership-taken-out' : 'roll-number-corrected'
      return { to: address, messageId, ...composeMail({ ...matter, kind: standing, place }) }
    }
    if (!isLinkedKind(kind)) return { to: address, messageId, ...composeMail({ ...matter, kind }) }
    const secret = await secrets.prepare({ ...mail, kind })
    if (secret === undefined) return 'void'
    return { to: address, messageId, ...composeMail({ ...matter, kind, secret }) }
  }
}

function isLinkedKind(kind: QueuedMail['kind']): kind is keyof typeof linkedPages {
  return kind in linkedPages
}

function isPlaceKind(kind: QueuedMail['kind']): kind is PlaceKind {
  return (placeKinds as readonly string[]).includes(kind)
}
