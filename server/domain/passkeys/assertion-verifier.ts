import type { AssertionToVerify, VerifiedAssertion } from './verify-assertion.ts'

/** Runs `verifyAssertion`, wherever there is time for it. */
export type AssertionVerifier = {
  readonly verify: (assertion: AssertionToVerify) => Promise<VerifiedAssertion | undefined>
}
