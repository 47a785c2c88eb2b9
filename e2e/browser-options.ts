import type { LaunchOptions } from '@playwright/test'
import { findChromium } from '../scripts/chromium.mjs'

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

const executablePath = findChromium()

/** The browser of tests and pictures. */
export const launchOptions: LaunchOptions = {
  ...(executablePath === undefined ? {} : { executablePath }),
  args: [
    `--disable-features=${[...offByPlaywright, ...suggestions]}`,
    // Chromium's sandbox refuses to run as root.
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
  ],
}
