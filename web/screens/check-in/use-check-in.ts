import type { AuthenticationResponseJSON } from '@simplewebauthn/browser'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { FinishedCheckIn } from '#contract/check-in.ts'
import { getAssertion, isUnconfirmed } from '../../client/passkey-ceremony.ts'
import { askServer } from './ask-server.ts'
import { type Begun, beginAgain, type Code, type Offer, swapCode } from './begin.ts'
import { firstStage, type Stage, stageAfterBegin, stageAfterRefusal } from './stage.ts'
import { waitForNetwork } from './wait-for-network.ts'

/** Sooner than that no person refuses a prompt, ms: the browser has not shown one. In-app browsers do that. */
const noPromptMs = 400
/** Between two tries of a finish, ms. Together with the waiting for each they fill the minute of a ceremony. */
const pausesMs = [500, 1_000, 2_000, 4_000]
/** After that long without an answer the page asks again by itself, ms; at once when the network is back. */
const againMs = 5_000

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
  /** Sends again what had no answer: the last assertion, or the question how things stand. */
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

  /** `isAgain`: earlier tries had no answer. */
  async function finish(offer: Offer, isAgain = false) {
    for (const [tries, pause] of [...pausesMs, undefined].entries()) {
      go({ kind: 'sending', offer, isLate: isAgain || tries > 0 })
      const path = `/check-ins/${encodeURIComponent(offer.ceremony?.id ?? '')}/finish`
      const answer = await askServer<FinishedCheckIn>(path, { assertion: assertion.current })
      if (!isOpen.current) return
      if (answer.kind === 'answer') return celebrate(answer.value)
      if (answer.kind === 'refused')
        return canStartOver(offer, answer.reason) ? startOver() : go(stageAfterRefusal(answer, offer))
      if (pause !== undefined) await waitForNetwork(pause)
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
    if (answer.kind === 'answer') go({ kind: 'offer', offer: answer.value, trouble: 'refused' })
    else go(stageAfterBegin(answer))
  }

  async function begin() {
    go(stageAfterBegin(await beginAgain()))
  }

  async function beginOnceMore(code: Code | undefined) {
    go({ kind: 'lost', code, isAsking: true })
    go(stageAfterBegin(await (code ? swapCode(code) : beginAgain()), code))
  }

  async function renew(offer: Offer) {
    const answer = await beginAgain()
    if (answer.kind === 'lost') return
    // A student who has touched meanwhile goes on.
    go((now) => {
      if (now.kind !== 'offer' || now.offer !== offer) return now
      return answer.kind === 'answer' ? { ...now, offer: answer.value } : stageAfterRefusal(answer, offer)
    })
  }

  const askAgain = () => {
    if (stage.kind === 'unheard') void finish(stage.offer, true)
    if (stage.kind === 'lost' && !stage.isAsking) void beginOnceMore(stage.code)
  }
  useByItself(stage, askAgain)
  const type = (code: string) => swapTyped(code, go)
  return { stage, go, touch, begin, renew, type, askAgain }
}

async function swapTyped(code: string, go: CheckInWork['go']): ReturnType<CheckInWork['type']> {
  const answer = await swapCode({ code })
  if (answer.kind === 'lost') return 'lost'
  if (answer.kind === 'answer') go({ kind: 'offer', offer: answer.value })
  else if (answer.reason === 'room-code-old') return 'wrong'
  else if (answer.reason === 'general_rate_limit_exceeded') return 'limited'
  else if (answer.reason === 'general_unauthorized_scope') go({ kind: 'log-in', next: 'type' })
  else go(stageAfterRefusal(answer))
  return undefined
}

/** After an interrupted network the page asks by itself, as a touch of its button would. */
function useByItself(stage: Stage, askAgain: () => void): void {
  const again = useEffectEvent(askAgain)
  useEffect(() => {
    const isUnanswered = stage.kind === 'unheard' || (stage.kind === 'lost' && !stage.isAsking)
    if (!isUnanswered) return
    const left = new AbortController()
    void waitForNetwork(againMs, left.signal).then(() => again())
    return () => left.abort()
  }, [stage])
}
