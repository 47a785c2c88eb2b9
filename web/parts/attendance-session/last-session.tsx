import type { RunningSession } from '#contract/attendance.ts'
import { useFormat } from '../../language/format.ts'
import { useTextsOf } from '../../language/texts.ts'
import { deskTexts } from './desk-texts.ts'
import { useRemaining } from './use-remaining.ts'

export type LastSession = NonNullable<RunningSession['last']>

/** What can still be done on the sheet of a session that has ended. Nothing once that is over. */
export function StillPossible({ last }: { last: LastSession }) {
  const { last: words } = useTextsOf(deskTexts)
  const format = useFormat()
  const isHandOpen = useRemaining(last.handUntil) > 0
  const isDrawOpen = useRemaining(last.drawUntil) > 0
  if (!isHandOpen) return null
  return (
    <>
      <span>{words.hand(format.dateTime(last.handUntil))}</span>
      {isDrawOpen && <span>{` ${words.draw(format.time(last.drawUntil))}`}</span>}
    </>
  )
}
