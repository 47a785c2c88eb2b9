import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('the list of decisions has each page, in the order of their numbers', () => {
  const folder = join(import.meta.dirname, '../docs/decisions')
  const pages = readdirSync(folder).filter((name) => /^\d{4}-.*\.md$/.test(name))
  const rows = readFileSync(join(folder, 'README.md'), 'utf8').matchAll(/^\| (\d+) \| \[.*?\]\((.*?)\) \|/gm)
  const listed = [...rows].map(([, number = '', page]) => [number.padStart(4, '0'), page])
  expect(listed).toEqual(pages.sort().map((name) => [name.slice(0, 4), name]))
})
