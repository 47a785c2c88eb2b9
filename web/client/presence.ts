import { backgroundHeader } from '#contract/background.ts'

/** Requests within this time after an act count as the person's. */
const followsWithinMs = 5_000
const acts = ['pointerdown', 'keydown', 'click', 'input', 'wheel', 'popstate'] as const

/** A person has opened the page. */
let lastActAt = performance.now()

/** Records that a person has just used the page. */
export function noteAct(): void {
  lastActAt = performance.now()
}

/**
 * Records each act of a person from now on. A page becomes visible because a person switched to it; a window may get
 * the focus because another one closed, so that does not count.
 */
export function watchForActs(): void {
  const note = (event: Event) => {
    // A script can click, too.
    if (event.isTrusted) noteAct()
  }
  // Runs before the handlers of the screens, whose requests follow from the act.
  for (const act of acts) window.addEventListener(act, note, { capture: true, passive: true })
  const noteReturn = () => {
    if (document.visibilityState === 'visible') noteAct()
  }
  window.addEventListener('visibilitychange', noteReturn, { capture: true })
}

/** Whether a request that is sent now is a person's. */
export function followsAct(): boolean {
  return performance.now() - lastActAt <= followsWithinMs
}

/**
 * The header of an automatic read: it must not keep an unattended screen logged in (rules §5.2). Computed for each
 * request, so that an act of a person counts at once.
 */
export function backgroundHeaders(method: string): Readonly<Record<string, string>> {
  const isOwn = method.toUpperCase() === 'GET' && !followsAct()
  return isOwn ? { [backgroundHeader.name]: backgroundHeader.value } : {}
}
