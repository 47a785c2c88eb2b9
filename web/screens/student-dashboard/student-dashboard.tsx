import { IconPlus } from '@tabler/icons-react'
import { useEffect } from 'react'
import { Outlet, useSearchParams } from 'react-router'
import { normaliseInstituteCode } from '#contract/identifiers.ts'
import { codeParameter } from '#contract/paths.ts'
import { useTextsOf } from '../../language/texts.ts'
import { studentDashboardTexts } from '../../parts/attendance-record/student-dashboard-texts.ts'
import { usePasskeys } from '../../parts/own-passkeys/use-passkeys.ts'
import { PasskeyBanner } from '../../parts/passkey/passkey-banner.tsx'
import { studentProfile } from '../../parts/profile/profile.ts'
import { SignedInPage } from '../../parts/profile/signed-in-page.tsx'
import { TopBar } from '../../parts/profile/top-bar.tsx'
import { ReceiptNotices } from '../../parts/receipts/receipt-notices.tsx'
import { readJoinCode } from '../../session/join-code.ts'
import { useStudentProfile } from '../../session/session.ts'
import { Button, Dialog, useDialog } from '../../ui/index.ts'
import { WorkForInstitute } from './work-for-institute.tsx'

const loadAdd = async () => (await import('../../parts/add-institute/add-institute-modal.tsx')).AddInstituteModal

/** Spec §2, /dashboard/{userId}: the frame of the student's screens. */
export function StudentDashboard() {
  const { addInstitute } = useTextsOf(studentDashboardTexts)
  const { data: student } = useStudentProfile()
  const adding = useDialog()
  const [query, setQuery] = useSearchParams()
  const code = readJoinCode(query)
  const isInvited = code !== '' && student?.organisation.includes(normaliseInstituteCode(code)) === false
  const { data: own } = usePasskeys()
  const needsPasskey = student !== undefined && student.passKey !== true
  // Who has an institute has more to do than to add another.
  const isFirst = student?.organisation.length === 0 && !needsPasskey
  const hasJoined = code !== '' && student !== undefined && !isInvited
  useEffect(() => {
    if (hasJoined) setQuery(without(codeParameter), { replace: true })
  }, [hasJoined, setQuery])
  /** The address forgets the code, so that the window stays closed. */
  function close() {
    adding.close()
    if (isInvited) setQuery(without(codeParameter), { replace: true })
  }

  return (
    <>
      <TopBar
        label="STD"
        profile={student && studentProfile(student)}
        action={
          <Button
            kind={isFirst ? 'primary' : 'secondary'}
            icon={<IconPlus size={20} stroke={1.9} aria-hidden="true" />}
            disabled={student === undefined}
            onClick={() => adding.open()}
          >
            {addInstitute}
          </Button>
        }
      />
      <SignedInPage banner={needsPasskey && <PasskeyBanner category="STD" needsLink={own?.needsLink} />}>
        <WorkForInstitute />
        <Outlet />
        <ReceiptNotices />
      </SignedInPage>
      {student && (
        <Dialog
          of={{ isOpen: adding.isOpen || isInvited, close }}
          load={loadAdd}
          props={{ student, code: isInvited ? code : '' }}
        />
      )}
    </>
  )
}

const without = (name: string) => (query: URLSearchParams) =>
  new URLSearchParams([...query].filter(([key]) => key !== name))
