import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { AttendanceSheet } from '#contract/attendance-sheet.ts'
import { sheetTexts } from '#contract/sheet-texts.ts'
import { messageOf } from '../../client/request-error.ts'
import { switchRoomCode } from '../../client/sheet-calls.ts'
import { StepUpCancelled, withStepUp } from '../../kit/step-up.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { runningSessionKey } from '../../live/live-keys.ts'
import { useInstitute } from '../../session/session.ts'
import { Switch, showError } from '../../ui/index.ts'
import { CheckCard } from './check-card.tsx'
import { useSheetChange } from './use-sheet-change.ts'

/** Switches the room code on or off in the session that runs, after a step-up where the server wants one. */
export function SessionWays({ session }: { session: AttendanceSheet['session'] }) {
  const texts = useTexts()
  const { sessionWays: words } = useTextsOf('sheet', sheetTexts)
  const { $id } = useInstitute()
  const queries = useQueryClient()
  const change = useSheetChange(session.id)
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (wanted: boolean) =>
      withStepUp('PATCH /attendance/sessions/:sessionId/ways', () => switchRoomCode(session.id, wanted)),
    onSuccess: ({ ways }) => {
      change({ session: { ...session, ways } })
      void queries.invalidateQueries({ queryKey: runningSessionKey($id) })
    },
    onError: (error) => {
      if (!(error instanceof StepUpCancelled)) showError(messageOf(error, texts))
    },
  })
  const isOn = session.ways.some((way) => way === 'room-code')
  return (
    <CheckCard title={words.title} state={isOn ? words.on : words.off}>
      <Switch
        label={words.label}
        hint={words.hint}
        checked={isPending ? variables : isOn}
        busy={isPending}
        onChange={mutate}
      />
    </CheckCard>
  )
}
