import type { ComponentProps } from 'react'
import styles from './card.module.css'
import { classNames } from './class-names.ts'

/** A real fieldset with its legend on the line. */
export function Fieldset({ legend, className, children, ...rest }: ComponentProps<'fieldset'> & { legend: string }) {
  return (
    <fieldset {...rest} className={classNames(styles.fieldset, className)}>
      <legend className={styles.legend}>{legend}</legend>
      {children}
    </fieldset>
  )
}
