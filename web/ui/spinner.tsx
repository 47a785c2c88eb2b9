import { useTexts } from '../language/texts.ts'
import styles from './spinner.module.css'

/** A turning arc, or three pulsing dots with reduced motion. Decoration: a text beside it says what is loading. */
export function Spinner({ size = 24 }: { size?: number }) {
  return (
    <svg className={styles.spinner} width={size} height={size} viewBox="0 0 24 24" fill="none" aria-hidden="true">
      <path
        className={styles.arc}
        d="M12 3a9 9 0 1 0 9 9"
        stroke="currentColor"
        strokeWidth="2.25"
        strokeLinecap="round"
      />
      <g className={styles.dots} fill="currentColor">
        <circle cx="4" cy="12" r="2.5" />
        <circle cx="12" cy="12" r="2.5" />
        <circle cx="20" cy="12" r="2.5" />
      </g>
    </svg>
  )
}

/**
 * Fills the screen while the session is checked at start, and while a page's code is loading. In a page that has its fields
 * before the script, they stay in sight instead (web/build/shell-pages.ts).
 */
export function FullScreenSpinner({ label }: { label?: string }) {
  const texts = useTexts()
  return (
    <div className={styles.full} role="status" data-waiting>
      <Spinner size={40} />
      <span>{label ?? texts.common.loading}</span>
    </div>
  )
}

/** Before the app's script, in a page of no language yet: it stands where the spinner of the start will be. */
export function StartingSpinner() {
  return (
    <div className={styles.full}>
      <Spinner size={40} />
      {/* The height of the words, without a letter: a letter would ask for its font. */}
      <span className={styles.line} />
    </div>
  )
}
