import { expect, onTestFinished, test, vi } from 'vitest'
import { writePercentBp } from '#contract/course-working.ts'
import { makeFormat } from './format.ts'

test.each(['en-US', 'en-IN', 'hi-IN'])('in %s the hour and am or pm stay on one line', (locale) => {
  const { time, dateTime } = makeFormat(locale)
  const nine = new Date(2026, 10, 20, 9, 0).getTime()
  expect(time(nine)).toMatch(/^9:00[\u00a0\u202f]am$/i)
  expect(dateTime(nine)).toMatch(/ 9:00[\u00a0\u202f]am$/i)
})

test('in the hour that the clocks repeat, times name the offset, and in no other', () => {
  const { time, dateTime, day } = makeFormat('en-GB', 'Europe/Berlin')
  const [first, second, after] = ['00:30', '01:30', '02:30'].map((at) => Date.parse(`2026-10-25T${at}:00Z`)) as [
    number,
    number,
    number,
  ]
  expect([first, second, after].map(time)).toEqual(['02:30\u00a0UTC+02:00', '02:30\u00a0UTC+01:00', '03:30'])
  expect([first, after].map(dateTime)).toEqual(['25 Oct 2026, 02:30\u00a0UTC+02:00', '25 Oct 2026, 03:30'])
  expect(day(first)).toBe('25 Oct 2026')
})

test('a percentage that was cut to two decimals is written as it is', () => {
  const { percent } = makeFormat('en-GB')
  const all = Array.from({ length: 10_001 }, (_, percentBp) => percentBp)
  expect(all.filter((percentBp) => percent(percentBp / 100) !== writePercentBp(percentBp))).toEqual([])
})

test('a page makes each format once, and none that it does not write', () => {
  const asked = ['DateTimeFormat', 'NumberFormat'] as const
  const spies = asked.map((name) => vi.spyOn(Intl, name))
  onTestFinished(() => void vi.restoreAllMocks())
  for (let part = 0; part < 100; part += 1) makeFormat('en-NZ', 'Asia/Tokyo').day(part)
  expect(spies.map(({ mock }) => mock.calls.length)).toEqual([1, 0])
})
