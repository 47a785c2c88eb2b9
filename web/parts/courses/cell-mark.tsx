import styles from './cell-mark.module.css'

/** One cell as a mark: letter, shape and colour say the same. */
export function CellMark({ letter }: { letter: string }) {
  return (
    <span className={styles.mark} data-letter={letter} aria-hidden="true">
      {{ '-': '·', '?': '' }[letter] ?? letter}
    </span>
  )
}
