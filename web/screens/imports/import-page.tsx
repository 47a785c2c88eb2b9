import type { ReactNode } from 'react'
import { BackLink, PageHeading } from '../../ui/index.ts'
import styles from './imports.module.css'

type ImportPageProps = {
  title: string
  back: { readonly label: string; readonly to: string }
  children: ReactNode
}

/** The heading of an import, and the way back. */
export function ImportPage({ title, back, children }: ImportPageProps) {
  return (
    <>
      <BackLink to={back.to} className={styles.back}>
        {back.label}
      </BackLink>
      <PageHeading>{title}</PageHeading>
      {children}
    </>
  )
}
