import { expect, test } from 'vitest'
import { checkWords } from './check-words.ts'

test.each([
  '/** Nobody waits for it. */',
  "test('whoever comes later waits', run)",
  '- It is refused to anybody.',
  '// The link is worth nothing.',
  '// Begins anew.',
  'The mail tells of each mark.',
])('a riddle is found: %s', (text) => {
  expect(checkWords('server/a.ts', `\n${text}`)).toMatchObject([{ file: 'server/a.ts', line: 2 }])
})

test.each([
  "await ask('nobody@example.org')",
  "release('nobody')",
  "openBrowser().get('/students/somebody')",
  'The server answers no one before the commit.',
])('a plain sentence or a value is not: %s', (text) => {
  expect(checkWords('server/a.test.ts', text)).toEqual([])
})
