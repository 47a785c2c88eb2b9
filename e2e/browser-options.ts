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

const args = [
  `--disable-features=${[...offByPlaywright, ...suggestions]}`,
  // Chromium's sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
const chromium = findChromium()
const headlessShell = findHeadlessShell() ?? chromium

/** The browser of tests and pictures: without windows if possible, as Playwright chooses it. */
export const launchOptions: LaunchOptions = {
  ...(headlessShell === undefined ? {} : { executablePath: headlessShell }),
  args,
}

/** The browser with windows, for what it does not do without them: notifications, and measurements. */
export const wholeBrowser: LaunchOptions = {
  ...(chromium === undefined ? { channel: 'chromium' } : { executablePath: chromium }),
  args,
}
