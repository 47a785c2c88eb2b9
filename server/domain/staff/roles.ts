import type { StaffChange } from '#contract/staff.ts'

/** A teacher has the groups that were given; every other role has all of them, and none is stored. */
export function holdsGroups({ role, holdsWhole }: Pick<StaffChange, 'role' | 'holdsWhole'>) {
  return { role, holdsWhole: role === 'teacher' && holdsWhole }
}
