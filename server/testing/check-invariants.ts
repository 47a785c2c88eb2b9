import { expect } from 'vitest'
import type { Tables } from './read-tables.ts'
import { rowsOf } from './rows-of.ts'

/** What must be true of every database at every moment (security §6), whatever happened to it before. */
export function checkInvariants(tables: Tables): void {
  const marks = rowsOf(tables, 'marks')
  const memberships = rowsOf(tables, 'memberships')
  const classes = rowsOf(tables, 'attendance_sessions')
  const organisations = rowsOf(tables, 'organisations')

  const oncePerClass = new Set(marks.map((mark) => `${mark.attendance_session_id} ${mark.student_id}`))
  expect(oncePerClass.size, 'a student has one mark in a class').toBe(marks.length)
  expect(new Set(marks.map(({ proof_id }) => proof_id)).size, 'a proof makes one mark').toBe(marks.length)

  for (const { organisation_id, student_id, total } of memberships) {
    const own = marks.filter((mark) => mark.organisation_id === organisation_id && mark.student_id === student_id)
    expect(total, `the total of ${student_id} in ${organisation_id} is the number of marks`).toBe(own.length)
  }
  for (const { organisation_id, student_id } of marks) {
    const isMember = memberships.some((one) => one.organisation_id === organisation_id && one.student_id === student_id)
    expect(isMember, `${student_id} with a mark in ${organisation_id} is a member there`).toBe(true)
  }
  for (const organisation of organisations) {
    const held = classes.filter(({ organisation_id }) => organisation_id === organisation.id)
    expect(organisation.classes, `the classes of ${organisation.id} are its attendance sessions`).toBe(held.length)
    expect(held.map(({ number }) => number).sort((a, b) => a - b)).toEqual(held.map((_, index) => index + 1))
    const members = memberships.filter(({ organisation_id }) => organisation_id === organisation.id)
    expect(organisation.members, `the members of ${organisation.id} are its memberships`).toBe(members.length)
    for (const { student_id, total } of members) {
      expect(total, `${student_id} was not in more classes than there were`).toBeLessThanOrEqual(organisation.classes)
    }
    const rollNumbers = new Set(members.map(({ roll_number_canonical }) => roll_number_canonical))
    expect(rollNumbers.size, `roll numbers of ${organisation.id} differ`).toBe(members.length)
  }
  const accounts = rowsOf(tables, 'accounts')
  expect(new Set(accounts.map(({ email_canonical }) => email_canonical)).size, 'emails differ').toBe(accounts.length)
  for (const { id, label, has_profile } of accounts) {
    const profile = rowsOf(tables, label === 'ORG' ? 'organisations' : 'students').some((one) => one.id === id)
    expect(profile, `${id} has a profile when it says so`).toBe(has_profile === 1)
  }
}
