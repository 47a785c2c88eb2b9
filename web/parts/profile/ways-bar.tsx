import { IconBook2, IconBuilding, IconCalendarEvent, IconClipboardData, IconUsers } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { actingTexts } from '#contract/acting-texts.ts'
import { useTextsOf } from '../../language/texts.ts'
import type { Way } from './ways.ts'
import styles from './ways-bar.module.css'

const icons = {
  today: IconCalendarEvent,
  courses: IconBook2,
  people: IconUsers,
  reports: IconClipboardData,
  institute: IconBuilding,
} as const

/** The picture of a way on a phone. */
function WayIcon({ name }: Pick<Way, 'name'>) {
  const Icon = icons[name]
  return <Icon className={styles.icon} size={24} stroke={1.9} aria-hidden="true" />
}

/** The ways between the parts of an institute. */
export function WaysBar({ ways }: { ways: readonly Way[] }) {
  const { ways: words } = useTextsOf(actingTexts)
  const { pathname } = useLocation()
  const now =
    ways.find(({ begins }) => begins.some((start) => pathname.startsWith(start))) ??
    ways.find(({ name }) => name === 'courses')
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
          <WayIcon name={way.name} />
          <span>{words[way.name]}</span>
        </Link>
      ))}
    </nav>
  )
}
