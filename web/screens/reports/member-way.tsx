import { useState } from 'react'
import { useNavigate } from 'react-router'
import type { ReportedStudent } from '#contract/reports.ts'
import { useReportTexts } from '../../language/report-texts.ts'
import { MemberDialog } from '../../parts/members/member-dialog.tsx'
import { useProfile } from '../../session/session.ts'
import { Button } from '../../ui/index.ts'
import styles from './report.module.css'

/** In the report of a student: the way to correct the roll number or to remove the student, after whose removal the list follows. */
export function MemberWay({ student, listPath }: { student: ReportedStudent; listPath: string }) {
  const words = useReportTexts()
  const navigate = useNavigate()
  const organisation = useProfile('ORG')
  const [isOpen, setOpen] = useState(false)
  const { id, rollNumber } = student
  const name = `${student.firstName} ${student.lastName}`
  return (
    <>
      <Button className={styles.way} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {words.changeStudent}
      </Button>
      <MemberDialog
        open={isOpen}
        onClose={() => setOpen(false)}
        student={{ id, name, rollNumber }}
        hasPasskey={organisation.data?.passKey === true}
        onRemoved={() => void navigate(listPath, { replace: true })}
      />
    </>
  )
}
