import styles from './code-chip.module.css'

/** An institute code or an id, in the font that tells 0 and O apart. */
export function CodeChip({ children }: { children: string }) {
  return <span className={styles.chip}>{children}</span>
}
