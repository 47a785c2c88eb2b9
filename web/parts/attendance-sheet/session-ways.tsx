import type { AttendanceSheet } from '#contract/attendance-sheet.ts'
import { sheetTexts } from '#contract/sheet-texts.ts'
import { waysWith } from '../../client/room-calls.ts'
import { useAct } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Switch } from '../../ui/index.ts'
import { CheckCard } from './check-card.tsx'
import { useSheetChange } from './use-sheet-change.ts'

/** Switches the room code on or off in the session that runs, after a step-up where the server wants one. */
export function SessionWays({ session }: { session: AttendanceSheet['session'] }) {
  const { sessionWays: words } = useTextsOf('sheet', sheetTexts)
  const change = useSheetChange(session.id)
  const { run, running } = useAct('PATCH /sessions/:sessionId/ways')
  async function turn(wanted: boolean) {
    const changed = await run({ sessionId: session.id }, { ways: waysWith(wanted) })
    if (changed) change({ session: { ...session, ways: changed.ways } })
  }
  const isOn = session.ways.some((way) => way === 'room-code')
  return (
    <CheckCard title={words.title} state={isOn ? words.on : words.off}>
      <Switch
        label={words.label}
        hint={words.hint}
        checked={running ? running.input.ways.some((way) => way === 'room-code') : isOn}
        busy={running !== undefined}
        onChange={(wanted) => void turn(wanted)}
      />
    </CheckCard>
  )
}
