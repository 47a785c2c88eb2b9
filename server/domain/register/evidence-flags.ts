import type { MarkFlag } from '#contract/attendance-sheet.ts'
import type { Passkey } from '../passkeys/stores.ts'
import { roomCodeStepMs } from '../session-id.ts'
import type { EvidenceFlag } from '../sessions/stores.ts'
import type { FlaggedMark } from './sheet-stores.ts'

const hour = 60 * 60_000
const youngPasskeyMs = 24 * hour
const recentUseMs = hour

type Use = {
  readonly passkey: Pick<Passkey, 'createdAt' | 'backedUp'>
  readonly attachment: string | null
  readonly backedUp: boolean
  /** Epoch ms. */
  readonly usedAt: number
}

/** What makes a ceremony worth a second look (rules §5.5). A flag is noted on the mark and does not refuse it. */
export function flagEvidence({ passkey, attachment, backedUp, usedAt }: Use): EvidenceFlag[] {
  const flags: readonly [EvidenceFlag, boolean][] = [
    ['new-passkey', usedAt - passkey.createdAt < youngPasskeyMs],
    ['backup-changed', backedUp !== passkey.backedUp],
    ['cross-platform', attachment === 'cross-platform'],
  ]
  return flags.flatMap(([flag, isRaised]) => (isRaised ? [flag] : []))
}

/**
 * All flags of a mark, as the sheet shows them (rules §5.5). Those of the ceremony are kept on the mark; a passkey on another
 * device is what every mark at the screen has. The others rest on where the mark came from, and go with that after 30 days.
 */
export function flagsOf({ way, markedAt, evidence, origin }: FlaggedMark): MarkFlag[] {
  const kept = (evidence.flags ?? []).filter((flag) => way !== 'screen' || flag !== 'cross-platform')
  if (!origin) return kept
  const { redeemedAfter, otherSeenAt, isShared, isFromAnotherBrowser, isFromKnownBrowser } = origin
  const flags: readonly [MarkFlag, boolean][] = [
    ['shared-browser', isShared],
    // From one browser to another, and back.
    ['two-browsers', isFromAnotherBrowser && isFromKnownBrowser],
    ['other-browser-active', otherSeenAt !== null && markedAt - otherSeenAt < recentUseMs],
    ['late-code', redeemedAfter !== null && redeemedAfter > roomCodeStepMs],
  ]
  return [...kept, ...flags.flatMap(([flag, isRaised]) => (isRaised ? [flag] : []))]
}
