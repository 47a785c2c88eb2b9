import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { formatInstituteCode } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { useTextsOf } from '../../language/texts.ts'
import { CodeChip, Initials, PageHeading } from '../../ui/index.ts'
import styles from './marking-header.module.css'

export type MarkingHeaderProps = {
  organisation: { readonly $id: string; readonly name: string }
  /** What the person of the institute can do here. */
  children: ReactNode
}

/** The institute's name and a link back. */
export function MarkingHeader({ organisation, children }: MarkingHeaderProps) {
  const attendance = useTextsOf(attendanceTexts)
  return (
    <header className={styles.header}>
      <span className={styles.tile}>
        <Initials name={organisation.name} of="institute" />
      </span>
      <div className={styles.words}>
        <PageHeading className={styles.name} title={attendance.mark}>
          {organisation.name}
        </PageHeading>
        <div className={styles.line}>
          <CodeChip>{formatInstituteCode(organisation.$id)}</CodeChip>
          <div className={styles.ways}>
            {children}
            <Link className={styles.back} to={paths.organisationDashboard(organisation.$id)}>
              {attendance.backToDashboard}
            </Link>
          </div>
        </div>
      </div>
    </header>
  )
}
