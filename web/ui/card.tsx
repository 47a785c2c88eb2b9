import type { ComponentProps } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

/** A flat surface with a ruled edge. Cards are never nested. */
export function Card({ padded = true, className, ...rest }: ComponentProps<'div'> & { padded?: boolean }) {
  return <div {...rest} className={classNames(styles.card, padded && styles.padded, className)} />
}
