import { expect, test } from 'vitest'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { countRequest } from './count-request.ts'
import type { RequestLimit, RequestSubject } from './limit-table.ts'

/** Counts one request of a signed-in caller. Returns what the limiter was asked. */
async function count(limit: Pick<RequestLimit<RequestSubject>, 'per' | 'counts' | 'sparesRightOnes'>) {
  const asked: [string, string][] = []
  const note = (name: string) => async (_limit: unknown, key: string) => {
    asked.push([name, key])
    return { max: 1, count: 1, resetAt: 1, isUsedUp: false }
  }
  const caller = makeCaller('asha', 'STD', { id: 'session' })
  const context = makeContext({ caller, limiter: { count: note('count'), check: note('check'), look: note('look') } })
  await countRequest(context, [{ name: 'limit', max: 1, windowMs: 1, lockout: '', ...limit }])
  return asked
}

test.each([
  ['address', '192.0.2.7'],
  ['account', 'asha'],
  ['account+address', 'asha 192.0.2.7'],
  ['login session', 'session'],
] as const)('a limit per %s counts for %j', async (per, key) => {
  expect(await count({ per, counts: 'calls' })).toEqual([['count', key]])
})

test('of a limit on misses a request counts nothing, and only learns whether any are left', async () => {
  expect(await count({ per: 'address', counts: 'misses' })).toEqual([['check', '192.0.2.7']])
  expect(await count({ per: 'address', counts: 'misses', sparesRightOnes: true })).toEqual([['look', '192.0.2.7']])
})
