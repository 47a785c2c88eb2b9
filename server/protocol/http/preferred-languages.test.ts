import { expect, test } from 'vitest'
import { readPreferredLanguages } from './preferred-languages.ts'

test.each([
  ['keeps the order of tags without weights', 'hi-IN, en', ['hi-IN', 'en']],
  ['puts the heavier tag first', 'en;q=0.5, ta;q=0.9, hi', ['hi', 'ta', 'en']],
  ['keeps the order of equal weights', 'hi;q=0.8,en;q=0.8', ['hi', 'en']],
  ['leaves out what is not wanted', 'hi;q=0, en', ['en']],
  ['leaves out a weight that is no number', 'hi;q=x, en', ['en']],
  ['makes nothing of nothing', undefined, []],
  ['makes nothing of commas', ' , ,', []],
])('%s', (_title, header, tags) => {
  expect(readPreferredLanguages(header)).toEqual(tags)
})
