import { IconBuilding, IconDeviceDesktop, IconPencil, IconQrcode } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import type { WayOfMark } from '#contract/ways.ts'
import { classNames } from '../../ui/index.ts'
import styles from './way-badge.module.css'

const icons = { screen: IconDeviceDesktop, 'room-code': IconQrcode, hand: IconPencil, office: IconBuilding } as const

/** How a mark was made: a solid badge at the screen, a lined one by room code, a dashed one by hand and by the office, each with its words. */
export function WayBadge({ way, children }: { way: WayOfMark; children: ReactNode }) {
  const Icon = icons[way]
  return (
    <span className={classNames(styles.badge, styles[way])}>
      <Icon size={16} stroke={1.9} aria-hidden="true" />
      <span>{children}</span>
    </span>
  )
}
