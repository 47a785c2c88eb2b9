import { expect, test } from 'vitest'
import { readMarkReceipt } from './check-mark-receipt.ts'

const hash = 'A-_'.repeat(14).concat('b')

test('a mark is read as the mail of its receipt writes it, and nothing else is', () => {
  expect(readMarkReceipt(`01a-b:asha.1:${hash}`)).toEqual({ sessionId: '01a-b', studentId: 'asha.1', hash })
  const others = [hash, `01a-b:${hash}`, `01a-b:asha:${hash}.`, `01a-b:asha:${hash.slice(1)}`, `:asha:${hash}`, '']
  for (const text of others) expect(readMarkReceipt(text)).toBeUndefined()
})
