import { IconPlayerPlay } from '@tabler/icons-react'
import { deskTexts } from '#contract/desk-texts.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { Button, type ButtonKind } from '../../ui/index.ts'
import { useStartAttendance } from './use-start-attendance.ts'

/**
 * Spec §2, organisation top bar: 'Start Attendance'. While a session runs it is the way back to it, and says so: pressing it
 * does what it always did.
 */
export function StartAttendanceButton({ kind, disabled }: { kind: ButtonKind; disabled: boolean }) {
  const { attendance } = useTexts()
  const { running } = useTextsOf('desk', deskTexts)
  const { start, isStarting, isRunning } = useStartAttendance()
  if (!useMay('inClass')) return null
  return (
    <Button
      kind={kind}
      icon={<IconPlayerPlay size={20} stroke={1.9} aria-hidden="true" />}
      busy={isStarting}
      disabled={disabled}
      onClick={() => start(isRunning)}
      aria-label={isRunning ? running.startIsBack : undefined}
    >
      {isRunning ? running.back : attendance.start}
    </Button>
  )
}
