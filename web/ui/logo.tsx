import styles from './logo.module.css'

/** The mark: a key whose bit is three lines of a roll, ink on marigold. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg width={size} height={size} viewBox="0 0 32 32" fill="none" aria-hidden="true">
      <rect width="32" height="32" rx="7" fill="#FFB31A" />
      <g stroke="#13201A" strokeWidth="3">
        <circle cx="11.5" cy="9.75" r="4" />
        <path d="M11.5 13.75V27.5M11.5 17.5H25M11.5 22H20M11.5 26H23" />
      </g>
    </svg>
  )
}

/** Mark and name. Takes the colour of the text around it. */
export function Wordmark({ name, size = 32 }: { name: string; size?: 32 | 36 }) {
  return (
    <span className={styles.wordmark}>
      <Logo size={size} />
      <span className={size === 36 ? styles.large : styles.regular}>{name}</span>
    </span>
  )
}
