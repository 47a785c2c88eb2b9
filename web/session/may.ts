import type { StaffRight } from '#contract/staff-rights.ts'
import { isAllowed } from './is-allowed.ts'
import { useAccount } from './session.ts'

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
