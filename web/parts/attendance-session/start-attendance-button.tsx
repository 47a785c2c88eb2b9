import { IconPlayerPlay } from '@tabler/icons-react'
import { useTexts } from '../../language/texts.ts'
import { Button, type ButtonKind } from '../../ui/index.ts'
import { useStartAttendance } from './use-start-attendance.ts'

/** Spec §2, organisation top bar: 'Start Attendance'. */
export function StartAttendanceButton({ kind, disabled }: { kind: ButtonKind; disabled: boolean }) {
  const { attendance } = useTexts()
  const { start, isStarting } = useStartAttendance()
  return (
    <Button
      kind={kind}
      icon={<IconPlayerPlay size={20} stroke={1.9} aria-hidden="true" />}
      busy={isStarting}
      disabled={disabled}
      onClick={start}
    >
      {attendance.start}
    </Button>
  )
}
