import styles from './state.module.css'

/** The placeholder of text that is loading. `width`: any CSS length. It is not animated. */
export function Skeleton({ width = '100%', height }: { width?: string; height?: string }) {
  return <span className={styles.skeleton} style={{ width, ...(height && { height }) }} aria-hidden="true" />
}
