import { useQueryClient } from '@tanstack/react-query'
import { getRoomCode } from '../../client/room-calls.ts'
import { runningSessionKey } from '../../live/live-keys.ts'
import type { RoomCodeNow } from '../../parts/room-display/room-code-now.ts'
import { useAskedCode } from '../../parts/room-display/use-asked-code.ts'

/** The code of the room, asked for again every two seconds. A refusal reads the running session again. Without a session not any more. */
export function useRoomCode(organisationId: string, sessionId: string | undefined): RoomCodeNow {
  const queries = useQueryClient()
  return useAskedCode(sessionId, {
    ask: () => getRoomCode(sessionId ?? ''),
    codeOf: (code) => code,
    onRefused: () => void queries.invalidateQueries({ queryKey: runningSessionKey(organisationId) }),
  }).now
}
