import { expect, test } from 'vitest'
import { toOrganisationRegistration, toStudentRegistration } from './to-registration.ts'

test('keeps the pin code out of the organisation document', () => {
  const registration = toOrganisationRegistration({
    name: ' Vidyasagar Institute of Technology ',
    email: 'registrar@vit-pune.edu.in',
    phoneNumber: '+91 20 2567 4400',
    addressLine1: '14 Senapati Bapat Road',
    addressLine2: '',
    state: 'Maharashtra',
    city: 'Pune',
    pinCode: '411016',
    password: ' tea at nine ',
  })
  expect(registration).toEqual({
    label: 'ORG',
    email: 'registrar@vit-pune.edu.in',
    password: ' tea at nine ',
    name: 'Vidyasagar Institute of Technology',
    profile: {
      name: 'Vidyasagar Institute of Technology',
      email: 'registrar@vit-pune.edu.in',
      phoneNumber: '+91 20 2567 4400',
      addressLine1: '14 Senapati Bapat Road',
      addressLine2: '',
      state: 'Maharashtra',
      city: 'Pune',
    },
  })
})

const student = {
  firstName: 'Ananya',
  lastName: 'Krishnan',
  instituteCode: 'k7qf-3m9t',
  rollNumber: '21CS1004',
  email: 'ananya.k@vit-pune.edu.in',
  phoneNumber: '+91 99605 18842',
  password: 'tea at nine',
}

test('sends the institute code in its stored form, as the only organisation', () => {
  expect(toStudentRegistration(student).profile).toEqual({
    firstName: 'Ananya',
    lastName: 'Krishnan',
    rollNumber: '21CS1004',
    email: 'ananya.k@vit-pune.edu.in',
    phoneNumber: '+91 99605 18842',
    organisation: ['K7QF3M9T'],
  })
})

test('keeps the name of the account within its limit, counted in characters', () => {
  const { name } = toStudentRegistration({ ...student, firstName: '𝒜'.repeat(128), lastName: 'Krishnan' })
  expect([...name]).toHaveLength(128)
})
