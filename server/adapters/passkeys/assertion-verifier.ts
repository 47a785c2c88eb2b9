import { Worker } from 'node:worker_threads'
import type { AssertionToVerify, AssertionVerifier, verifyAssertion } from '../../domain/passkeys/verify-assertion.ts'
import type { AssertionJob, AssertionResult } from './assertion-thread.ts'

type Verified = Awaited<ReturnType<typeof verifyAssertion>>
type Verification = PromiseWithResolvers<Verified>

/** A thread, its checks to be sent, and its checks that were sent and not answered. */
type Running = { readonly thread: Worker; readonly unsent: AssertionJob[]; readonly waiting: Map<number, Verification> }

/**
 * Verifies assertions in a thread of their own: that takes a third of the time of the rest of a mark, and one thread
 * answers all requests. The first assertion starts it. If it breaks, its unanswered checks fail, and the
 * next assertion starts another.
 */
export function createAssertionVerifier(): AssertionVerifier & { readonly close: () => void } {
  let running: Running | undefined
  let asked = 0

  function start(): Running {
    const waiting = new Map<number, Verification>()
    const thread = new Worker(new URL('./assertion-thread.ts', import.meta.url))
    // It does not keep the process alive, and stays for the next assertion.
    thread.unref()
    const started: Running = { thread, unsent: [], waiting }
    thread.on('message', (results: readonly AssertionResult[]) => {
      for (const result of results) {
        const verification = waiting.get(result.id)
        waiting.delete(result.id)
        if ('error' in result) verification?.reject(result.error)
        else verification?.resolve(result.verified)
      }
    })
    const end = (cause: Error) => {
      if (running === started) running = undefined
      for (const { reject } of waiting.values()) reject(cause)
      waiting.clear()
    }
    thread.once('error', end)
    thread.once('exit', () => end(new Error('The thread that verifies assertions has ended')))
    return started
  }

  const ensureRunning = () => {
    running ??= start()
    return running
  }

  return {
    verify(assertion) {
      const { thread, unsent, waiting } = ensureRunning()
      asked += 1
      const verification = Promise.withResolvers<Verified>()
      waiting.set(asked, verification)
      // Assertions of one turn of the event loop are sent in one message: each message wakes the thread.
      if (unsent.length === 0) setImmediate(() => thread.postMessage(unsent.splice(0)))
      unsent.push({ id: asked, assertion: pickNeeded(assertion) })
      return verification.promise
    },
    close() {
      void running?.thread.terminate()
      running = undefined
    },
  }
}

/** A message costs its copying, and a password's hash does not belong in another thread. */
function pickNeeded({ account, passkey, ...rest }: AssertionToVerify): AssertionToVerify {
  const { accountId, credentialId, publicKey, suspectBecause, backupEligible } = passkey
  return {
    ...rest,
    account: { id: account.id, userHandle: account.userHandle },
    passkey: { accountId, credentialId, publicKey, suspectBecause, backupEligible },
  }
}
