import type { LaunchOptions } from '@playwright/test'
import { findChromium, findHeadlessShell } from '../scripts/chromium.mjs'

/** Playwright's own list, for what is no Edge; a second switch of this name replaces the first. */
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
/** The address bar of each window loads two pages of its own for its suggestions, which cost as much as one of ours. */
const suggestions = ['WebUIOmniboxPopup', 'WebUIOmniboxAimPopup']

const args = [
  `--disable-features=${[...offByPlaywright, ...suggestions]}`,
  // Chromium's sandbox refuses to run as root.
  ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
]
const chromium = findChromium()
const headlessShell = findHeadlessShell() ?? chromium

/** The browser of tests and pictures: without windows where it can be had so, as Playwright would choose it. */
export const launchOptions: LaunchOptions = {
  ...(headlessShell === undefined ? {} : { executablePath: headlessShell }),
  args,
}

/** The browser as people have it, for what it does not do without windows: notifications, and what is measured. */
export const wholeBrowser: LaunchOptions = {
  ...(chromium === undefined ? { channel: 'chromium' } : { executablePath: chromium }),
  args,
}
