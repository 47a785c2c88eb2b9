import type { ScreenPairing, ScreenPairingState } from '#contract/screens.ts'
import type { Deps } from '../deps.ts'
import type { Door } from '../doors.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import { readScreenKey } from './screen-request.ts'

/** How long a code waits for a person who types it. Milliseconds. */
const pairingMs = 10 * 60_000

/** Begins a pairing of this browser. `token` becomes its cookie. Throws malformed-argument for a key of another kind. */
export async function askForPairing(
  { storage, random }: Pick<Deps, 'storage' | 'random'>,
  door: Door<'screens.pair'>,
  { publicKey }: { readonly publicKey: string },
): Promise<{ pairing: ScreenPairing; token: string }> {
  if (!readScreenKey(publicKey)) {
    throw new Problem('malformed-argument', { message: 'publicKey must be a key of the curve P-256' })
  }
  const token = random.secret()
  const now = await storage.now()
  const pairing = { code: random.pairingCode(), expiresAt: now + pairingMs }
  await storage.screens.ask({
    ...pairing,
    publicKey,
    tokenHash: hashSecret(token),
    addressPrefix: door.address,
    userAgent: door.userAgent,
    askedAt: now,
  })
  return { pairing: { ...pairing, serverTime: now }, token }
}

/** How the pairing of this browser stands. */
export async function readPairing(
  { storage }: Pick<Deps, 'storage'>,
  door: Door<'screens.await'>,
): Promise<ScreenPairingState> {
  const serverTime = await storage.now()
  const tokenHash = door.cookies.screen === undefined ? undefined : hashSecret(door.cookies.screen)
  if (tokenHash === undefined) return { state: 'over', serverTime }
  if (await storage.screens.isWaiting(tokenHash)) return { state: 'waiting', serverTime }
  return { state: (await storage.screens.findByToken(tokenHash)) ? 'approved' : 'over', serverTime }
}
