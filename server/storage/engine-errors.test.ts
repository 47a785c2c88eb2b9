import { expect, test } from 'vitest'
import { isDatabaseOutage, isServerGone } from './engine-errors.ts'

test.each(['ENOTFOUND', 'EAI_AGAIN', 'ENETUNREACH', 'EHOSTDOWN'])(
  'a database whose host is gone (%s) is an outage, not an error of the request',
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

test('a programming error is no outage', () => {
  expect(isDatabaseOutage(new TypeError('stores is undefined'))).toBe(false)
})

test.each([
  ['that has become a standby', '25006'],
  ['that ends', '57P01'],
  ['that has crashed', '57P02'],
  ['that starts', '57P03'],
  ['whose connection broke', '08006'],
])('a server %s (%s) is an outage, and none of its connections is trusted', (_name, code) => {
  const error = Object.assign(new Error('said by the engine'), { code })
  expect([isDatabaseOutage(error), isServerGone(error)]).toEqual([true, true])
})

test('a table that is missing while the database is restored is an outage', () => {
  expect(isDatabaseOutage(Object.assign(new Error('relation "marks" does not exist'), { code: '42P01' }))).toBe(true)
})

test.each(['40001', '40P01'])('a conflict with others that outlasts all tries (%s) is an outage', (code) => {
  expect(isDatabaseOutage(Object.assign(new Error('deadlock detected'), { code }))).toBe(true)
})

test('a lock that was waited for too long says nothing about other connections', () => {
  expect(isServerGone(Object.assign(new Error('canceling statement'), { code: '55P03' }))).toBe(false)
})
