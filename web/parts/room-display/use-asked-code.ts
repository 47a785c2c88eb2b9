import { useEffect, useEffectEvent, useState } from 'react'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { isOutage } from '../../client/request-error.ts'
import type { RoomCodeNow } from './room-code-now.ts'

/** Between two questions, ms; the end of a code is asked at once. */
const pollMs = 2_000
/** After that long a question counts as lost, ms. */
const patienceMs = 4_000
/**
 * So long a code stays after its end while the next one is asked for, ms: on a line that takes 2.5 s for an answer, a question
 * just before the end is followed by a second one. The server takes the code for ten seconds more.
 */
const graceMs = 6_000
/** After that long without an answer the display says that it is reconnecting, ms. */
const lostMs = 6_000
const tickMs = 200

type Asking<Answer> = {
  readonly ask: () => Promise<Answer>
  readonly codeOf: (answer: Answer) => CurrentRoomCode | null
  readonly onRefused: (error: unknown) => void
}

export type Asked<Answer> = {
  readonly now: RoomCodeNow
  /** The last one, however old. */
  readonly answer: Answer | undefined
  readonly isLost: boolean
}

type Read<Answer> = { readonly answer: Answer; readonly answeredAt: number; readonly codeEndsAt: number }

/** Asks for the code of the room every two seconds, from the start again when `subject` changes; without one not any more. */
export function useAskedCode<Answer>(
  subject: string | undefined,
  { ask, codeOf, onRefused }: Asking<Answer>,
): Asked<Answer> {
  const [read, setRead] = useState<Read<Answer> | undefined>()
  const [now, setNow] = useState(() => performance.now())
  const [askedSince] = useState(now)
  const question = useEffectEvent(ask)
  const readCode = useEffectEvent(codeOf)
  const refuse = useEffectEvent(onRefused)

  useEffect(() => {
    if (subject === undefined) return
    let isOpen = true
    let timer: ReturnType<typeof setTimeout>
    async function askAgain() {
      const askedAt = performance.now()
      let pause = pollMs
      try {
        const answer = await Promise.race([question(), rejectAfter(patienceMs)])
        if (!isOpen) return
        const code = readCode(answer)
        const answeredAt = performance.now()
        // Counted from the question: the way of the answer is not added to the life of the code.
        const codeEndsAt = askedAt + (code?.endsIn ?? 0)
        setRead({ answer, answeredAt, codeEndsAt })
        setNow(answeredAt)
        if (code) pause = Math.min(pollMs, Math.max(50, codeEndsAt - answeredAt))
      } catch (error) {
        if (!isOpen) return
        if (!(error instanceof Late) && !isOutage(error)) refuse(error)
      }
      timer = setTimeout(askAgain, pause)
    }
    void askAgain()
    const ticker = setInterval(() => setNow(performance.now()), tickMs)
    return () => {
      isOpen = false
      clearTimeout(timer)
      clearInterval(ticker)
    }
  }, [subject])

  const latest = read === undefined ? undefined : (codeOf(read.answer) ?? undefined)
  const left = read === undefined ? 0 : read.codeEndsAt - now
  const isLost = now - (read?.answeredAt ?? askedSince) > lostMs
  return {
    now: {
      code: left > -graceMs ? latest : undefined,
      left: Math.max(0, left),
      isComing: latest === undefined && !isLost,
      latest,
    },
    answer: read?.answer,
    isLost,
  }
}

class Late extends Error {}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Late()), ms))
}
