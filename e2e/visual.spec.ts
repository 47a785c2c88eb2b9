import type { Browser, Page } from '@playwright/test'
import { test as base, expect } from './fixtures.ts'
import { holdStill, prepareToHoldStill } from './hold-still.ts'
import { onlyWhole } from './looks.ts'
import { pictureScreens } from './picture-screens.ts'
import { openPictureWorld, type PictureWorld } from './picture-world.ts'

/**
 * The visible window of a few screens, compared with stored pictures: `npm run test:e2e:all -- visual
 * --update-snapshots` takes new ones. People, ids and clocks are the same every time; all else is the real product.
 */

const test = base.extend<object, { world: PictureWorld }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      const world = await openPictureWorld({ students: 12, present: 6 })
      await use(world)
      await world.stop()
    },
    { scope: 'worker', timeout: 180_000 },
  ],
})

// In one worker: a second would register its own people.
test.describe.configure({ mode: 'default' })

const screens = [
  'landing',
  'register-student',
  'login-student',
  'student-dashboard',
  'organisation-detail-below-75',
  'organisation-dashboard',
  'kiosk-idle',
]
const inEachRun = ['student-dashboard', 'kiosk-idle']
const windows = [
  { width: 390, height: 844 },
  { width: 1440, height: 900 },
] as const

async function openPicturePage(browser: Browser, world: PictureWorld): Promise<Page> {
  const context = await browser.newContext({
    baseURL: world.server.origin,
    locale: 'en-GB',
    timezoneId: 'Asia/Kolkata',
    viewport: windows[1],
  })
  await prepareToHoldStill(context)
  const page = await context.newPage()
  await page.clock.setFixedTime(world.now())
  return page
}

for (const name of screens) {
  test(`${name} looks as it did`, inEachRun.includes(name) ? {} : onlyWhole, async ({ browser, world }) => {
    const screen = pictureScreens.find((one) => one.name === name)
    if (screen === undefined) throw new Error(`There is no picture of ${name}.`)
    const page = await openPicturePage(browser, world)
    await screen.open(page, world)
    for (const window of windows) {
      await page.setViewportSize(window)
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await holdStill(page)
        await expect.soft(page).toHaveScreenshot(`${name}-${window.width}-${theme}.png`, {
          // In the state that holdStill leaves.
          animations: 'allow',
          // Other builds of the browser smooth glyphs differently, and the name of a language in another script uses
          // the system's fonts. Content that moves, disappears or loses its colour changes more than this.
          maxDiffPixelRatio: 0.03,
        })
      }
    }
    await page.context().close()
  })
}
