import type { ComponentProps, ElementType } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

type CardProps<Tag extends 'div' | 'section' | 'ul' | 'ol' | 'details' | 'figure'> = ComponentProps<Tag> & {
  as?: Tag
  padded?: boolean
}

/** A flat surface with a ruled edge. Cards are never nested. */
export function Card<Tag extends 'div' | 'section' | 'ul' | 'ol' | 'details' | 'figure' = 'div'>({
  as,
  padded,
  className,
  ...rest
}: CardProps<Tag>) {
  const Element = (as ?? 'div') as ElementType
  return <Element {...rest} className={classNames(styles.card, padded && styles.padded, className)} />
}
