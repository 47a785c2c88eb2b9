import type { AssertionToVerify, VerifiedAssertion } from './verify-assertion.ts'

/** Runs `verifyAssertion`, wherever there is time for it. */
export type AssertionVerifier = {
  /** Makes ready for the first assertion, so that it need not wait. */
  readonly prepare: () => void
  readonly verify: (assertion: AssertionToVerify) => Promise<VerifiedAssertion | undefined>
}
