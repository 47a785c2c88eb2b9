import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { actingTexts } from '#contract/acting-texts.ts'
import type { Label } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { useTextsOf } from '../../language/texts.ts'
import { isAllowed } from '../../session/may.ts'
import { ownIdOf, useAccount } from '../../session/session.ts'
import styles from './ways-bar.module.css'

type Way = {
  readonly name: 'classes' | 'today' | 'courses' | 'people' | 'reports' | 'institute'
  readonly to: string
  /** How the addresses of its screens begin; those of classes are all others. */
  readonly begins: readonly string[]
}

/** The parts of an institute that this session may open. None where only the institute's own login acts. */
export function useWays(label: Label): readonly Way[] {
  const account = useAccount()
  const { acting, hasPeople, readsOnly = false } = account.prefs
  if (label === 'STD' || (acting === undefined && hasPeople !== true)) return []
  const id = ownIdOf(account, label)
  const people = paths.roster(id)
  const reports = paths.reports(id)
  const settings = paths.settings(id)
  const ways: readonly (Way & { readonly isOpen: boolean })[] = [
    { name: 'classes', to: paths.organisationDashboard(id), begins: [], isOpen: isAllowed('classes', account) },
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
      begins: [reports],
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

/** The ways between the parts of an institute. */
export function WaysBar({ ways }: { ways: readonly Way[] }) {
  const { ways: words } = useTextsOf('acting', actingTexts)
  const { pathname } = useLocation()
  const now = ways.find(({ begins }) => begins.some((start) => pathname.startsWith(start))) ?? ways[0]
  const bar = useRef<HTMLElement>(null)
  const nowName = now?.name
  // On a phone the bar is longer than the screen.
  // biome-ignore lint/correctness/useExhaustiveDependencies: another way is open
  useEffect(() => {
    const open = bar.current?.querySelector<HTMLElement>('[aria-current]')
    if (bar.current && open) bar.current.scrollLeft = open.offsetLeft - (bar.current.clientWidth - open.offsetWidth) / 2
  }, [nowName])
  return (
    <nav ref={bar} className={styles.ways} aria-label={words.label}>
      {ways.map((way) => (
        <Link
          key={way.name}
          to={way.to}
          className={styles.way}
          aria-current={way === now ? (pathname === way.to ? 'page' : 'true') : undefined}
        >
          {words[way.name]}
        </Link>
      ))}
    </nav>
  )
}
