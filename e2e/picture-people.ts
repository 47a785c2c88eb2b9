import type { OrganisationForm, StudentForm } from '#testing/people-over-http.ts'

/** The people on the pictures; all invented. */

type Institute = Omit<OrganisationForm, 'password'>
type Student = Omit<StudentForm, 'password'>

/** Institute codes in the order in which the institutes below register. */
export const codes = {
  vidyasagar: 'K7QF3M9T',
  nalanda: 'P4XW9R2D',
  sahyadri: 'H2MK6TQV',
  lakeside: 'D9RN4YJC',
  deccan: 'W9CT2HXN',
} as const

export const institutes = {
  vidyasagar: {
    name: 'Vidyasagar Institute of Technology',
    email: 'registrar@vit-pune.edu.in',
    phoneNumber: '+91 20 2567 4400',
    addressLine1: '14 Senapati Bapat Road',
    addressLine2: 'Shivajinagar',
    city: 'Pune',
    state: 'Maharashtra',
  },
  nalanda: {
    name: 'Nalanda School of Languages',
    email: 'office@nalanda-languages.in',
    phoneNumber: '+91 40 6678 1290',
    addressLine1: '3-6-272 Himayatnagar Main Road',
    addressLine2: '',
    city: 'Hyderabad',
    state: 'Telangana',
  },
  sahyadri: {
    name: 'Sahyadri Coding Club',
    email: 'hello@sahyadri.club',
    phoneNumber: '+91 98900 31257',
    addressLine1: '221 Law College Road',
    addressLine2: 'Erandwane',
    city: 'Pune',
    state: 'Maharashtra',
  },
  lakeside: {
    name: 'Lakeside Polytechnic Exchange',
    email: 'exchange@lakesidepoly.ac.ke',
    phoneNumber: '+254 20 555 0162',
    addressLine1: 'Ngong Road',
    addressLine2: 'Gate C',
    city: 'Nairobi',
    state: 'Nairobi County',
  },
  deccan: {
    name: 'Sri Venkateswara Memorial Institute of Engineering, Management and Applied Sciences',
    email: 'principal.office@sri-venkateswara-memorial-institute.example',
    phoneNumber: '+91 877 224 8800',
    addressLine1: 'Survey No. 117/2, Tirumala Bypass Road, opposite the State Seed Farm',
    addressLine2: 'Karakambadi Post',
    city: 'Tirupati',
    state: 'Andhra Pradesh',
  },
} as const satisfies Record<keyof typeof codes, Institute>

function student(
  firstName: string,
  lastName: string,
  rollNumber: string,
  mailbox: string,
  phoneNumber: string,
): Student {
  return { firstName, lastName, rollNumber, email: `${mailbox}@vit-pune.edu.in`, phoneNumber }
}

export const ananya = student('Ananya', 'Krishnan', '21CS1004', 'ananya.k', '+91 99605 18842')

/** A name that is too long for every line. */
export const padmavathi = student(
  'Padmavathi',
  'Venkatasubramanian Lakshminarayanan',
  '21CS1098',
  'padmavathi.venkatasubramanian',
  '+91 94440 27318',
)

/** The first page of the register, with each student's attendance. */
const firstPage: readonly (readonly [Student, number])[] = [
  [student('Aarav', 'Mehta', '21CS1001', 'aarav.mehta', '+91 98220 41763'), 38],
  [ananya, 40],
  [student('Chukwuemeka', 'Okafor', '21CS1007', 'c.okafor', '+234 803 555 0148'), 36],
  [student('Fatima Zahra', 'Shaikh', '21CS1012', 'fatima.shaikh', '+91 90110 27395'), 40],
  [student('Harpreet Kaur', 'Gill', '21CS1015', 'harpreet.gill', '+91 98141 66027'), 27],
  [student('Lalrinpuii', 'Chhangte', '21CS1018', 'lalrinpuii.c', '+91 94361 50918'), 38],
  [student('Mohammed Faisal', 'Qureshi', '21CS1023', 'faisal.qureshi', '+91 97304 83316'), 33],
  [student('Sofia', 'Almeida', '21CS1026', 'sofia.almeida', '+351 912 555 073'), 41],
  [student('Tenzin', 'Wangmo', '21CS1031', 'tenzin.wangmo', '+975 17 55 02 64'), 36],
  [student('Vikram', 'Deshpande', '21CS1034', 'vikram.deshpande', '+91 98905 72241'), 31],
]

const firstNames = ['Aditi', 'Bhavesh', 'Charu', 'Dorji', 'Esha', 'Farhan', 'Gauri', 'Hemant', 'Ishita', 'Joseph']
const lastNames = ['Bansal', 'Fernandes', 'Iyer', 'Kulkarni', 'Mwangi', 'Nair']

/** `count` students, at least ten, by roll number, with their attendance. */
export function listStudents(count: number): readonly (readonly [Student, number])[] {
  const more = Array.from({ length: count - firstPage.length - 1 }, (_, index) => {
    const firstName = firstNames[index % firstNames.length] ?? ''
    const lastName = lastNames[Math.floor(index / firstNames.length) % lastNames.length] ?? ''
    const mailbox = `${firstName}.${lastName}`.toLowerCase()
    const rollNumber = `21CS10${36 + index}`
    const phoneNumber = `+91 9${String(8_100_000 + index * 7_919).padStart(8, '2')}`.replace(/(\d{4})$/, ' $1')
    return [student(firstName, lastName, rollNumber, mailbox, phoneNumber), 28 + ((index * 5) % 13)] as const
  })
  return [...firstPage, ...more, [padmavathi, 35] as const]
}

/** Codes for later institutes: arbitrary, but the same each time. */
export function listAccountIds(count: number): string[] {
  const alphabet = '234679BCDFGHJKMNPQRTVWXYZ'
  let state = 20_240_914
  const next = (): string => {
    state = (state * 48_271) % 2_147_483_647
    return alphabet[state % alphabet.length] ?? ''
  }
  const others = Array.from({ length: count }, () => Array.from({ length: 8 }, next).join(''))
  return [...Object.values(codes), ...others]
}
