import { IconUsers } from '@tabler/icons-react'
import { Link } from 'react-router'
import { paths } from '#contract/paths.ts'
import { useTextsOf } from '../../language/texts.ts'
import { deskTexts } from '../../parts/attendance-session/desk-texts.ts'
import { type LastSession, StillPossible } from '../../parts/attendance-session/last-session.tsx'
import styles from './after-end.module.css'

type AfterEndProps = {
  organisationId: string
  last: LastSession
}

/** After a session, on the institute's own screen: the way to its sheet, and what can still be done there. */
export function AfterEnd({ organisationId, last }: AfterEndProps) {
  const { sheet } = useTextsOf(deskTexts)
  return (
    <p className={styles.after}>
      <Link to={paths.attendanceSheet(organisationId, last.id)}>
        <IconUsers size={18} stroke={1.9} aria-hidden="true" />
        <span>{sheet.running}</span>
      </Link>
      <span>
        <StillPossible last={last} />
      </span>
    </p>
  )
}
