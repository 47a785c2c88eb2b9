import type { verifyAssertion } from './verify-assertion.ts'

/** Runs `verifyAssertion`, in this thread or another. */
export type AssertionVerifier = {
  readonly verify: typeof verifyAssertion
}
