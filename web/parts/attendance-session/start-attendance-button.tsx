import { IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { actingTexts } from '#contract/acting-texts.ts'
import { attendanceTexts } from '#contract/attendance-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { useMay } from '../../session/may.ts'
import { type ButtonKind, ConfirmButton } from '../../ui/index.ts'
import { deskTexts } from './desk-texts.ts'
import { useStartAttendance } from './use-start-attendance.ts'

type StartAttendanceButtonProps = {
  kind: ButtonKind
  disabled: boolean
  /** Where most start other sessions, it asks first. */
  asks?: boolean
  people?: number | undefined
}

/**
 * Spec §2, organisation top bar: 'Start Attendance'. While a session runs it is the way back to it, and says so: pressing it
 * does what it always did.
 */
export function StartAttendanceButton({ kind, disabled, asks = false, people }: StartAttendanceButtonProps) {
  const attendance = useTextsOf(attendanceTexts)
  const { running } = useTextsOf(deskTexts)
  const { startForAll } = useTextsOf(actingTexts)
  const { number } = useFormat()
  const { start, isStarting, isRunning } = useStartAttendance()
  const [wasPressed, setPressed] = useState(false)
  const isAsking = wasPressed && !isRunning
  if (!useMay('inClass')) return null
  return (
    <ConfirmButton
      isAsking={isAsking}
      kind={kind}
      icon={<IconPlayerPlay size={20} stroke={1.9} aria-hidden="true" />}
      busy={isStarting}
      disabled={disabled}
      onClick={() => (asks && !isRunning && !isAsking ? setPressed(true) : start(isRunning))}
      onBlur={() => setPressed(false)}
      aria-label={isRunning ? running.startIsBack : undefined}
    >
      {isRunning ? running.back : isAsking ? startForAll(people === undefined ? '' : number(people)) : attendance.start}
    </ConfirmButton>
  )
}
