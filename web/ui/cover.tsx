import type { ReactNode } from 'react'
import { useTexts } from '../language/texts.ts'
import { classNames } from './class-names.ts'
import styles from './cover.module.css'
import { Hindrance } from './hindrance.tsx'
import { LanguageSwitch } from './language-switch.tsx'
import { Wordmark } from './logo.tsx'
import { ThemeSwitch } from './theme-switch.tsx'

export type CoverRow = {
  readonly label: string
  /** What has been filled in; empty leaves the line blank. */
  readonly value: ReactNode
  /** Shown fainter while `value` is empty. */
  readonly placeholder?: string | undefined
  /** Text that is still expected, in the accent colour. */
  readonly pending?: boolean
}

export type CoverProps = {
  /** Words on the paper label. */
  title: string
  rows: readonly CoverRow[]
  /** One or two sentences at the foot of the cover. */
  note: ReactNode
  /** Width of the page's content: 460, 560 or 640 px. */
  width?: 'narrow' | 'regular' | 'wide'
  /** For a page on which more comes late: what stands there already does not move. */
  steady?: boolean
  homeHref: string
  children: ReactNode
}

/** The cover of a register beside the page being filled in. Below 960 px only a strip with the name remains. */
export function Cover({ title, rows, note, width = 'narrow', steady, homeHref, children }: CoverProps) {
  const texts = useTexts()
  return (
    <div className={styles.cover}>
      <header className={styles.board}>
        <a className={styles.home} href={homeHref}>
          <Wordmark name={texts.product.name} />
        </a>
        {/* The label only repeats what the form beside it says. */}
        <div className={styles.label} aria-hidden="true">
          <div className={styles.frame}>
            <p className={styles.title}>{title}</p>
            <dl className={styles.rows}>
              {rows.map((row) => (
                <div key={row.label} className={styles.row}>
                  <dt>{row.label}</dt>
                  <dd className={classNames(row.value === '' && styles.faint, row.pending && styles.pending)}>
                    {row.value || row.placeholder}
                  </dd>
                </div>
              ))}
            </dl>
          </div>
        </div>
        <p className={styles.note}>{note}</p>
      </header>
      <main className={styles.page} id="content">
        <div className={styles.corner}>
          <LanguageSwitch className={styles.choice} />
          <ThemeSwitch className={styles.choice} />
        </div>
        <div className={classNames(styles.content, styles[width], steady && styles.steady)}>
          <Hindrance />
          {children}
        </div>
      </main>
    </div>
  )
}
