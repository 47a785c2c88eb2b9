import type { TablerIcon } from '@tabler/icons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import { classNames } from '../../ui/class-names.ts'
import styles from './sign-panel.module.css'

export type SignPanelProps = {
  /** Marigold while the passkey is asked for, green when done; framed: nothing went wrong, and nothing more happens here. */
  tone: 'busy' | 'done' | 'bad' | 'framed' | 'plain'
  icon: TablerIcon
  title: string
  hint?: ReactNode
  children?: ReactNode
}

/** The coloured head of a state, with the page's heading. It changes at once, and the heading takes the focus. */
export function SignPanel({ tone, icon: Icon, title, hint, children }: SignPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: the heading of the next state is read out, too
  useEffect(() => heading.current?.focus({ preventScroll: true }), [title])
  return (
    <section className={classNames(styles.panel, styles[tone])}>
      <span key={title} className={styles.badge}>
        <Icon size={30} stroke={2} aria-hidden="true" />
      </span>
      <h1 ref={heading} className={styles.title} tabIndex={-1}>
        {title}
      </h1>
      {hint && <p className={styles.hint}>{hint}</p>}
      {children}
    </section>
  )
}
