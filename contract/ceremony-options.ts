import { z } from 'zod'
import type { ReadOnly } from './read-only.ts'

/** The options of a passkey ceremony that the server sets, as JSON (WebAuthn L3 §5.1.9 and §5.1.10). */

const base64url = z.string().regex(/^[A-Za-z0-9_-]+$/)
const credentialDescriptor = z.strictObject({
  id: base64url,
  type: z.literal('public-key'),
  transports: z.array(z.string()).exactOptional(),
})
/** Milliseconds. */
const timeout = z.int().min(1)

/** The answer of POST /passkey/register. */
export const creationOptions = z.strictObject({
  challenge: base64url,
  rp: z.strictObject({ id: z.string(), name: z.string() }),
  user: z.strictObject({ id: base64url, name: z.string(), displayName: z.string() }),
  /** COSE numbers of algorithms. */
  pubKeyCredParams: z.array(z.strictObject({ alg: z.int(), type: z.literal('public-key') })),
  timeout,
  attestation: z.literal('none'),
  excludeCredentials: z.array(credentialDescriptor),
  authenticatorSelection: z.strictObject({
    residentKey: z.literal('preferred'),
    userVerification: z.literal('required'),
    requireResidentKey: z.literal(false),
  }),
  extensions: z.strictObject({ credProps: z.literal(true) }),
  hints: z.array(z.never()),
})
export type CreationOptions = ReadOnly<typeof creationOptions>

/** The answer of POST /passkey/login and of POST /passkey/rehearsal. */
export const requestOptions = z.strictObject({
  challenge: base64url,
  rpId: z.string(),
  allowCredentials: z.array(credentialDescriptor),
  userVerification: z.literal('required'),
  timeout,
  /** Where the browser should look first, when an institute's screen asks for a student's passkey, or a rehearsal does. */
  hints: z.array(z.enum(['hybrid', 'security-key'])).exactOptional(),
})
export type RequestOptions = ReadOnly<typeof requestOptions>
