import { joinNames } from '#contract/text-fields.ts'
import type { Account } from '../accounts/stores.ts'
import type { Place } from '../institutes/membership-stores.ts'
import type { Stores } from '../ports.ts'
import type { QuietKind } from './mail-rules.ts'
import type { Notice, NoticeSubject, NoticeTopic } from './notice-store.ts'
import { statusOf } from './told-cell.ts'

const topics = {
  'mark-ruled': 'mark',
  'cell-ruled': 'cell',
  'roll-number-corrected': 'membership',
  'membership-taken-out': 'membership',
  'member-renamed': 'membership',
  'member-passkey-suspect': 'passkeys',
  'member-passkey-suspect-elsewhere': 'passkeys',
} as const satisfies Record<QuietKind, NoticeTopic>

/**
 * Lets the mail about an act of another wait, in the act's transaction. `before`: what stood before the act, in the words
 * of `readWhatStands`. `now`: epoch ms.
 */
export async function mailWhenQuiet(
  { notices }: Pick<Stores, 'notices'>,
  subject: NoticeSubject,
  before: string,
  now: number,
): Promise<void> {
  const id = await notices.open(subject, topics[subject.kind], before, now)
  await notices.wait(id, subject.kind, now)
}

/** Queues an answer to a dispute, in the answer's transaction. It goes at once, whatever was told before. */
export async function mailAnswer(
  { notices, outbox }: Pick<Stores, 'notices' | 'outbox'>,
  to: Pick<Account, 'id' | 'email' | 'isEmailVerified'>,
  subject: NoticeSubject & { readonly kind: 'mark-ruled' | 'cell-ruled'; readonly attendanceSessionId: string },
  before: string,
  now: number,
): Promise<void> {
  if (!to.isEmailVerified) return
  const { kind, senderId: organisationId, attendanceSessionId } = subject
  const noticeId = await notices.open(subject, topics[kind], before, now)
  await outbox.queue({ kind, accountId: to.id, recipient: to.email, organisationId, attendanceSessionId, noticeId })
}

/** Where it is read. */
export type Standing = {
  readonly memberships: Pick<Stores['memberships'], 'findPlace'>
  readonly passkeys: Pick<Stores['passkeys'], 'listOf'>
  readonly receipts: Pick<Stores['receipts'], 'find'>
  readonly rulings: Pick<Stores['rulings'], 'findCell'>
}

/** What the recipient of a notice would be told now; undefined when there is nothing to tell. */
export async function readWhatStands(
  { memberships, passkeys, receipts, rulings }: Standing,
  { kind, topic, accountId, senderId, attendanceSessionId }: Notice,
): Promise<string | undefined> {
  switch (topic) {
    case 'mark': {
      const receipt = await receipts.find(accountId, attendanceSessionId)
      return receipt && (receipt.ruling?.status ?? 'present')
    }
    case 'cell': {
      const cell = await rulings.findCell(attendanceSessionId, accountId)
      return cell && statusOf(cell)
    }
    case 'membership': {
      if (kind === 'member-renamed') {
        const member = await memberships.findPlace(accountId, senderId)
        return member && !member.hasLeft ? describeMember(member) : undefined
      }
      const place = await memberships.findPlace(senderId, accountId)
      return place && describePlace(place)
    }
    case 'passkeys': {
      const suspects = (await passkeys.listOf(senderId)).filter(({ suspectBecause }) => suspectBecause === 'counter')
      // A later suspicion is another one, also of a passkey that its owner has cleared.
      return suspects.length === 0 ? undefined : `${Math.max(...suspects.map(({ suspectSince }) => suspectSince ?? 0))}`
    }
  }
}

/** What an institute knows of a member's passkeys that was told nothing. */
export const nothingStands = ''

/** In the words of `readWhatStands`. */
export function describePlace({
  rollNumber,
  hasLeft,
}: {
  readonly rollNumber: string
  readonly hasLeft: boolean
}): string {
  return hasLeft ? 'out' : `in ${rollNumber}`
}

/** The number in these words; undefined of who had left. */
export const numberIn = (told: string): string | undefined => (told.startsWith('in ') ? told.slice(3) : undefined)

/** The same to the institute. */
export const describeMember = (place: Place): string =>
  `${describePlace(place)} ${joinNames(place.firstName, place.lastName)}`

/** What a mail says about one notice. */
export type Told = { readonly notice: Notice; readonly stands: string }

/** What the recipient of a notice does not know yet, of it and of all that one mail tells with it. */
export async function readNews(
  deps: Standing & { readonly notices: Pick<Stores['notices'], 'listToldWith'> },
  about: Notice,
): Promise<readonly Told[]> {
  const news: Told[] = []
  for (const notice of await deps.notices.listToldWith(about)) {
    const stands = await readWhatStands(deps, notice)
    if (stands !== undefined && stands !== notice.told) news.push({ notice, stands })
  }
  return news
}

/**
 * What a mail about an act of another tells now. 'none' when it is to tell news alone and its recipient knows what
 * stands; empty when there is nothing to note.
 */
export async function readTold(
  deps: Standing & { readonly notices: Pick<Stores['notices'], 'find' | 'listToldWith'> },
  { noticeId, isOnlyNews }: { readonly noticeId: string | null; readonly isOnlyNews: boolean },
): Promise<readonly Told[] | 'none'> {
  if (noticeId === null) return []
  const notice = await deps.notices.find(noticeId)
  if (isOnlyNews) {
    const news = notice ? await readNews(deps, notice) : []
    return news.length === 0 ? 'none' : news
  }
  const stands = notice && (await readWhatStands(deps, notice))
  return notice === undefined || stands === undefined ? [] : [{ notice, stands }]
}
