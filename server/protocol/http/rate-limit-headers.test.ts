import { expect, test } from 'vitest'
import { rateLimitHeaders } from './rate-limit-headers.ts'

test('headers speak of the limit nearest to its end', () => {
  const calm = { max: 100, count: 2, resetAt: 5_000, isUsedUp: false }
  const tight = { max: 10, count: 8, resetAt: 9_001, isUsedUp: false }
  expect(rateLimitHeaders([calm, tight])).toEqual({
    'x-ratelimit-limit': '10',
    'x-ratelimit-remaining': '2',
    'x-ratelimit-reset': '10',
  })
  expect(rateLimitHeaders([{ ...tight, count: 12 }])['x-ratelimit-remaining']).toBe('0')
})
