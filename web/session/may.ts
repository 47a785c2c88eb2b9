import type { UserModel } from '#contract/account.ts'
import { type StaffRight, type StaffRole, staffRights } from '#contract/staff-rights.ts'
import { useAccount } from './session.ts'

/** What a teacher does in own groups alone. */
const ofGroup: readonly StaffRight[] = ['teaching', 'inClass', 'classes', 'readers']
/** What an own login that only reads still does: it opens every page. */
const reading: readonly StaffRight[] = [
  'classes',
  'today',
  'courses',
  'registers',
  'people',
  'imports',
  'staff',
  'readers',
]

/** Whether the session may do it at its institute. The institute's own login may do everything, or only read. */
export function isAllowed(right: StaffRight, { prefs: { acting, readsOnly } }: Pick<UserModel, 'prefs'>): boolean {
  if (acting === undefined) return readsOnly !== true || reading.includes(right)
  const roles: readonly StaffRole[] = staffRights[right]
  const isForeign = acting.role === 'teacher' && !acting.holdsWhole && ofGroup.includes(right)
  return roles.includes(acting.role) && !isForeign
}

/** Screens show only what the person may do; the server decides. */
export function useMay(right: StaffRight): boolean {
  return isAllowed(right, useAccount())
}

/** True for a teacher, who has screens of the own sessions and gives none to a room. */
export function useIsTeacher(): boolean {
  return useAccount().prefs.acting?.role === 'teacher'
}

/** True for an institute's own login that only reads. */
export function useReadsOnly(): boolean {
  return useAccount().prefs.readsOnly === true
}

/** True where an institute may have courses: a person acts for it, or its own login knows of people. */
export function useHasPeople(): boolean {
  const { acting, hasPeople } = useAccount().prefs
  return acting !== undefined || hasPeople === true
}
