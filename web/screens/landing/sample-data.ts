/** Invented people and figures for the pictures on the landing page. Names are not translated. */

export const sampleInstitute = { name: 'Vidyasagar Institute of Technology', code: 'K7QF-3M9T' }

export const sampleStudent = {
  firstName: 'Ananya',
  lastName: 'Krishnan',
  name: 'Ananya Krishnan',
  rollNumber: '21CS1004',
  email: 'ananya.k@vit-pune.edu.in',
  phoneNumber: '+91 99605 18842',
}

export type SampleLine = {
  readonly number: number
  readonly name: string
  readonly rollNumber: string
  readonly state: 'present' | 'now' | 'open'
}

export const sampleRoll: readonly SampleLine[] = [
  { number: 12, name: 'Aarav Mehta', rollNumber: '21CS1001', state: 'present' },
  { number: 13, name: 'Harpreet Kaur Gill', rollNumber: '21CS1015', state: 'present' },
  { number: 14, name: sampleStudent.name, rollNumber: sampleStudent.rollNumber, state: 'now' },
  { number: 15, name: 'Lalrinpuii Chhangte', rollNumber: '21CS1018', state: 'open' },
  { number: 16, name: 'Mohammed Faisal Qureshi', rollNumber: '21CS1023', state: 'open' },
  { number: 17, name: 'Joseph Mwangi', rollNumber: '21CS1029', state: 'open' },
]

/** Newest first. */
export const sampleMarks = [
  { name: sampleStudent.name, rollNumber: sampleStudent.rollNumber },
  { name: 'Harpreet Kaur Gill', rollNumber: '21CS1015' },
  { name: 'Aarav Mehta', rollNumber: '21CS1001' },
  { name: 'Sofia Almeida', rollNumber: '21CS1026' },
] as const

export const samplePresent = { present: 39, of: 64 }

export const sampleReport = [
  { name: sampleStudent.name, total: 41, classes: 42 },
  { name: 'Harpreet Kaur Gill', total: 28, classes: 42 },
  { name: 'Sofia Almeida', total: 42, classes: 42 },
  { name: 'Vikram Deshpande', total: 31, classes: 42 },
] as const

export const sampleCountdown = { parts: ['0', '0', ':', '4', '2', ':', '1', '7'], minutesGone: 17 } as const
