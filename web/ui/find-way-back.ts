/** An element and its ancestors, from the inside out, up to the dialog around it, if there is one. */
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
 * What gets the focus when the focused control disappears: the first control in what remains around it. If it
 * disappeared with its entry of a list, the list's heading: on the next entry's control a key that is held down would
 * act again. `path`: the former ancestors of the control.
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
 * Where the focus goes when a dialog closes: to the control that opened it (true); if that is gone, to what remains
 * around it, or to the page's heading; nowhere (false) if the focus has left the dialog before. `opener`: the path of
 * the element that had the focus when the dialog opened.
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
