import { expect, test } from 'vitest'
import { makeFormat } from './format.ts'

test.each(['en-US', 'en-IN', 'hi-IN'])('in %s the hour and am or pm stay on one line', (locale) => {
  const { time, dateTime } = makeFormat(locale)
  const nine = new Date(2026, 10, 20, 9, 0).getTime()
  expect(time(nine)).toMatch(/^9:00[\u00a0\u202f]am$/i)
  expect(dateTime(nine)).toMatch(/ 9:00[\u00a0\u202f]am$/i)
})
