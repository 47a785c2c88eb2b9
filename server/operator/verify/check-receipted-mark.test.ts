import { expect, test } from 'vitest'
import { readReceiptedMark } from './check-receipted-mark.ts'

const hash = 'A-_'.repeat(14).concat('b')

test('a mark is read as the mail of its receipt writes it, and nothing else is', () => {
  expect(readReceiptedMark(`01a-b:asha.1:${hash}`)).toEqual({ sessionId: '01a-b', studentId: 'asha.1', hash })
  const others = [hash, `01a-b:${hash}`, `01a-b:asha:${hash}.`, `01a-b:asha:${hash.slice(1)}`, `:asha:${hash}`, '']
  for (const text of others) expect(readReceiptedMark(text)).toBeUndefined()
})
