import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { isOutage } from '../../client/request-error.ts'
import type { RoomCodeNow } from './room-code-now.ts'

/** Between two questions, ms; the end of a code is asked at once. */
const pollMs = 2_000
const shortestPauseMs = 50
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
  /** Of a page with a live connection: when it heard last of the session. It then asks at a change, and at the end of each code. */
  readonly heard?: number
}

export type Asked<Answer> = {
  readonly now: RoomCodeNow
  /** The last one, however old. */
  readonly answer: Answer | undefined
  readonly isLost: boolean
}

type Read<Answer> = { readonly answer: Answer; readonly answeredAt: number; readonly codeEndsAt: number }

/** Asks for the code of the room every two seconds, or as it hears of changes; from the start again when `subject` changes, and without one not any more. */
export function useAskedCode<Answer>(
  subject: string | undefined,
  { ask, codeOf, onRefused, heard }: Asking<Answer>,
): Asked<Answer> {
  const [read, setRead] = useState<Read<Answer> | undefined>()
  const [now, setNow] = useState(() => performance.now())
  const [askedSince] = useState(now)
  const question = useEffectEvent(ask)
  const readCode = useEffectEvent(codeOf)
  const refuse = useEffectEvent(onRefused)
  const isLive = heard !== undefined
  const lastHeard = useEffectEvent(() => heard)
  const askNow = useRef(doNothing)

  useEffect(() => {
    if (subject === undefined) return
    let isOpen = true
    let timer: ReturnType<typeof setTimeout>
    let isAsking = false
    async function askAgain() {
      const askedAt = performance.now()
      let pause = pollMs
      const heardBefore = lastHeard()
      isAsking = true
      try {
        const answer = await Promise.race([question(), rejectAfter(patienceMs)])
        if (!isOpen) return
        const code = readCode(answer)
        const answeredAt = performance.now()
        // Counted from the question: the way of the answer is not added to the life of the code.
        const codeEndsAt = askedAt + (code?.endsIn ?? 0)
        setRead({ answer, answeredAt, codeEndsAt })
        setNow(answeredAt)
        if (code) pause = Math.min(isLive ? code.endsIn : pollMs, Math.max(shortestPauseMs, codeEndsAt - answeredAt))
      } catch (error) {
        if (!isOpen) return
        if (!(error instanceof Late) && !isOutage(error)) refuse(error)
      }
      isAsking = false
      timer = setTimeout(askAgain, lastHeard() === heardBefore ? pause : shortestPauseMs)
    }
    askNow.current = () => {
      if (isAsking) return
      clearTimeout(timer)
      void askAgain()
    }
    void askAgain()
    const ticker = setInterval(() => setNow(performance.now()), tickMs)
    return () => {
      isOpen = false
      askNow.current = doNothing
      clearTimeout(timer)
      clearInterval(ticker)
    }
  }, [subject, isLive])
  useEffect(() => {
    if (heard !== undefined) askNow.current()
  }, [heard])

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

const doNothing = () => {}

class Late extends Error {}

function rejectAfter(ms: number): Promise<never> {
  return new Promise((_, reject) => setTimeout(() => reject(new Late()), ms))
}
