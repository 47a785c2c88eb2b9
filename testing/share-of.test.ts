import { expect, test } from 'vitest'
import { shareOf } from './share-of.ts'

const list = Array.from({ length: 10 }, (_, index) => index)

test('the shares of as many turns as there are parts are the whole list, each of it once', () => {
  const shares = [0, 1, 2, 3].map((turn) => shareOf(list, turn, 4, false))
  expect(shares.map(({ length }) => length)).toEqual([3, 3, 2, 2])
  expect(shares.flat().sort((one, other) => one - other)).toEqual(list)
})

test('the turns after them begin again', () => {
  expect(shareOf(list, 6, 4, false)).toEqual(shareOf(list, 2, 4, false))
})

test('in the full form each turn has the whole list', () => {
  for (const turn of [0, 1]) expect(shareOf(list, turn, 4, true)).toEqual(list)
})

test('there are no empty shares', () => {
  expect(() => shareOf(list, 0, 11, false)).toThrow(RangeError)
})
