import type { verifyAssertion } from './verify-assertion.ts'

/** Runs `verifyAssertion`, in this thread or another. */
export type AssertionVerifier = {
  /** Prepares for the first assertion, so that it need not wait. */
  readonly prepare: () => void
  readonly verify: typeof verifyAssertion
}
