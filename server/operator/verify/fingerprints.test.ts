import { expect, test } from 'vitest'
import { createFingerprints } from './fingerprints.ts'

test('a key is found with the content that it was added with, and not with another', () => {
  const fingerprints = createFingerprints()
  fingerprints.add('one', 'content')
  fingerprints.add('two', 'content')
  fingerprints.add('three', undefined)
  expect(fingerprints.countOpen()).toBe(3)
  expect(fingerprints.find('one', 'content')).toBe('same')
  expect(fingerprints.find('two', 'other content')).toBe('different')
  expect(fingerprints.find('three', 'any content')).toBe('by-key')
  expect(fingerprints.find('four', 'content')).toBe('unknown')
  expect(fingerprints.countOpen()).toBe(0)
})

test('a key is added once, and once more after it was removed', () => {
  const fingerprints = createFingerprints()
  expect(fingerprints.remove('one')).toBe(false)
  expect(fingerprints.add('one', 'content')).toBe(true)
  expect(fingerprints.add('one', 'other content')).toBe(false)
  expect(fingerprints.remove('one')).toBe(true)
  expect(fingerprints.isOpen('one')).toBe(false)
  expect(fingerprints.find('one', 'content')).toBe('removed')
  expect(fingerprints.add('one', 'other content')).toBe(true)
  expect(fingerprints.isOpen('one')).toBe(true)
  expect(fingerprints.find('one', 'other content')).toBe('same')
})

test('many keys are found again after the table grew', () => {
  const fingerprints = createFingerprints(4)
  const keys = Array.from({ length: 10_000 }, (_, number) => `key ${number}`)
  for (const key of keys) fingerprints.add(key, key)
  expect(fingerprints.countOpen()).toBe(keys.length)
  expect(new Set(keys.map((key) => fingerprints.find(key, key)))).toEqual(new Set(['same']))
  expect(fingerprints.countOpen()).toBe(0)
})
