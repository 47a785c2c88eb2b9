import { expect, test } from 'vitest'
import { type AuditRow, chainStart, sealRow } from './audit-chain.ts'

const row: AuditRow = {
  sequence: 7,
  at: 1_000,
  action: 'attendance.mark',
  outcome: 'done',
  account_id: 'institute',
  subject: 'asha',
  session_hash: 'session',
  address_prefix: '192.0.2.7',
  request_id: 'request',
  detail: 'session 1',
}
const before = { position: 3, hash: 'hash of the row before' }
const sealed = sealRow(before, row, 2_000)

test('a row is sealed in its place', () => {
  expect(sealed).toMatchObject({ position: 4, sequence: 7, sealedAt: 2_000 })
  expect(sealRow(before, { ...row }, 2_000)).toEqual(sealed)
  expect(sealRow(chainStart, row, 2_000).position).toBe(1)
})

test.each(Object.keys(row))('another %s gives another hash', (column) => {
  const value = row[column as keyof AuditRow]
  const changed = { ...row, [column]: typeof value === 'number' ? value + 1 : `${value}.` }
  expect(sealRow(before, changed, 2_000).hash).not.toBe(sealed.hash)
})

test.each([
  ['another row before it', sealRow({ ...before, hash: 'another hash' }, row, 2_000)],
  ['another place', sealRow({ ...before, position: 4 }, row, 2_000)],
  ['another time', sealRow(before, row, 2_001)],
])('%s gives another hash', (_what, { hash }) => {
  expect(hash).not.toBe(sealed.hash)
})
