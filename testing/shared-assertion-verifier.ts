import { createAssertionVerifier } from '#server/adapters/passkeys/assertion-verifier.ts'

/**
 * For all servers of this process, one after another: its thread takes longer to start than most tests, and keeps no
 * state of a server.
 */
export const sharedAssertionVerifier = { ...createAssertionVerifier(), close: () => undefined }
