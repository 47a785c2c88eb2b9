import type { RunningSession } from '#contract/attendance.ts'
import { useDeskTexts } from '../../language/desk-texts.ts'
import { useFormat } from '../../language/format.ts'
import { useRemaining } from './use-remaining.ts'

export type LastSession = NonNullable<RunningSession['last']>

/**
 * What can still be done on the sheet of a session that has ended. Nothing once that is over. `clockOffset`: the server's clock
 * minus this machine's, ms.
 */
export function StillPossible({ last, clockOffset }: { last: LastSession; clockOffset: number }) {
  const { last: words } = useDeskTexts()
  const format = useFormat()
  const isHandOpen = useRemaining(last.handUntil, clockOffset) > 0
  const isDrawOpen = useRemaining(last.drawUntil, clockOffset) > 0
  if (!isHandOpen) return null
  return (
    <>
      {words.hand(format.dateTime(last.handUntil))}
      {isDrawOpen && ` ${words.draw(format.time(last.drawUntil))}`}
    </>
  )
}
