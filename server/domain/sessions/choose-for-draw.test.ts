import { expect, test } from 'vitest'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { chooseForDraw } from './choose-for-draw.ts'

const room = (...times: number[]) => times.map((drawn, index) => ({ studentId: `s${index}`, times: drawn }))

test('each student is drawn as often as any other', () => {
  const draws = 20_000
  const counts = new Map<string, number>()
  for (let draw = 0; draw < draws; draw++) {
    for (const id of chooseForDraw(room(0, 0, 0, 0, 0, 0, 0, 0), 2, systemRandom.index)) {
      counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  }
  // An eighth of 40,000 is 5,000; eight times the standard deviation of 65 is 520.
  expect(counts.size).toBe(8)
  for (const count of counts.values()) expect(Math.abs(count - 5_000)).toBeLessThan(520)
})

test('a student is not drawn again before all were drawn', () => {
  const last = (count: number) => count - 1
  expect(chooseForDraw(room(1, 0, 1, 0, 1), 2, last)).toEqual(['s3', 's1'])
  expect(chooseForDraw(room(1, 0, 1, 1), 2, last)).toEqual(['s1', 's3'])
  expect(chooseForDraw(room(2, 1, 2, 2), 1, last)).toEqual(['s1'])
})

test('no student is drawn twice at once, and a small room is drawn whole', () => {
  const chosen = chooseForDraw(room(0, 0, 0), 5, systemRandom.index)
  expect(chosen).toHaveLength(3)
  expect(new Set(chosen)).toEqual(new Set(['s0', 's1', 's2']))
  expect(chooseForDraw([], 5, systemRandom.index)).toEqual([])
})
