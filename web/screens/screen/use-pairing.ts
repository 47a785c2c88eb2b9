import { useEffect, useEffectEvent, useState } from 'react'
import type { ScreenPairing } from '#contract/screens.ts'
import { RequestError } from '../../client/request-error.ts'
import { askForPairing, getPairing } from '../../client/screen-calls.ts'
import type { Stage } from './use-stage.ts'

const askAgainMs = 2_000

export type Waiting = Pick<ScreenPairing, 'code'> & {
  /** By performance.now(). */
  readonly endsAt: number
}

/** Asks for a code once, then every two seconds whether a person has approved it. */
export function usePairing(goTo: (stage: Stage) => void): Waiting | undefined {
  const [waiting, setWaiting] = useState<Waiting | undefined>()
  const go = useEffectEvent(goTo)

  useEffect(() => {
    let isOpen = true
    let isAsked = false
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask() {
      try {
        if (isAsked) {
          const { state } = await getPairing()
          if (isOpen && state !== 'waiting') return go(state === 'approved' ? 'paired' : 'over')
        } else {
          const { code, expiresAt, serverTime } = await askForPairing()
          isAsked = true
          if (isOpen) setWaiting({ code, endsAt: performance.now() + expiresAt - serverTime })
        }
      } catch (error) {
        const isLimited = error instanceof RequestError && error.type === 'general_rate_limit_exceeded'
        if (isOpen && isLimited && !isAsked) return go('limited')
      }
      if (isOpen) timer = setTimeout(ask, askAgainMs)
    }
    // A page that is drawn and taken away at once asks for nothing.
    timer = setTimeout(ask)
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }, [])
  return waiting
}
