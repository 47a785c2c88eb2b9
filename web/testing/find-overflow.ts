/** What of the page has no room: it makes the page scroll sideways, or is cut off where nothing scrolls. */
export function findOverflow(): readonly string[] {
  const page = document.documentElement
  const wide = page.scrollWidth > page.clientWidth ? [`the page is ${page.scrollWidth} px wide`, ...findWide()] : []
  const cut = [...document.body.querySelectorAll<HTMLElement>('*')].filter((element) => {
    const { overflowX, textOverflow, clipPath } = getComputedStyle(element)
    const cuts = overflowX === 'hidden' || overflowX === 'clip'
    // What screen readers alone read is a pixel wide, and an ellipsis says that it cuts.
    const isMeant = textOverflow === 'ellipsis' || clipPath !== 'none'
    return cuts && !isMeant && element.scrollWidth > element.clientWidth + 1
  })
  const burst = [...document.body.querySelectorAll<HTMLElement>('li, section, fieldset, dl, form, td')].filter(
    (element) => getComputedStyle(element).overflowX === 'visible' && element.scrollWidth > element.clientWidth + 1,
  )
  return [
    ...wide,
    ...burst.map(({ outerHTML }) => `too narrow: ${outerHTML.slice(0, 120)}`),
    ...cut.map(({ outerHTML }) => `cut off: ${outerHTML.slice(0, 120)}`),
  ]
}

/** The parts that end furthest to the right. */
function findWide(): readonly string[] {
  const parts = [...document.body.querySelectorAll('*')]
  const furthest = Math.max(...parts.map((part) => part.getBoundingClientRect().right))
  const found = parts.filter((part) => part.getBoundingClientRect().right >= furthest - 1)
  return found.map(({ outerHTML }) => outerHTML.slice(0, 120))
}

/** The characters after which the text takes a new line, wherever the page shows it. */
export function findLineBreaks(text: string): readonly string[] {
  return findShown(text).flatMap(breaksIn)
}

/** How many lines the text takes where it takes most of them. */
export function countLines(text: string): number {
  return Math.max(0, ...findShown(text).map((element) => breaksIn(element).length + 1))
}

/** The innermost elements that show just this text. */
function findShown(text: string): readonly Element[] {
  return [...document.body.querySelectorAll('*')].filter(
    (element) =>
      element.textContent === text &&
      ![...element.children].some((child) => child.textContent === text) &&
      isToBeSeen(element),
  )
}

/** Texts that lie on one another. `root`: a dialog lies on the page on purpose. */
export function findOverlaps(root: Element = document.body): readonly string[] {
  const lines = findLines(root)
  return lines.flatMap((one, index) =>
    lines
      .slice(index + 1)
      .filter((other) => other.parent !== one.parent && overlap(one, other))
      .map((other) => `'${one.parent.textContent}' and '${other.parent.textContent}'`),
  )
}

/** A line of text with the height that its paragraph gives it, page px. */
type Line = Record<'left' | 'right' | 'top' | 'bottom', number> & { readonly parent: Element }

function findLines(root: Element): readonly Line[] {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT)
  const found: Line[] = []
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const parent = node.parentElement
    if (parent === null || node.nodeValue?.trim() === '' || !isToBeSeen(parent)) continue
    const range = document.createRange()
    range.selectNodeContents(node)
    const edges = findEdges(parent)
    for (const { left, right, top, bottom, height } of range.getClientRects()) {
      const lineHeight = Number.parseFloat(getComputedStyle(parent).lineHeight) || height
      const middle = (top + bottom) / 2
      found.push({
        parent,
        left: Math.max(left, edges.left),
        right: Math.min(right, edges.right),
        top: middle - lineHeight / 2,
        bottom: middle + lineHeight / 2,
      })
    }
  }
  return found
}

/** Between which an ellipsis or a way to scroll leaves the element to be seen. */
function findEdges(element: Element): { readonly left: number; readonly right: number } {
  const edges = { left: Number.NEGATIVE_INFINITY, right: Number.POSITIVE_INFINITY }
  for (let one: Element | null = element; one; one = one.parentElement) {
    const { overflowX, display } = getComputedStyle(one)
    if (overflowX === 'visible' || display === 'inline') continue
    const { left, right } = one.getBoundingClientRect()
    edges.left = Math.max(edges.left, left)
    edges.right = Math.min(edges.right, right)
  }
  return edges
}

/** Not in something that is closed, and not for screen readers alone. */
function isToBeSeen(element: Element): boolean {
  if (!element.checkVisibility()) return false
  for (let one: Element | null = element; one; one = one.parentElement) {
    if (getComputedStyle(one).clipPath !== 'none') return false
  }
  return true
}

function overlap(a: Line, b: Line): boolean {
  const across = Math.min(a.right, b.right) - Math.max(a.left, b.left)
  const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
  return across > 1 && down > 2
}

function breaksIn(element: Element): readonly string[] {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT)
  const found: string[] = []
  let last: { readonly letter: string; readonly bottom: number } | undefined
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (let index = 0; index < (node.nodeValue ?? '').length; index++) {
      const range = document.createRange()
      range.setStart(node, index)
      range.setEnd(node, index + 1)
      const { top, bottom } = range.getBoundingClientRect()
      if (last && top >= last.bottom - 1) found.push(last.letter)
      last = { letter: range.toString(), bottom }
    }
  }
  return found
}

/** In how many lines, one below the other, the cells of each row of a table stand. */
export function countRowLines(): readonly number[] {
  return [...document.querySelectorAll('tbody tr')].map((row) => {
    const shown = [...row.querySelectorAll('td')].map((cell) => cell.getBoundingClientRect())
    const tops = shown.filter(({ width }) => width > 0).map(({ top }) => top)
    // Cells of one line differ by the size of their letters.
    return tops.sort((a, b) => a - b).filter((top, index) => index === 0 || top - (tops[index - 1] ?? 0) > 12).length
  })
}
