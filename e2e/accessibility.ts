import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { expect, type Page } from '@playwright/test'
import { type Theme, themes } from './looks.ts'

/** WCAG 2.2 AA and good practice, as far as axe can tell. */
const rulesOf = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']

/** Of these, what a theme can break: pages differ between themes in their colours alone. */
const rulesOfColour = ['color-contrast', 'link-in-text-block']

const require = createRequire(import.meta.url)
const axeSource = readFileSync(
  require.resolve('axe-core/axe.min.js', { paths: [require.resolve('@axe-core/playwright')] }),
  'utf8',
)

type Violation = { readonly id: string; readonly nodes: readonly { readonly html: string }[] }

declare global {
  interface Window {
    /** For a page in which axe's source has run. */
    axe: { readonly run: (within: string, options: object) => Promise<{ readonly violations: readonly Violation[] }> }
  }
}

/** Animations are not checked, and colours in a transition are not final. For the contexts of checked pages. */
export const still = { reducedMotion: 'reduce' } as const

/**
 * In each theme of this run, no content of the page, or of the part that `within` selects, breaks a rule of axe. Goes on after a
 * failure.
 */
export async function expectAccessible(page: Page, screen: string, within = 'html'): Promise<void> {
  for (const [at, theme] of themes.entries())
    await expectNoViolations(page, theme, screen, within, at === 0 ? 'all' : 'colours')
}

/** The same in one theme. `judged`: all rules, or those that another theme of the same page can break. */
export async function expectNoViolations(
  page: Page,
  theme: Theme,
  screen: string,
  within = 'html',
  judged: 'all' | 'colours' = 'all',
): Promise<void> {
  await showTheme(page, theme)
  // Once per document: the builder of @axe-core/playwright reads half a megabyte each time, and again in a blank page of its own.
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axeSource)
  expect(page.frames(), 'axe looks into one frame').toHaveLength(1)
  const found = await page.evaluate(
    async ({ part, tags, colours }) => {
      // A rule of WCAG 2.1 A that axe still calls an experiment: a button's name has in it what is seen on the button.
      const rules = { 'label-content-name-mismatch': { enabled: true } }
      const runOnly = colours ? { type: 'rule', values: colours } : { type: 'tag', values: tags }
      const options = { runOnly, ...(!colours && { rules }), resultTypes: ['violations'] }
      const { violations } = await window.axe.run(part, options)
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
    },
    { part: within, tags: rulesOf, colours: judged === 'colours' ? rulesOfColour : undefined },
  )
  expect.soft(found, `${screen}, ${theme}`).toEqual([])
}

/** Switches the theme of the open page; what fades from one to the other has arrived when this ends. */
async function showTheme(page: Page, colorScheme: Theme): Promise<void> {
  await page.emulateMedia({ colorScheme })
  await page.evaluate(async () => {
    const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
    // Twice: the end of an animation may begin another one.
    for (let round = 0; round < 2; round++) {
      await nextFrame()
      await nextFrame()
      for (const animation of document.getAnimations()) if (animation instanceof CSSTransition) animation.finish()
    }
  })
}
