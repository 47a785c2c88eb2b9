import { classNames } from './class-names.ts'
import { findInitials } from './find-initials.ts'
import styles from './initials.module.css'

export type InitialsProps = {
  name: string
  of: 'person' | 'institute'
  /** 40, 56, 84 or 96 px. */
  size?: 'small' | 'medium' | 'large' | 'huge'
  shape?: 'tile' | 'circle'
}

/** An avatar made of initials. Decoration: the name is beside it. */
export function Initials({ name, of, size = 'medium', shape = 'tile' }: InitialsProps) {
  return (
    <span className={classNames(styles.initials, styles[size], shape === 'circle' && styles.circle)} aria-hidden="true">
      {findInitials(name, of)}
    </span>
  )
}
