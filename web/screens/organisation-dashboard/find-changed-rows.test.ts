import { describe, expect, test } from 'vitest'
import type { ShownTable } from './find-changed-rows.ts'
import { findChangedRows } from './find-changed-rows.ts'

function table(page: number, total: number, ...students: readonly (readonly [uid: string, att: number])[]): ShownTable {
  const rows = students.map(([uid, att], index) => ({
    id: page * 10 + index + 1,
    rollno: `21CS${uid}`,
    uid,
    name: `Student ${uid}`,
    email: `${uid}@students.example`,
    isEmailVerified: true,
    hasPasskey: true,
    phno: '+91 98450 12345',
    att,
  }))
  return { page, total, rows }
}

describe('findChangedRows', () => {
  const before = table(0, 2, ['A', 3], ['C', 4])

  test('finds the row whose total has grown', () => {
    expect(findChangedRows(before, table(0, 2, ['A', 3], ['C', 5]))).toEqual(['C'])
  })

  test('finds a student who has joined, and not those who only moved down', () => {
    expect(findChangedRows(before, table(0, 3, ['A', 3], ['B', 0], ['C', 4]))).toEqual(['B'])
  })

  test('finds a student who has joined at the top of the first page', () => {
    expect(findChangedRows(before, table(0, 3, ['0', 0], ['A', 3], ['C', 4]))).toEqual(['0'])
  })

  test('does not take the row that moved over from the page before for a new one', () => {
    const second = table(1, 12, ['K', 1], ['L', 1])
    expect(findChangedRows(second, table(1, 13, ['J', 2], ['K', 1], ['L', 1]))).toEqual([])
  })

  test('does not take the row that moved up after a student left for a new one', () => {
    expect(findChangedRows(before, table(0, 1, ['C', 4], ['D', 4]))).toEqual([])
  })

  test('finds nothing on another page, nor when nothing has changed', () => {
    expect(findChangedRows(before, table(1, 12, ['K', 1]))).toEqual([])
    expect(findChangedRows(before, before)).toEqual([])
  })
})
