import { describe, expect, test } from 'vitest'
import { toStudentRows } from './student-row.ts'

const student = {
  $id: 'H8TM2QWC',
  firstName: 'Ananya',
  lastName: 'Krishnan',
  email: 'ananya.k@vit-pune.edu.in',
  phoneNumber: '+91 99605 18842',
  rollNumber: '21CS1004',
  organisation: ['K7QF3M9T'],
  attendance: '{"K7QF3M9T":{"total":41,"expiryTime":1}}',
}

describe('toStudentRows', () => {
  test('shows each column of the specification', () => {
    expect(toStudentRows([student], 'K7QF3M9T', 0)).toEqual([
      {
        id: 1,
        rollno: '21CS1004',
        uid: 'H8TM2QWC',
        name: 'Ananya Krishnan',
        email: 'ananya.k@vit-pune.edu.in',
        isEmailVerified: true,
        hasPasskey: false,
        phno: '+91 99605 18842',
        att: 41,
      },
    ])
  })

  test('marks students whose email is not verified', () => {
    const rows = toStudentRows([student, { ...student, emailNotVerified: true }], 'K7QF3M9T', 0)
    expect(rows.map(({ isEmailVerified }) => isEmailVerified)).toEqual([true, false])
  })

  test('says who has no passkey', () => {
    const rows = toStudentRows([student, { ...student, passKey: true }], 'K7QF3M9T', 0)
    expect(rows.map(({ hasPasskey }) => hasPasskey)).toEqual([false, true])
  })

  test('numbers rows across the pages', () => {
    expect(toStudentRows([student, student], 'K7QF3M9T', 2).map((row) => row.id)).toEqual([21, 22])
  })

  test('shows 0 for a student who was never marked', () => {
    expect(toStudentRows([{ ...student, attendance: '{}' }], 'K7QF3M9T', 0)[0]?.att).toBe(0)
  })
})
