import { defineConfig, devices } from '@playwright/test'
import { launchOptions } from './e2e/browser-options.ts'
import { leftOut } from './e2e/looks.ts'
import { keepFilesInMemory } from './testing/memory-folder.ts'

keepFilesInMemory()

export default defineConfig({
  testDir: 'e2e',
  fullyParallel: true,
  grepInvert: leftOut,
  forbidOnly: Boolean(process.env.CI),
  // A test that passes only the second time has failed.
  retries: 0,
  // One more than the two cores of a small machine: a test waits a quarter of its time, for what people would see move.
  workers: 3,
  // Room for a machine that is slow, and busy with other things; a test that waits so long has something to say about it.
  timeout: 300_000,
  expect: { timeout: 30_000 },
  reporter: process.env.CI ? 'list' : [['list'], ['html', { open: 'never' }]],
  use: {
    ...devices['Desktop Chrome'],
    locale: 'en-GB',
    // Filming every test would take a quarter of the time. For more, run the test that failed with `--trace=on`.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    screenshot: 'only-on-failure',
    launchOptions,
  },
})
