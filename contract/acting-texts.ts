import type { Widened } from './languages.ts'
import type { StaffRole } from './staff-rights.ts'

/** What stands around every screen of an institute that several people act for. */
export const actingTexts = {
  roles: {
    owner: 'Owner',
    registrar: 'Registrar',
    teacher: 'Teacher',
    desk: 'Front desk',
    viewer: 'Viewer',
  } satisfies Record<StaffRole, string>,
  ways: {
    label: 'Parts of the institute',
    today: 'Today',
    courses: 'Courses',
    people: 'People',
    reports: 'Reports',
    institute: 'Institute',
  },
  roleAt: (role: string, institute: string) => `${role}, ${institute}`,
  /** Who did something; `as`: title, or role. */
  /** Of a supply teacher, in the place of a role. */
  dayPass: 'by day pass, unsigned',
  person: (name: string, as: string) => `${name}, ${as}`,
  by: (who: string) => `by ${who}`,
  /** '' where the number is not known. */
  startForAll: (people: string) => (people === '' ? 'Start for everyone?' : `Start for everyone (${people} people)?`),
  openProfile: (name: string) => `Open the profile of ${name}`,
  back: 'Back to the own login',
  workFor: 'Work for an institute',
  workForHint: 'You are one of the people of an institute. Your passkey opens its screens.',
  readsOnly: 'This login only reads. The people of the institute act under their own names.',
  readsOnlyWay: 'Let it act again',
} as const

/** The shape that every language fills. */
export type ActingTexts = Widened<typeof actingTexts>
