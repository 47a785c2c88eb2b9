import { defineConfig, devices } from '@playwright/test'
import { findChromium } from './scripts/chromium.mjs'

const executablePath = findChromium()
// Chromium's sandbox refuses to run as root.
const isRoot = process.getuid?.() === 0

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only the second time has failed.
  retries: 0,
  workers: 2,
  // Room for a machine that is busy with other things; a test that waits so long has something to say about it.
  timeout: 90_000,
  expect: { timeout: 15_000 },
  reporter: process.env.CI ? 'list' : [['list'], ['html', { open: 'never' }]],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    trace: 'retain-on-failure',
    launchOptions: {
      ...(executablePath === undefined ? {} : { executablePath }),
      args: isRoot ? ['--no-sandbox'] : [],
    },
  },
})
