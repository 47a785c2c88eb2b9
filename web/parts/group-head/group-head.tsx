import type { ReactNode } from 'react'
import { NavLink } from 'react-router'
import { BackLink, CodeChip, classNames, PageHeading } from '../../ui/index.ts'
import styles from './group-head.module.css'

/** Titles of so many letters are set smaller. */
const longTitle = 27

export type Figure = { readonly label: string; readonly value: string; readonly tone?: 'good' | 'bad' | undefined }

type GroupTab = {
  readonly to: string
  readonly label: string
  readonly count?: string | undefined
  readonly isEnd?: boolean
}

export type GroupHeadProps = {
  back: { readonly to: string; readonly label: string }
  title: string
  code?: string
  /** One line below the title. */
  facts: ReactNode
  figures: readonly Figure[]
  /** The main act. */
  act?: ReactNode
  /** `label` names them for screen readers. */
  tabs: { readonly label: string; readonly links: readonly GroupTab[] }
  /** Beside the tabs: what runs. */
  runs?: ReactNode
}

/** The head of the page of a group: what it is called, what it comes to so far, what can be done now, and its tabs. */
export function GroupHead({ back, title, code, facts, figures, act, tabs, runs }: GroupHeadProps) {
  return (
    <header className={styles.head}>
      <BackLink to={back.to} className={styles.back}>
        {back.label}
      </BackLink>
      <div className={styles.title} data-long={title.length >= longTitle}>
        <PageHeading>{title}</PageHeading>
        {code !== undefined && code !== title && <CodeChip>{code}</CodeChip>}
      </div>
      <div className={styles.facts}>{facts}</div>
      <dl className={styles.figures}>
        {figures.map(({ label, value, tone }) => (
          <div key={label} data-tone={tone}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {act && <div className={styles.act}>{act}</div>}
      <div className={styles.tabs}>
        <nav aria-label={tabs.label}>
          {tabs.links.map(({ to, label, count, isEnd = false }) => (
            <NavLink key={to} to={to} end={isEnd} className={classNames(styles.tab)}>
              <span>{label}</span> {count !== undefined && <span className={styles.count}>{count}</span>}
            </NavLink>
          ))}
        </nav>
        {runs && <p className={styles.runs}>{runs}</p>}
      </div>
    </header>
  )
}
