/**
 * The login's page asks for the app's style sheets without using them: they would hold its first paint up
 * (web/build/login-pages.ts). Here they take their place, before those of the screens that come later: of two rules with
 * the same weight the later one counts. Resolves once they are there, or cannot be had.
 */
export const pageSheets: Promise<unknown> = Promise.all(
  Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]'), useSheet),
)

function useSheet(sheet: HTMLLinkElement): Promise<void> {
  return new Promise((resolve) => {
    sheet.addEventListener('load', () => resolve(), { once: true })
    sheet.addEventListener('error', () => resolve(), { once: true })
    sheet.rel = 'stylesheet'
    document.head.append(sheet)
  })
}
