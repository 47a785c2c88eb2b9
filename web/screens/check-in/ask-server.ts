import { prefixes } from '#contract/addresses.ts'
import { isRefusalAsAnswer, refusalsAsAnswers } from '#contract/expected-refusals.ts'
import type { ProblemBody } from '#contract/problem-body.ts'
import { isUnknownCall, leaveOldRelease } from '../../client/leave-old-release.ts'

/**
 * Calls of /checkin. They stand apart from web/client/ because the page's first script makes them, too, which must stay
 * under 4 kB.
 */

/** `lost`: no answer came, or an outage; asking again is safe. */
export type Answer<Value> =
  | { readonly kind: 'answer'; readonly value: Value }
  | { readonly kind: 'refused'; readonly reason: string; readonly problem: Partial<ProblemBody> }
  | { readonly kind: 'lost' }

/** No answer is waited for longer, ms: in a full hall one in a while is lost. */
const patienceMs = 10_000
/** The slash keeps it from finding itself: the page carries this script inside. */
const appPattern = /data-app="(\/[^"]+)"/

/** `path`: below the prefix of the product's calls. Never rejects. */
export async function askServer<Value>(path: string, body: object): Promise<Answer<Value>> {
  try {
    const response = await fetch(prefixes.product + path, {
      method: 'POST',
      credentials: 'same-origin',
      cache: 'no-store',
      headers: { 'content-type': 'application/json', ...refusalsAsAnswers },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(patienceMs),
    })
    const read = await response.json()
    if (response.ok && !isRefusalAsAnswer(response.headers)) return { kind: 'answer', value: read }
    if (response.status >= 500) return { kind: 'lost' }
    const problem: Partial<ProblemBody> = read
    if (isUnknownCall(problem)) void leaveOldRelease(location.pathname, document.body.dataset.app, appPattern)
    return { kind: 'refused', reason: problem.reason ?? problem.type ?? '', problem }
  } catch {
    return { kind: 'lost' }
  }
}
