import { expect, test } from 'vitest'
import { describeDifferences, describeMissing } from './describe-differences.ts'

test('a difference of which nothing can be read is named all the same', () => {
  const expected = { accountId: 'institute', detail: 'as it is' }
  const logged = { account_id: 'institute', detail: 'as it was' }
  for (const kind of ['marks', 'passkeys'] as const)
    expect(describeDifferences({ kind, name: 'a row', expected, logged } as never)).toEqual([
      'a row: it is not what the log has',
    ])
})

test.each([
  ['asha', 'session 3 at 1795400000000 digest of institute'],
  ['institute', 'session 3 at 1795400000000 digest'],
])('a mark that is missing is named with its institute, though the entry is of account %s', (account, detail) => {
  const row = { sequence: 7, action: 'attendance.mark', account_id: account, subject: 'asha', detail }
  expect(describeMissing(row)).toBe(
    'the log knows a mark of student asha in class 3 of organisation institute, and it is not there (row 7 of the log)',
  )
})
