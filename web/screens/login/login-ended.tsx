import { IconLogout } from '@tabler/icons-react'
import { useState } from 'react'
import { matchPath } from 'react-router'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { pathPatterns } from '#contract/paths.ts'
import { getLoginEnd } from '../../client/login-end.ts'
import { useTextsOf } from '../../language/texts.ts'
import type { WantedPage } from '../../session/wanted-page.ts'
import { Banner } from '../../ui/index.ts'
import styles from './login.module.css'
import { loginEndTexts } from './login-end-texts.ts'

/** Says that the login before this one has ended, and why. Nothing where there was none. `entry`: state of the history entry. */
export function LoginEnded({ entry }: { entry: unknown }) {
  const attendance = useTextsOf(attendanceTexts)
  const words = useTextsOf(loginEndTexts)
  const [end] = useState(getLoginEnd)
  if (end === undefined) return null
  const reason = end.why === 'other-tab' ? words.otherTab : words[end.why][end.label]
  const wanted = (entry as Partial<WantedPage> | null)?.wanted?.split('?')[0]
  const isMarking = wanted !== undefined && matchPath(pathPatterns.markAttendance, wanted) !== null
  const next = isMarking ? attendance.next['logged-out'] : words.goOn
  return (
    <div className={styles.ended}>
      <Banner icon={<IconLogout size={24} stroke={1.8} aria-hidden="true" />} title={words.title}>
        {wanted === undefined ? reason : `${reason} ${next}`}
      </Banner>
    </div>
  )
}
