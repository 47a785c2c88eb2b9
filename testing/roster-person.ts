/** One student of a roster: as the office adds one by hand, and as the student joins. */

export const joiningStudent = {
  firstName: 'Aarav',
  lastName: 'Mehta',
  phoneNumber: '98220 41763',
  password: 'tramway-umbrella-77',
}

export const rosterFields = (rollNumber: string, email = `${rollNumber.toLowerCase()}@college.example`) => ({
  rollNumber,
  givenName: joiningStudent.firstName,
  familyName: joiningStudent.lastName,
  email,
  section: 'A',
})
