import { placeSheets } from './place-sheets.ts'

/** No style sheet is waited for longer, ms: a plain page can be used, an empty one cannot. */
const patienceMs = 5_000

/**
 * The app's page and the login's ask for the app's style sheets without using them: they would hold the first paint up
 * (web/build/early-paint.ts). Here they take their place, before those of the screens that come later: of two rules with
 * the same weight the later one counts. Resolves once they are there, cannot be had, or take too long.
 */
export const pageSheets: Promise<void> = placeSheets(
  Array.from(document.querySelectorAll<HTMLLinkElement>('link[rel="preload"][as="style"]')),
  patienceMs,
)
