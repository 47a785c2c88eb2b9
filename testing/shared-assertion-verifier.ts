import { createAssertionVerifier } from '#server/adapters/passkeys/assertion-verifier.ts'

/**
 * For all servers of this process, one after another: its thread takes longer to start than most tests, and keeps nothing
 * of whom it has worked for.
 */
export const sharedAssertionVerifier = { ...createAssertionVerifier(), close: () => undefined }
