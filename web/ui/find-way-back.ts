/** An element and what it stands in, from the inside out, as far as the dialog around it, if there is one. */
export function pathOf(element: Element | null): readonly Element[] {
  const path: Element[] = []
  for (let at = element; at !== null && at !== document.body; at = at.parentElement) {
    path.push(at)
    if (at.getAttribute('role') === 'dialog') break
  }
  return path
}

const focusable = 'a[href], button:enabled, input:enabled, summary, [tabindex]'

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
  const around = opener.find((one) => one.isConnected && one.querySelector(focusable) !== null)
  if (around instanceof HTMLElement) return around
  const others = [...document.querySelectorAll('[role="dialog"]')].filter((one) => one !== dialog)
  return others.length > 0 ? true : (document.querySelector('h1') ?? true)
}
