import { z } from 'zod'
import type { RelyingParty } from './relying-party.ts'

/** CollectedClientData of WebAuthn L3 §5.8.1: the browser's statement about the ceremony. */
const clientData = z.looseObject({
  type: z.enum(['webauthn.create', 'webauthn.get']),
  challenge: z.string().min(1).max(1_024),
  origin: z.string(),
  crossOrigin: z.boolean().optional(),
  topOrigin: z.string().optional(),
})
export type ClientData = z.output<typeof clientData>
const challengeAlone = clientData.pick({ challenge: true })

/** Undefined for data that no browser produces. */
export function readClientData(clientDataJSON: string): ClientData | undefined {
  return clientData.safeParse(parse(clientDataJSON)).data
}

/**
 * The challenge alone, by which a ceremony is found and spent. It is read even from client data that is otherwise
 * invalid, so that such an answer spends the ceremony too. Undefined if there is none.
 */
export function readChallenge(clientDataJSON: string): string | undefined {
  return challengeAlone.safeParse(parse(clientDataJSON)).data?.challenge
}

function parse(clientDataJSON: string): unknown {
  try {
    return JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString())
  } catch {
    // Text that is not JSON is treated like any other invalid answer.
    return undefined
  }
}

/** A ceremony in a frame of another site is refused, whatever its signature (WebAuthn L3 §7.1 step 10). */
export function isTopLevel(data: ClientData, relyingParty: RelyingParty): boolean {
  return data.origin === relyingParty.origin && data.crossOrigin !== true && data.topOrigin === undefined
}
