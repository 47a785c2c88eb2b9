import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from '@playwright/test'
import { launchOptions } from './browser-options.ts'
import { demoScreens, openDemoScreen } from './demo-screens.ts'
import { type DemoWorld, openDemoWorld } from './demo-world.ts'
import { holdStill, prepareToHoldStill } from './hold-still.ts'
import { pictureScreens } from './picture-screens.ts'
import { openPictureWorld } from './picture-world.ts'
import type { TestServer } from './server-host.ts'

/**
 * Takes a picture of every screen and state, in both themes and at three widths, into screenshots/, with a page that
 * shows them side by side: those of the demo's institute, in both languages, and those of a smaller one. Arguments: parts
 * of names, to take only those. Repeated runs give the same pictures.
 */

const folder = join(import.meta.dirname, '..', 'screenshots')
const themes = ['light', 'dark'] as const
const windows = [
  { width: 390, height: 844 },
  { width: 768, height: 1024 },
  { width: 1440, height: 900 },
] as const
/** The institute's screen on a wall. */
const projector = { width: 1920, height: 1080 } as const

type Picture = { readonly screen: string; readonly theme: string; readonly width: number; readonly file: string }

type Screen = {
  readonly name: string
  readonly locale: string
  readonly whole: boolean
  readonly open: (page: Page) => Promise<void>
  /** At each width. */
  readonly act?: ((page: Page) => Promise<void>) | undefined
}
type World = { readonly server: TestServer; readonly now: () => number; readonly stop: () => Promise<void> }

const windowsOf = ({ name }: Screen) => (/^(kiosk|room)/.test(name) ? [...windows, projector] : windows)

async function takePictures(browser: Browser, { server, now }: World, screen: Screen): Promise<Picture[]> {
  const context = await browser.newContext({
    baseURL: server.origin,
    locale: screen.locale,
    timezoneId: 'Asia/Kolkata',
    viewport: { width: 1440, height: 900 },
  })
  await prepareToHoldStill(context)
  // A state answers single calls itself.
  await context.route('**/api/v1/reads', (route) => route.abort())
  const page = await context.newPage()
  await page.clock.setFixedTime(now())
  const pictures: Picture[] = []
  try {
    await screen.open(page)
    for (const window of windowsOf(screen)) {
      await page.setViewportSize(window)
      await screen.act?.(page)
      if (screen.whole) await showWhole(page)
      for (const theme of themes) {
        await page.emulateMedia({ colorScheme: theme })
        await holdStill(page)
        const file = `${screen.name}--${window.width}-${theme}.png`
        const path = join(folder, file)
        await page.screenshot({ path, fullPage: screen.whole, animations: 'allow' })
        pictures.push({ screen: screen.name, theme, width: window.width, file })
      }
    }
  } finally {
    await context.close()
  }
  return pictures
}

/** As high as the page: bars at its foot stand there, and lists draw all of their rows. */
async function showWhole(page: Page): Promise<void> {
  const { width, height } = page.viewportSize() ?? windows[0]
  const whole = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height: Math.max(height, whole) })
}

function drawContactSheet(pictures: readonly Picture[]): string {
  const names = [...new Set(pictures.map(({ screen }) => screen))]
  const rows = names.map((name) => {
    const shown = pictures.filter(({ screen }) => screen === name)
    const figures = shown.map(
      ({ file, theme, width }) =>
        `<a href="${file}"><img loading="lazy" src="${file}" alt="${name}, ${width} px, ${theme}"><span>${width} ${theme}</span></a>`,
    )
    return `<section id="${name}"><h2>${name}</h2><div>${figures.join('\n')}</div></section>`
  })
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Rollkey: screens</title>
<style>
  body { margin: 24px; font: 15px/1.4 system-ui, sans-serif; color: #13201a; background: #c9d1c9; }
  nav { columns: 5 200px; }
  section > div { display: flex; flex-wrap: wrap; align-items: start; gap: 12px; }
  a { color: inherit; }
  section a { display: grid; gap: 4px; text-decoration: none; }
  img { height: 300px; max-width: 520px; object-fit: cover; object-position: top; border: 1px solid #7d8a82; }
</style>
<h1>Rollkey: screens</h1>
<nav>${names.map((name) => `<a href="#${name}">${name}</a><br>`).join('\n')}</nav>
${rows.join('\n')}
</html>
`
}

const wanted = process.argv.slice(2)
const isWanted = ({ name }: { readonly name: string }) =>
  wanted.length === 0 || wanted.some((part) => name.includes(part))
const ofDemo = demoScreens.flatMap((screen) => [
  { ...screen, locale: 'en-GB' },
  { ...screen, name: `${screen.name}-hindi`, locale: 'hi-IN' },
])
if (wanted.length === 0) await rm(folder, { recursive: true, force: true })
await mkdir(folder, { recursive: true })

const browser = await chromium.launch(launchOptions)
const pictures: Picture[] = []
const failed: string[] = []

/** One after the other: the state of the server goes on from one screen to the next. */
async function takeAll<Opened extends World>(
  open: () => Promise<Opened>,
  screens: readonly (Omit<Screen, 'open'> & { readonly open: (page: Page, world: Opened) => Promise<void> })[],
): Promise<void> {
  if (screens.length === 0) return
  const world = await open()
  for (const screen of screens) {
    try {
      pictures.push(...(await takePictures(browser, world, { ...screen, open: (page) => screen.open(page, world) })))
      console.log(screen.name)
    } catch (error) {
      // The other pictures are still useful.
      console.error(`${screen.name}: ${error}`)
      failed.push(screen.name)
    }
  }
  await world.stop()
}

try {
  const whole = ofDemo.filter(isWanted).map((screen) => {
    return {
      ...screen,
      whole: screen.act === undefined,
      open: (page: Page, world: DemoWorld) => openDemoScreen(page, world, screen),
    }
  })
  await takeAll(openDemoWorld, whole)
  const others = pictureScreens.filter(isWanted).map(({ whole = false, ...screen }) => {
    return { ...screen, whole, locale: 'en-GB' }
  })
  await takeAll(() => openPictureWorld({ students: 63, present: 38 }), others)
} finally {
  await browser.close()
}
await writeFile(join(folder, 'index.html'), drawContactSheet(pictures))
console.log(`${pictures.length} pictures in screenshots/; open screenshots/index.html`)
if (failed.length > 0) {
  console.error(`Not taken: ${failed.join(', ')}`)
  process.exitCode = 1
}
