import { Link, useNavigate } from 'react-router'
import { paths } from '#contract/paths.ts'
import { reportTexts } from '#contract/report-texts.ts'
import type { ReportedStudent } from '#contract/reports.ts'
import { joinNames } from '#contract/text-fields.ts'
import { useTextsOf } from '../../language/texts.ts'
import { recordTexts } from '../../parts/attendance-record/record-texts.ts'
import { useHasPeople, useMay } from '../../session/may.ts'
import { useInstitute } from '../../session/session.ts'
import { Button, buttonClass, Dialog, useDialog } from '../../ui/index.ts'
import styles from './report.module.css'

const loadMember = async () => (await import('../../parts/members/member-modal.tsx')).MemberModal

type StudentWaysProps = { student: ReportedStudent | undefined; listPath: string }

/** In the report of a student: the way to the courses of the person, and the way to correct or to remove. */
export function StudentWays(props: StudentWaysProps) {
  const words = useTextsOf(recordTexts)
  const { $id } = useInstitute()
  const isOffice = useMay('office')
  const hasPeople = useHasPeople()
  return (
    <div className={styles.ways}>
      {isOffice && <MemberWay {...props} />}
      {hasPeople && props.student && (
        <Link className={buttonClass()} to={paths.personRecord($id, props.student.id)}>
          <span>{words.all}</span>
        </Link>
      )}
    </div>
  )
}

/** Holds its place before the student is known; after the removal of the student the list follows. */
function MemberWay({ student, listPath }: StudentWaysProps) {
  const words = useTextsOf(reportTexts)
  const navigate = useNavigate()
  const dialog = useDialog()
  return (
    <>
      <Button disabled={student === undefined} aria-haspopup="dialog" onClick={() => dialog.open()}>
        {words.changeStudent}
      </Button>
      {student && (
        <Dialog
          of={dialog}
          load={loadMember}
          props={{
            student: {
              id: student.id,
              name: joinNames(student.firstName, student.lastName),
              rollNumber: student.rollNumber,
            },
            onRemoved: () => void navigate(listPath, { replace: true }),
          }}
        />
      )}
    </>
  )
}
