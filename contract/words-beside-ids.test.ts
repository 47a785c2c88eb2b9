import { expect, test } from 'vitest'
import { appwriteCalls } from './appwrite-calls.ts'
import { productCalls } from './product-calls.ts'
import { findWordsBesideIds, wordsBesideIds } from './words-beside-ids.ts'

test('no new call has a fixed word where another one has an id', () => {
  expect(findWordsBesideIds([...Object.keys(productCalls), ...Object.keys(appwriteCalls)])).toEqual([
    { fixed: 'GET /reports/students/export', withId: 'GET /reports/students/:studentId', word: 'export' },
  ])
  expect([...wordsBesideIds]).toEqual(['export'])
})

test.each([
  [['GET /a/new', 'GET /a/:id'], 'new'],
  [['GET /a/new/b', 'GET /a/:id/b'], 'new'],
  [['POST /a/new', 'GET /a/:id'], undefined],
  [['GET /a/new/b', 'GET /a/:id'], undefined],
  [['GET /a/:id/b', 'GET /a/:id'], undefined],
])('of %j the word beside the id is %s', (calls, word) => {
  expect(findWordsBesideIds(calls).map((found) => found.word)).toEqual(word === undefined ? [] : [word])
})
