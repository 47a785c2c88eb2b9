import { expect, test } from 'vitest'
import { type StaffRight, type StaffRole, staffRoles } from '#contract/staff-rights.ts'
import { isAllowed } from './is-allowed.ts'

/** By hand, from the table of rules §4; 'own': where the classes of the whole institute were given to the teacher. */
const table: Readonly<Record<StaffRight, Readonly<Record<StaffRole, true | false | 'own'>>>> = {
  owners: { owner: true, registrar: false, teacher: false, desk: false, viewer: false },
  office: { owner: true, registrar: true, teacher: false, desk: false, viewer: false },
  officeAndDesk: { owner: true, registrar: true, teacher: false, desk: true, viewer: false },
  teaching: { owner: true, registrar: true, teacher: 'own', desk: false, viewer: false },
  inClass: { owner: true, registrar: true, teacher: 'own', desk: true, viewer: false },
  courses: { owner: true, registrar: true, teacher: true, desk: true, viewer: true },
  today: { owner: true, registrar: true, teacher: true, desk: true, viewer: false },
  registers: { owner: true, registrar: true, teacher: true, desk: false, viewer: true },
  cells: { owner: true, registrar: true, teacher: true, desk: false, viewer: false },
  classes: { owner: true, registrar: true, teacher: 'own', desk: true, viewer: false },
  people: { owner: true, registrar: true, teacher: false, desk: true, viewer: false },
  imports: { owner: true, registrar: true, teacher: false, desk: false, viewer: false },
  staff: { owner: true, registrar: true, teacher: false, desk: false, viewer: false },
  readers: { owner: true, registrar: true, teacher: 'own', desk: false, viewer: true },
}

const rights = Object.keys(table) as StaffRight[]
const actingAs = (role: StaffRole, holdsWhole: boolean) => ({
  prefs: { acting: { institute: 'institute', role, name: 'Meera Iyer', title: '', holdsWhole } },
})

test.each(rights.flatMap((right) => staffRoles.map((role) => [right, role] as const)))(
  '%s is shown to the role %s as the table says',
  (right, role) => {
    const cell = table[right][role]
    expect(isAllowed(right, actingAs(role, true))).toBe(cell !== false)
    expect(isAllowed(right, actingAs(role, false))).toBe(cell === true)
  },
)

test.each(rights)('%s is the institute’s own login’s', (right) => {
  expect(isAllowed(right, { prefs: {} })).toBe(true)
})

test('an own login that only reads keeps what opens pages', () => {
  const kept = rights.filter((right) => isAllowed(right, { prefs: { readsOnly: true } }))
  expect(kept).toEqual(['courses', 'today', 'registers', 'classes', 'people', 'imports', 'staff', 'readers'])
})
