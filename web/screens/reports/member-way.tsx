import { useState } from 'react'
import { useNavigate } from 'react-router'
import { reportTexts } from '#contract/report-texts.ts'
import type { ReportedStudent } from '#contract/reports.ts'
import { joinNames } from '#contract/text-fields.ts'
import { useTextsOf } from '../../language/texts.ts'
import { MemberDialog } from '../../parts/members/member-dialog.tsx'
import { useMay } from '../../session/may.ts'
import { Button } from '../../ui/index.ts'
import styles from './report.module.css'

/** In the report of a student, whose place it holds before the student is known: the way to correct the roll number or to remove the student, after whose removal the list follows. */
export function MemberWay({ student, listPath }: { student: ReportedStudent | undefined; listPath: string }) {
  const words = useTextsOf('report', reportTexts)
  const navigate = useNavigate()
  const [isOpen, setOpen] = useState(false)
  if (!useMay('office')) return null
  return (
    <>
      <Button
        className={styles.way}
        disabled={student === undefined}
        aria-haspopup="dialog"
        onClick={() => setOpen(true)}
      >
        {words.changeStudent}
      </Button>
      {student && (
        <MemberDialog
          open={isOpen}
          onClose={() => setOpen(false)}
          student={{
            id: student.id,
            name: joinNames(student.firstName, student.lastName),
            rollNumber: student.rollNumber,
          }}
          onRemoved={() => void navigate(listPath, { replace: true })}
        />
      )}
    </>
  )
}
