import { Fragment } from 'react'
import styles from './email-address.module.css'

/** Longer parts may not fit the line of a phone: these break where they must. */
const longestWholePart = 24

/** An email address that takes a new line after '@' and dots only, so that each part can be read off at once. */
export function EmailAddress({ children }: { children: string }) {
  return children.split(/(?<=[@.])/).map((part, index) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: the parts of one address never change places
    <Fragment key={index}>
      {index > 0 && <wbr />}
      <span className={part.length > longestWholePart ? styles.longPart : styles.part}>{part}</span>
    </Fragment>
  ))
}
