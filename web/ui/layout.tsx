import type { ComponentProps, ElementType } from 'react'
import { classNames } from './class-names.ts'
import styles from './layout.module.css'

type Space = 2 | 4 | 6 | 8 | 10 | 12 | 16 | 20 | 24
type StackProps<Tag extends 'div' | 'form' | 'section' | 'ul'> = Omit<ComponentProps<Tag>, 'className'> & {
  as?: Tag
  /** Between its parts, px. */
  gap?: Space
  /** Its parts are as wide as what is in them. */
  start?: boolean
}

/** Parts below each other. */
export function Stack<Tag extends 'div' | 'form' | 'section' | 'ul' = 'div'>({
  as,
  gap = 20,
  start,
  ...rest
}: StackProps<Tag>) {
  const Element = (as ?? 'div') as ElementType
  return <Element {...rest} className={classNames(styles.stack, styles[`gap-${gap}`], start && styles.start)} />
}

/** Parts beside each other, which take another line where there is no room. `apart`: a heading, and what is done there. */
export function Row({ apart, ...rest }: Omit<ComponentProps<'div'>, 'className'> & { apart?: boolean }) {
  return <div {...rest} className={classNames(styles.row, apart && styles.apart)} />
}

/** The buttons that end a form or a dialog. */
export function Actions(props: Omit<ComponentProps<'div'>, 'className'>) {
  return <div {...props} className={classNames(styles.row, styles.end)} />
}

/** What explains the things around it. */
export function Hint({ small, ...rest }: Omit<ComponentProps<'p'>, 'className'> & { small?: boolean }) {
  return <p {...rest} className={classNames(styles.hint, small && styles.small)} />
}
