import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { hasTest } from '../check-references.ts'
import { mutate, titlePattern } from './mutant.ts'
import { mutants } from './mutants.ts'

const read = (file: string): string => readFileSync(join(import.meta.dirname, '../..', file), 'utf8')

test('at least seventy mistakes are listed, each under a name of its own', () => {
  expect(mutants.length).toBeGreaterThanOrEqual(70)
  expect(new Set(mutants.map(({ name }) => name)).size).toBe(mutants.length)
})

test.each(mutants)('$name fits $file, and its test exists', (mutant) => {
  expect(mutant.file).toMatch(/^(server\/domain|contract)\/(?!.*\.test\.ts$)/)
  expect(mutate(read(mutant.file), mutant)).not.toBe(read(mutant.file))
  expect(hasTest(read(mutant.killedBy.file), mutant.killedBy.title)).toBe(true)
})

test('a text that stands twice in a file, or not at all, fits no longer', () => {
  const mutant = { name: 'm', file: 'f', find: 'a', replace: 'b', killedBy: { file: 't', title: 't' } }
  expect(mutate('a c', mutant)).toBe('b c')
  expect(() => mutate('c', mutant)).toThrow("'m' does not fit f")
  expect(() => mutate('a a', mutant)).toThrow("'m' does not fit f")
})

test('a title finds its test, whatever its placeholders stand for, and no other', () => {
  const finds = (title: string, name: string) => new RegExp(titlePattern(title)).test(name)
  expect(finds('counts %j as %j', 'counts "::1" as "0"')).toBe(true)
  expect(finds('ends (or not)', 'a session ends (or not)')).toBe(true)
  expect(finds('counts', 'counts twice')).toBe(false)
})
