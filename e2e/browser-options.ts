import type { LaunchOptions } from '@playwright/test'
import { findChromium, findHeadlessShell } from '../scripts/chromium.mjs'

/** Playwright's own list, without Edge; a second switch of this name replaces the first. */
const offByPlaywright = [
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'TcpPortRandomizationWin',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]
/**
 * The address bar of each window loads two pages for its suggestions, which take as long as one page of the product.
 */
const suggestions = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

/** Chromium keeps a process ready for a page that a test never opens. */
const processInReserve = 'SpareRendererForSitePerProcess'
/** No picture passes through an imitated graphics card on its way to a screen that is not there. */
const withoutGraphicsCard = ['--disable-gpu', '--disable-software-rasterizer']
/** A page of a test lives for seconds: to optimise its script takes longer than to run it. */
const withoutOptimiser = '--js-flags=--no-opt --no-maglev'

const argsWithout = (features: readonly string[]): readonly string[] => [
  `--disable-features=${[...offByPlaywright, ...features]}`,
  // Chromium's sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
const chromium = findChromium()
const headlessShell = findHeadlessShell() ?? chromium

/** For the tests of parts, whose pages live for the whole run. Without windows if possible, as Playwright chooses it. */
export const launchOptionsOfParts = {
  ...(headlessShell === undefined ? {} : { executablePath: headlessShell }),
  args: [...argsWithout([...suggestions, processInReserve]), ...withoutGraphicsCard],
} satisfies LaunchOptions

/** The browser of the other tests, and of pictures. */
export const launchOptions: LaunchOptions = {
  ...launchOptionsOfParts,
  args: [...launchOptionsOfParts.args, withoutOptimiser],
}

/** The browser with windows, for what it does not do without them: notifications, and measurements. */
export const wholeBrowser: LaunchOptions = {
  ...(chromium === undefined ? { channel: 'chromium' } : { executablePath: chromium }),
  args: [...argsWithout(suggestions)],
}
