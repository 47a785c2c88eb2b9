import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/**
 * A computer's clock may be set by an hour at any moment. So nothing in web/ counts down or waits by it: the server's time
 * is in web/client/server-clock.ts, and a wait of the screen alone uses performance.now().
 */

const root = join(import.meta.dirname, '..')
/** react-query stamps its data by the same clock. */
const computersClock = /\bDate\.now\b|\bnew Date\(\)|\b(?:dataUpdatedAt|errorUpdatedAt|submittedAt)\b/
/** A file and why it reads that clock. */
const allowed = new Map([
  ['web/client/server-clock.ts', 'it believes the computer until the first answer, and sees its clock jump'],
])

const sources = globSync('web/**/*.{ts,tsx}', { cwd: root }).filter(
  (file) => !file.includes('.test.') && !/^web\/(testing|build)\//.test(file),
)
const withoutComments = (source: string) => source.replace(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')
const readsClock = (source: string) => computersClock.test(withoutComments(source))

test('nothing in web/ counts or waits by the clock of the computer', () => {
  expect(sources.length).toBeGreaterThan(200)
  expect(sources.filter((file) => readsClock(readFileSync(join(root, file), 'utf8')))).toEqual([...allowed.keys()])
})

test('a wait by that clock would be found', () => {
  for (const text of ['useState(Date.now)', 'end - Date.now()', 'new Date().getTime()', 'at: query.dataUpdatedAt'])
    expect(readsClock(text), text).toBe(true)
  for (const text of ['/** As Date.now() does. */', 'new Date(time)', 'Date.parse(text)', 'performance.now()'])
    expect(readsClock(text), text).toBe(false)
})
