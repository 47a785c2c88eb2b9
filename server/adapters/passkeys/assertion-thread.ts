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
let untold: AssertionResult[] = []

/** With whatever else is ready by then. */
function tell(result: AssertionResult): void {
  if (untold.length === 0) setImmediate(tellAll)
  untold.push(result)
}

function tellAll(): void {
  port?.postMessage(untold)
  untold = []
}

port.on('message', (jobs: readonly AssertionJob[]) => {
  for (const { id, assertion } of jobs) {
    verifyAssertion(assertion).then(
      (verified) => tell({ id, verified }),
      (error: unknown) => tell({ id, error }),
    )
  }
})
