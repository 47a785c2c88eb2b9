import { expect, test } from 'vitest'
import { makeFormat } from './format.ts'

test.each(['en', 'hi'])('in %s the hour and its half of the day do not part', (tag) => {
  const { time, dateTime } = makeFormat(tag)
  const nine = new Date(2026, 10, 20, 9, 0).getTime()
  expect(time(nine)).toMatch(/^9:00[\u00a0\u202f]am$/i)
  expect(dateTime(nine)).toMatch(/ 9:00[\u00a0\u202f]am$/i)
})
