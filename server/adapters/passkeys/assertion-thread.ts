import { parentPort } from 'node:worker_threads'
import { type AssertionToVerify, verifyAssertion } from '../../domain/passkeys/verify-assertion.ts'

export type AssertionJob = { readonly id: number; readonly assertion: AssertionToVerify }

/** `error`: the error of the check itself. A wrong assertion is no error: its result is undefined. */
export type AssertionResult = { readonly id: number } & (
  | { readonly verified: Awaited<ReturnType<typeof verifyAssertion>> }
  | { readonly error: unknown }
)

const port = parentPort
if (!port) throw new Error('Assertions are verified in a thread of their own')
let pending: AssertionResult[] = []

/** Together with all other results that are ready by then. */
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
