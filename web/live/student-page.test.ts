import { describe, expect, test } from 'vitest'
import type { StudentDocument } from '../client/document-calls.ts'
import { keepNewerStudents, withStudent } from './student-page.ts'

function student($id: string, total: number, second: number): StudentDocument {
  return {
    $id,
    $updatedAt: `2026-11-21T09:00:0${second}.000+00:00`,
    firstName: 'Asha',
    lastName: 'Rao',
    email: 'asha.rao@students.example',
    phoneNumber: '+91 98450 12345',
    rollNumber: '21CS042',
    organisation: ['K7QF3M9T'],
    attendance: JSON.stringify({ K7QF3M9T: { total, expiryTime: 1 } }),
  }
}

const page = { total: 12, documents: [student('A', 3, 1), student('B', 4, 1)] }

describe('withStudent', () => {
  test('shows a newer version in its place', () => {
    expect(withStudent(page, student('B', 5, 2))).toEqual({
      total: 12,
      documents: [student('A', 3, 1), student('B', 5, 2)],
    })
  })

  test('takes the version of the same moment: two changes can share a millisecond', () => {
    expect(withStudent(page, student('A', 4, 1)).documents[0]).toEqual(student('A', 4, 1))
  })

  test.each([
    ['an older version', student('A', 2, 0)],
    ['a student of another page', student('C', 1, 2)],
  ])('does not change by %s', (_, other) => {
    expect(withStudent(page, other)).toBe(page)
  })
})

describe('keepNewerStudents', () => {
  test('takes the first page as it is read', () => {
    expect(keepNewerStudents(undefined, page)).toBe(page)
  })

  test('keeps newer data of an event that came while the page was read', () => {
    const shown = withStudent(page, student('A', 4, 3))
    expect(keepNewerStudents(shown, page).documents).toEqual([student('A', 4, 3), student('B', 4, 1)])
  })

  test('takes everything newer, also who has joined and who has left', () => {
    const read = { total: 2, documents: [student('B', 5, 2), student('C', 0, 2)] }
    expect(keepNewerStudents(page, read)).toEqual(read)
  })
})
