import { expect, test } from 'vitest'
import { createKnownRows } from './known-rows.ts'

test('a key is found with the content that it was added with, and not with another', () => {
  const known = createKnownRows()
  known.add('one', 'content')
  known.add('two', 'content')
  known.add('three', undefined)
  expect(known.countOpen()).toBe(3)
  expect(known.find('one', 'content')).toBe('same')
  expect(known.find('two', 'other content')).toBe('different')
  expect(known.find('three', 'any content')).toBe('by-key')
  expect(known.find('four', 'content')).toBe('unknown')
  expect(known.countOpen()).toBe(0)
})

test('a key is added once, and once more after it was removed', () => {
  const known = createKnownRows()
  expect(known.remove('one')).toBe(false)
  expect(known.add('one', 'content')).toBe(true)
  expect(known.add('one', 'other content')).toBe(false)
  expect(known.remove('one')).toBe(true)
  expect(known.isOpen('one')).toBe(false)
  expect(known.find('one', 'content')).toBe('removed')
  expect(known.add('one', 'other content')).toBe(true)
  expect(known.isOpen('one')).toBe(true)
  expect(known.find('one', 'other content')).toBe('same')
})

test('many keys are found again among many others', () => {
  const known = createKnownRows()
  const keys = Array.from({ length: 10_000 }, (_, number) => `key ${number}`)
  for (const key of keys) known.add(key, key)
  expect(known.countOpen()).toBe(keys.length)
  expect(new Set(keys.map((key) => known.find(key, key)))).toEqual(new Set(['same']))
  expect(known.countOpen()).toBe(0)
})
