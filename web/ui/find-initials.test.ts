import { describe, expect, test } from 'vitest'
import { findInitials } from './find-initials.ts'

describe('findInitials', () => {
  test.each([
    ['Ananya Krishnan', 'person', 'AK'],
    ['Mohammed Faisal Qureshi', 'person', 'MQ'],
    ['Dr. Fatoumata Diallo', 'person', 'FD'],
    ['J. Keoni Akana', 'person', 'JA'],
    ['Md. Rahim', 'person', 'MR'],
    ['Vidyasagar Institute of Technology', 'institute', 'VI'],
    ['Nalanda', 'institute', 'N'],
    ['  élodie   ößmann ', 'person', 'ÉÖ'],
    ['(St.) Xavier’s College', 'institute', 'SX'],
    ['किरण शर्मा', 'person', 'किश'],
    ['王 小明', 'person', '王小'],
    ['---', 'person', ''],
    ['', 'institute', ''],
  ] as const)('%s (%s) gives %s', (name, of, initials) => {
    expect(findInitials(name, of)).toBe(initials)
  })
})
