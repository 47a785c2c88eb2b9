import type { ReactNode } from 'react'
import styles from './detail-list.module.css'

export type Detail = { readonly label: string; readonly value: ReactNode }

/** Label at the left, value at the right, a line between. An empty value shows as a dash. */
export function DetailList({ details }: { details: readonly Detail[] }) {
  return (
    <dl className={styles.list}>
      {details.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value === '' || value === undefined || value === null ? '–' : value}</dd>
        </div>
      ))}
    </dl>
  )
}
