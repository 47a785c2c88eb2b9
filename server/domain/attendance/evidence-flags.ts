import type { Passkey } from '../passkeys/stores.ts'
import type { EvidenceFlag } from './stores.ts'

const youngPasskeyMs = 24 * 60 * 60_000

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
