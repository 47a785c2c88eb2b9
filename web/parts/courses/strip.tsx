import { VisuallyHidden } from '../../ui/index.ts'
import styles from './strip.module.css'

type StripProps = {
  /** The element that names it. */
  labelledBy: string
  /** `id`: of the line to which it leads. */
  cells: readonly { readonly id: string; readonly letter: string; readonly name: string }[]
}

/** The cells of one person, the newest last: attended stands up, missed hangs down, and nothing else leaves the line. */
export function Strip({ labelledBy, cells }: StripProps) {
  return (
    <ol className={styles.strip} aria-labelledby={labelledBy}>
      {cells.map(({ id, letter, name }) => (
        <li key={id}>
          <a href={`#${id}`}>
            <span className={styles.bar} data-letter={letter} aria-hidden="true">
              {letter}
            </span>
            <VisuallyHidden>{name}</VisuallyHidden>
          </a>
        </li>
      ))}
    </ol>
  )
}
