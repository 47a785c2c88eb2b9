/**
 * Makes style sheets of links that have only fetched them, at the end of the head and in their order. Resolves once each is
 * there, cannot be had, or has taken `patienceMs`; one that comes later still takes its place.
 */
export async function placeSheets(links: readonly HTMLLinkElement[], patienceMs: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const tooLong = new Promise((resolve) => {
    timer = setTimeout(resolve, patienceMs)
  })
  await Promise.race([Promise.all(links.map(placeSheet)), tooLong])
  clearTimeout(timer)
}

function placeSheet(link: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    link.addEventListener('load', () => resolve(), { once: true })
    link.addEventListener('error', () => resolve(), { once: true })
    link.rel = 'stylesheet'
    document.head.append(link)
  })
}
