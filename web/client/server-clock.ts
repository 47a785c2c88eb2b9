import { createStore } from '../language/store.ts'

/**
 * The server's time, by which the app counts down and waits. Between two answers performance.now() carries it on: the
 * clock of a computer may be set by an hour meanwhile. That one stands still while some computers sleep.
 */

/** How far the two clocks of a browser may drift apart before the server's time is in doubt, ms. */
const doubtMs = 2_000
const lookMs = 1_000

/** The server's time minus performance.now(), ms. Until the first answer this computer is believed. */
export const serverClock = createStore(Date.now() - performance.now())
let isKnown = false

/** Epoch ms. */
export function serverNow(): number {
  return performance.now() + serverClock.get()
}

/**
 * Takes the time of an answer that has just come, epoch ms. `tookMs`: how long it was asked for. Where what is known
 * agrees with it, that stays, so that slow answers do not push a countdown to and fro.
 */
export function noteServerTime(time: number, tookMs: number): void {
  const now = serverNow()
  if (isKnown && now >= time && now <= time + tookMs) return
  isKnown = true
  serverClock.set(serverClock.get() + time + tookMs / 2 - now)
}

/** The same of any answer, if it says the time. */
export function noteTimeOf(answer: unknown, tookMs: number): void {
  const { serverTime } = Object(answer) as { serverTime?: unknown }
  if (typeof serverTime === 'number') noteServerTime(serverTime, tookMs)
}

/** Why the server's time may be another: the page is seen again, or the clocks of the browser no longer go together. */
export type Doubt = 'seen' | 'apart'

/**
 * Calls `onDoubt` when the server's time should be asked for again: the page is seen again, comes back from the browser's
 * memory, or its two clocks have moved apart by two seconds. Returns the function that ends it.
 */
export function watchClocks(onDoubt: (doubt: Doubt) => void): () => void {
  const difference = () => Date.now() - performance.now()
  let before = difference()
  const look = (): boolean => {
    if (Math.abs(difference() - before) < doubtMs) return false
    before = difference()
    onDoubt('apart')
    return true
  }
  const onVisible = () => {
    if (document.visibilityState === 'visible' && !look()) onDoubt('seen')
  }
  const onPageShow = ({ persisted }: PageTransitionEvent) => {
    if (persisted && !look()) onDoubt('seen')
  }
  const timer = setInterval(look, lookMs)
  document.addEventListener('visibilitychange', onVisible)
  window.addEventListener('pageshow', onPageShow)
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onVisible)
    window.removeEventListener('pageshow', onPageShow)
  }
}
