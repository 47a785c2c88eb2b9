import { test } from '@playwright/test'
import { expectAccessible, still } from './accessibility.ts'
import { demoScreens, openDemoScreen } from './demo-screens.ts'
import { openDemoWorld } from './demo-world.ts'
import { onlyWhole } from './looks.ts'

test.setTimeout(1_800_000)

/** Each has a world of its own, so that they run beside each other. */
const parts = Map.groupBy(demoScreens, ({ who }) => {
  if (who === 'teacher' || who === 'second') return 'the pages of teachers'
  return who === 'registrar' || who === 'desk' ? 'the pages of the office' : 'the other pages'
})

for (const [name, screens] of parts)
  test(`axe finds nothing on ${name} of the demo`, onlyWhole, async ({ browser }) => {
    const world = await openDemoWorld()
    for (const screen of screens) {
      const context = await browser.newContext({ ...still, baseURL: world.server.origin, locale: 'en-GB' })
      const page = await context.newPage()
      await openDemoScreen(page, world, screen)
      for (const width of [390, 1440]) {
        await page.setViewportSize({ width, height: 900 })
        await screen.act?.(page)
        await expectAccessible(page, `${screen.name} at ${width} px`)
      }
      await context.close()
    }
    await world.stop()
  })
