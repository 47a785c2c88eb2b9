import { paths } from '#contract/paths.ts'
import { isAllowed } from '../../session/is-allowed.ts'
import { ownIdOf, useAccount } from '../../session/session.ts'

export type Way = {
  readonly name: 'today' | 'courses' | 'people' | 'reports' | 'institute'
  readonly to: string
  /** How the addresses of its screens begin; those of the whole institute are all others, and stand under Courses. */
  readonly begins: readonly string[]
}

/** The parts of an institute that this session may open. None where only the institute's own login acts. */
export function useWays(): readonly Way[] {
  const account = useAccount()
  const { acting, hasPeople, readsOnly = false } = account.prefs
  if (acting === undefined && hasPeople !== true) return []
  const id = ownIdOf(account, 'ORG')
  const people = paths.roster(id)
  const reports = paths.reports(id)
  const settings = paths.settings(id)
  const ways: readonly (Way & { readonly isOpen: boolean })[] = [
    {
      name: 'today',
      to: paths.today(id),
      begins: [paths.today(id), paths.courseSession(id, '')],
      isOpen: isAllowed('today', account),
    },
    {
      name: 'courses',
      to: paths.courses(id),
      begins: [paths.courses(id)],
      isOpen: isAllowed('courses', account),
    },
    { name: 'people', to: people, begins: [people], isOpen: isAllowed('people', account) },
    {
      name: 'reports',
      to: reports,
      // One person is the only page of people for who does not read the roster.
      begins: [reports, people],
      isOpen: isAllowed('readers', account) || isAllowed('registers', account),
    },
    {
      name: 'institute',
      // A login that only reads finds its way back there.
      to: readsOnly ? paths.staff(id) : settings,
      begins: [settings, paths.staff(id)],
      isOpen: isAllowed('classes', account),
    },
  ]
  return ways.filter(({ isOpen }) => isOpen)
}
