import { passkeyCeremonyMs } from '#contract/rules.ts'

/** The same for every ceremony (rules §5.4). */

/** COSE algorithms: EdDSA, ES256, RS256. */
export const supportedAlgorithmIDs = [-8, -7, -257]

/** How long the browser waits for the person. Milliseconds. */
export const ceremonyTimeoutMs = passkeyCeremonyMs

/** How long after an organisation's verified ceremony the password login is open (rules §5.6). Milliseconds. */
export const loginProofMs = 5 * 60_000
