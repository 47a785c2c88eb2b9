import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fillParts, makePages } from './made-pages.ts'

test('the pages that npm run api makes fit the tables of acts, limits and calls', () => {
  for (const [path, wanted] of makePages()) {
    expect([path, readFileSync(join(import.meta.dirname, '..', path), 'utf8')]).toEqual([path, wanted])
  }
})

test('a part is put between its marks, and the rest stays', () => {
  const page = 'One\n  <!-- made by npm run api: acts -->\n  old\n  <!-- end of acts -->\nTwo\n'
  const filled = 'One\n  <!-- made by npm run api: acts -->\n  new\n\n  <!-- end of acts -->\nTwo\n'
  expect(fillParts(page, { acts: ['new', ''] })).toBe(filled)
  expect(() => fillParts(page, { limits: [] })).toThrow('limits')
})
