import { backgroundHeader } from '#contract/background.ts'

/** An act is followed by what it asks the server within this time. */
const followsWithinMs = 5_000
const acts = ['pointerdown', 'keydown', 'click', 'input', 'wheel', 'popstate'] as const

/** A page that opens was opened by a person. */
let lastActAt = performance.now()

/** Notes that a person has just used the page. */
export function noteAct(): void {
  lastActAt = performance.now()
}

/**
 * Notes each act of a person from now on. A page that becomes visible was brought there by a person; a window that gets
 * the focus may have got it because another one closed.
 */
export function watchForActs(): void {
  const note = (event: Event) => {
    // A script can click, too.
    if (event.isTrusted) noteAct()
  }
  // Before the handlers of the screens, whose requests follow from the act.
  for (const act of acts) window.addEventListener(act, note, { capture: true, passive: true })
  const noteReturn = () => {
    if (document.visibilityState === 'visible') noteAct()
  }
  window.addEventListener('visibilitychange', noteReturn, { capture: true })
}

/**
 * The header of a read that no person has just asked for: it must not keep an unattended screen logged in (rules
 * §5.2). Asked for each request anew, so what a person does counts at once, whatever the page is asking beside it.
 */
export function backgroundHeaders(method: string): Readonly<Record<string, string>> {
  const isOwn = method.toUpperCase() === 'GET' && performance.now() - lastActAt > followsWithinMs
  return isOwn ? { [backgroundHeader.name]: backgroundHeader.value } : {}
}
