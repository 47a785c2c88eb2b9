import { parentPort } from 'node:worker_threads'
import {
  type AssertionToVerify,
  type VerifiedAssertion,
  verifyAssertion,
} from '../../domain/passkeys/verify-assertion.ts'

export type AssertionJob = { readonly id: number; readonly assertion: AssertionToVerify }

/** `error`: what the check itself broke at. An assertion that is not right is no error, but undefined. */
export type AssertionResult = { readonly id: number } & (
  | { readonly verified: VerifiedAssertion | undefined }
  | { readonly error: unknown }
)

const port = parentPort
if (!port) throw new Error('Assertions are verified in a thread of their own')
let pending: AssertionResult[] = []

/** With whatever else is ready by then. */
function post(result: AssertionResult): void {
  if (pending.length === 0) setImmediate(postAll)
  pending.push(result)
}

function postAll(): void {
  port?.postMessage(pending)
  pending = []
}

port.on('message', (jobs: readonly AssertionJob[]) => {
  for (const { id, assertion } of jobs) {
    verifyAssertion(assertion).then(
      (verified) => post({ id, verified }),
      (error: unknown) => post({ id, error }),
    )
  }
})
