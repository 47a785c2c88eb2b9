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
  const shown = [...document.body.querySelectorAll('*')].filter(
    (element) => element.textContent === text && ![...element.children].some((child) => child.textContent === text),
  )
  return shown.flatMap(breaksIn)
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
