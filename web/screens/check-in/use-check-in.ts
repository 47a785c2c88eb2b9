import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { useEffect, useRef, useState } from 'react'
import type { FinishedCheckIn } from '#contract/check-in.ts'
import { getAssertion, isUnconfirmed } from '../../client/passkey-ceremony.ts'
import { askServer } from './ask-server.ts'
import { type Begun, beginAgain, type Offer, swapCode } from './begin.ts'
import { firstStage, type Stage, stageAfterBegin, stageAfterRefusal } from './stage.ts'

/** Sooner than that no person refuses a prompt, ms: the browser has not shown one. In-app browsers do that. */
const noPromptMs = 400
/** Between two tries of a finish, ms. Together with the waiting for each they fill the minute of a ceremony. */
const pausesMs = [500, 1_000, 2_000, 4_000]

export type CheckInWork = {
  readonly stage: Stage
  readonly go: (stage: Stage) => void
  /** Calls navigator.credentials.get() before anything is awaited: Safari wants it in the touch itself. */
  readonly touch: (offer: Offer) => void
  readonly begin: () => Promise<void>
  /** Asks again how long the scan is good. */
  readonly renew: (offer: Offer) => Promise<void>
  /** Undefined when the stage has changed, otherwise why the code was not taken. */
  readonly type: (code: string) => Promise<'wrong' | 'limited' | 'lost' | undefined>
  /** Sends the last assertion again. */
  readonly askAgain: () => void
}

/** Of the passkey that has signed: it is refused for good. */
const refusedForGood: readonly string[] = ['passkey-suspect', 'passkey-changed']

/** A new offer says how things stand, and may ask for another passkey. Without a login it knows of none. */
function canStartOver({ state }: Offer, reason: string): boolean {
  return reason === 'check-in-refused' || (refusedForGood.includes(reason) && state !== 'log-in')
}

export function useCheckIn(begun: Begun): CheckInWork {
  const [stage, go] = useState(() => firstStage(begun))
  const assertion = useRef<AuthenticationResponseJSON>(undefined)
  const isOpen = useRef<boolean>(true)

  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])

  function touch(offer: Offer) {
    if (offer.ceremony === null) return
    const askedAt = performance.now()
    const asked = getAssertion(offer.ceremony.options, new AbortController().signal)
    go({ kind: 'asking', offer })
    asked.then(
      (given) => {
        assertion.current = given
        void finish(offer)
      },
      (error: unknown) => {
        const isAtOnce = performance.now() - askedAt < noPromptMs
        go({ kind: 'offer', offer, trouble: isUnconfirmed(error) && !isAtOnce ? 'unconfirmed' : 'no-prompt' })
      },
    )
  }

  async function finish(offer: Offer) {
    for (const [tries, pause] of [...pausesMs, undefined].entries()) {
      go({ kind: 'sending', offer, isLate: tries > 0 })
      const path = `/check-ins/${encodeURIComponent(offer.ceremony?.id ?? '')}/finish`
      const answer = await askServer<FinishedCheckIn>(path, { assertion: assertion.current })
      if (!isOpen.current) return
      if (answer.kind === 'answer') return celebrate(answer.value)
      if (answer.kind === 'refused')
        return canStartOver(offer, answer.reason) ? startOver() : go(stageAfterRefusal(answer))
      if (pause !== undefined) await new Promise((resolve) => setTimeout(resolve, pause))
    }
    go({ kind: 'unheard', offer })
  }

  function celebrate(finished: FinishedCheckIn) {
    go({ kind: 'done', finished })
    // Not in every browser, and not without a touch before it.
    navigator.vibrate?.(30)
  }

  /** The ceremony is burnt: the next touch needs another one. */
  async function startOver() {
    const answer = await beginAgain()
    if (answer.kind === 'lost') go({ kind: 'lost', retry: 'begin' })
    else if (answer.kind === 'answer') go({ kind: 'offer', offer: answer.value, trouble: 'refused' })
    else go(stageAfterRefusal(answer))
  }

  async function begin() {
    const answer = await beginAgain()
    go(answer.kind === 'lost' ? { kind: 'lost', retry: 'begin' } : stageAfterBegin(answer))
  }

  async function renew(offer: Offer) {
    const answer = await beginAgain()
    if (answer.kind === 'lost') return
    // A student who has touched meanwhile goes on.
    go((now) => {
      if (now.kind !== 'offer' || now.offer !== offer) return now
      return answer.kind === 'answer' ? { ...now, offer: answer.value } : stageAfterRefusal(answer)
    })
  }

  async function type(code: string) {
    const answer = await swapCode({ code })
    if (answer.kind === 'lost') return 'lost'
    if (answer.kind === 'answer') go({ kind: 'offer', offer: answer.value })
    else if (answer.reason === 'room-code-old') return 'wrong'
    else if (answer.reason === 'general_rate_limit_exceeded') return 'limited'
    else if (answer.reason === 'general_unauthorized_scope') go({ kind: 'log-in', next: 'type' })
    else go(stageAfterRefusal(answer))
    return undefined
  }

  const askAgain = () => {
    if (stage.kind === 'unheard') void finish(stage.offer)
  }
  return { stage, go, touch, begin, renew, type, askAgain }
}
