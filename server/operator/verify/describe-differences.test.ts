import { expect, test } from 'vitest'
import { describeDifferences, describeMissing } from './describe-differences.ts'
import { readFacts } from './logged-facts.ts'

test('a difference of which nothing can be read is named all the same', () => {
  const expected = { at: 1, digest: 'digest', said: '', accountId: null }
  for (const kind of ['marks', 'passkeys'] as const)
    expect(describeDifferences({ kind, name: 'a row', expected })).toEqual(['a row: it is not what the log has'])
})

test.each([
  ['asha', '{"organisationId":"institute","groupId":"institute","sessionId":"third","number":3}'],
  ['asha', 'session 3 at 1795400000000 digest of institute'],
  ['institute', 'session 3 at 1795400000000 digest'],
])('a mark that is missing is named with its institute, though the entry is of account %s: %s', (account, detail) => {
  const row = { sequence: 7, at: 1, action: 'attendance.mark', outcome: 'done', account_id: account, subject: 'asha' }
  expect(describeMissing({ ...row, facts: readFacts({ ...row, detail }) ?? {} })).toBe(
    'the log knows a mark of student asha in class 3 of organisation institute, and it is not there (row 7 of the log)',
  )
})
