import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const server = join(import.meta.dirname, '../..')

test('the two kinds are told apart in one place alone, and by marks of the client protocol', () => {
  const files = globSync('**/*.ts', { cwd: server }).filter((file) => !file.endsWith('.test.ts'))
  const importing = files.filter((file) =>
    /from '[^']*groups\/(whole|course)\.ts'|from '\.\/(whole|course)\.ts'/.test(
      readFileSync(join(server, file), 'utf8'),
    ),
  )
  expect(importing.sort()).toEqual(['domain/groups/kind-of.ts', 'domain/marks/mark-member.ts'])
})
