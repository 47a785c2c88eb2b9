import { Problem } from '../problem.ts'
import type { InstallationKey } from './installation-key.ts'

/** How long after the scan a check-in can be finished: time for a login or a first passkey. Milliseconds. */
export const scanTicketMs = 3 * 60_000

/** What a browser gets for a room code. The browser alone keeps it, and it is used once. */
export type ScanTicket = {
  readonly attendanceSessionId: string
  /** Of the room code that was scanned. */
  readonly step: number
  /** Epoch ms. */
  readonly scannedAt: number
  /** Hash of the secret by which the browser that scanned is known. */
  readonly browserHash: string
  /** The time since secrets were last forgotten, in which it was scanned: after a restore a ticket must not mark again. */
  readonly secretsEpoch: string
}

const kind = 'scan ticket v1'

export function sealTicket(key: Pick<InstallationKey, 'seal'>, ticket: ScanTicket): string {
  const { attendanceSessionId, step, scannedAt, browserHash, secretsEpoch } = ticket
  return key.seal([kind, attendanceSessionId, step, scannedAt, browserHash, secretsEpoch].join('\n'))
}

/** Undefined for a ticket that is broken or another browser's. */
export function openTicket(
  key: Pick<InstallationKey, 'unseal'>,
  sealed: string,
  browserHash: string | undefined,
): ScanTicket | undefined {
  const text = key.unseal(sealed)
  const [foundKind, attendanceSessionId = '', step, scannedAt, foundBrowser = '', secretsEpoch = ''] =
    text?.split('\n') ?? []
  if (foundKind !== kind || foundBrowser !== browserHash) return undefined
  return {
    attendanceSessionId,
    step: Number(step),
    scannedAt: Number(scannedAt),
    browserHash: foundBrowser,
    secretsEpoch,
  }
}

/** Throws scan-ticket-old. `now`: epoch ms. */
export function assertFresh({ scannedAt }: ScanTicket, now: number): void {
  if (now >= scannedAt + scanTicketMs) throw new Problem('scan-ticket-old')
}
