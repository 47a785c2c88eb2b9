import { hasRoomCode } from '#contract/ways.ts'
import { waysWith } from '../../client/room-calls.ts'
import { useAct } from '../../kit/use-act.ts'
import { useTextsOf } from '../../language/texts.ts'
import { Switch } from '../../ui/index.ts'
import { CheckCard } from './check-card.tsx'
import { sheetTexts } from './sheet-texts.ts'

type SessionWaysProps = {
  sessionId: string
  /** The room code is on. */
  isOn: boolean
  /** The server has turned it. */
  onTurned: (isOn: boolean) => void
}

/** Switches the room code on or off in the session that runs, after a step-up where the server wants one. */
export function SessionWays({ sessionId, isOn, onTurned }: SessionWaysProps) {
  const { sessionWays: words } = useTextsOf(sheetTexts)
  const { run, running } = useAct('PATCH /sessions/:sessionId/ways')
  async function turn(wanted: boolean) {
    const changed = await run({ sessionId }, { ways: waysWith(wanted) })
    if (changed) onTurned(hasRoomCode(changed.ways))
  }
  return (
    <CheckCard title={words.title} state={isOn ? words.on : words.off}>
      <Switch
        label={words.label}
        hint={words.hint}
        checked={running ? hasRoomCode(running.input.ways) : isOn}
        busy={running !== undefined}
        onChange={(wanted) => void turn(wanted)}
      />
    </CheckCard>
  )
}
