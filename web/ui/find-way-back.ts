/** An element and what it stands in, from the inside out, as far as the dialog around it, if there is one. */
export function pathOf(element: Element | null): readonly Element[] {
  const path: Element[] = []
  for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
    path.push(at)
    if (at.getAttribute('role') === 'dialog') break
  }
  return path
}

const focusable = 'a[href], button:enabled, input:enabled:not([hidden]), summary, [tabindex]'
const heading = 'summary, :is(h1, h2)[tabindex]'

/**
 * What takes the focus when the control that had it has gone: the first control in what is left of its surroundings. If it
 * went with its entry of a list, the list's heading: on the next entry's control a key held too long would act once more.
 * `path`: of the control, as it was.
 */
export function findRemains(path: readonly Element[]): HTMLElement | null {
  const wentWithEntry = path.some((one) => !one.isConnected && one.matches('li'))
  const sought = wentWithEntry ? heading : focusable
  for (const one of path) {
    const found = one.isConnected ? one.querySelector<HTMLElement>(sought) : null
    if (found !== null) return found
  }
  return null
}

/**
 * Where the focus goes when a dialog closes: to what opened it (true); where that has gone meanwhile, to what is left
 * of its surroundings, or to the page's heading; nowhere (false) if it has left the dialog by itself. `opener`: the path
 * of what had the focus when it opened.
 */
export function findWayBack(opener: readonly Element[], dialog: HTMLElement | null): HTMLElement | boolean {
  const active = document.activeElement
  if (active !== document.body && !dialog?.contains(active)) return false
  const [trigger] = opener
  if (trigger?.isConnected) return true
  const remains = findRemains(opener)
  if (remains !== null) return remains
  const others = [...document.querySelectorAll('[role="dialog"]')].filter((one) => one !== dialog)
  return others.length > 0 ? true : (document.querySelector('h1') ?? true)
}
