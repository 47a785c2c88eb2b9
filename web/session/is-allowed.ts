import type { UserModel } from '#contract/account.ts'
import { type StaffRight, type StaffRole, staffRights } from '#contract/staff-rights.ts'

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
