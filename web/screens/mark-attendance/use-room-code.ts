import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { isOutage } from '../../client/request-error.ts'
import { getRoomCode } from '../../client/room-calls.ts'
import { runningSessionKey } from '../../live/live-keys.ts'

/** Between two questions, ms; the end of a code is asked at once. */
const pollMs = 2_000
/** After that long a question counts as lost, ms. */
const patienceMs = 4_000
/** So long a code stays after its end while the next one is asked for, ms. The server takes it for ten seconds more. */
const graceMs = 2_000
const tickMs = 200

export type RoomCodeNow = {
  /** Undefined when none can be shown: an old code is never left on the display. */
  readonly code: CurrentRoomCode | undefined
  /** Of its ten seconds, ms. */
  readonly left: number
  /** Count and names of the last answer, however old. */
  readonly latest: CurrentRoomCode | undefined
}

/** The code of the room, asked for again every two seconds. A refusal reads the running session again. */
export function useRoomCode(organisationId: string, sessionId: string): RoomCodeNow {
  const queries = useQueryClient()
  const [read, setRead] = useState<{ readonly answer: CurrentRoomCode; readonly endsAt: number } | undefined>()
  const [now, setNow] = useState(() => performance.now())
  const onRefused = useEffectEvent(() => queries.invalidateQueries({ queryKey: runningSessionKey(organisationId) }))

  useEffect(() => {
    let isOpen = true
    let timer: ReturnType<typeof setTimeout>
    async function ask() {
      const askedAt = performance.now()
      let pause = pollMs
      try {
        const answer = await Promise.race([getRoomCode(sessionId), rejectAfter(patienceMs)])
        if (!isOpen) return
        // Counted from the question: the way of the answer is not added to the life of the code.
        const endsAt = askedAt + answer.endsIn
        setRead({ answer, endsAt })
        setNow(performance.now())
        pause = Math.min(pollMs, Math.max(50, endsAt - performance.now()))
      } catch (error) {
        if (!isOpen) return
        if (!(error instanceof Late) && !isOutage(error)) void onRefused()
      }
      timer = setTimeout(ask, pause)
    }
    void ask()
    const ticker = setInterval(() => setNow(performance.now()), tickMs)
    return () => {
      isOpen = false
      clearTimeout(timer)
      clearInterval(ticker)
    }
  }, [sessionId])

  const left = read === undefined ? 0 : read.endsAt - now
  return { code: left > -graceMs ? read?.answer : undefined, left: Math.max(0, left), latest: read?.answer }
}

class Late extends Error {}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Late()), ms))
}
