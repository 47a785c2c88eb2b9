import { expect, test } from 'vitest'
import { isDatabaseOutage } from './engine-errors.ts'

test.each(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTDOWN'])(
  'a database whose host is gone (%s) is an outage, and no fault of the request',
  (code) => {
    expect(isDatabaseOutage(Object.assign(new Error('on the way there'), { code }))).toBe(true)
  },
)

test.each([
  ['a value that another row has', '23505'],
  ['a statement that is wrong', '42703'],
])('%s is no outage', (_name, code) => {
  expect(isDatabaseOutage(Object.assign(new Error('refused'), { code }))).toBe(false)
})

test('a mistake of ours is no outage', () => {
  expect(isDatabaseOutage(new TypeError('stores is undefined'))).toBe(false)
})
