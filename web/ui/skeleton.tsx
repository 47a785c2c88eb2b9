import styles from './state.module.css'

/** Holds the place of text that is on its way. `width`: any CSS length. It does not shimmer. */
export function Skeleton({ width = '100%', height }: { width?: string; height?: string }) {
  return <span className={styles.skeleton} style={{ width, ...(height && { height }) }} aria-hidden="true" />
}
