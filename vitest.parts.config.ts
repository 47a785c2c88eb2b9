import react from '@vitejs/plugin-react'
import { playwright } from '@vitest/browser-playwright'
import { defineConfig } from 'vitest/config'
import { launchOptionsOfParts as launchOptions } from './e2e/browser-options.ts'
import { partTests } from './testing/test-projects.ts'

/** Parts of screens, each by itself in the browser of e2e/. */
export default defineConfig(({ mode }) => ({
  plugins: [react()],
  // Found only when a file is read: a fresh clone would load its pages again in the middle of a test.
  optimizeDeps: { include: ['csv-parse/browser/esm/sync', 'fflate', 'read-excel-file/universal'] },
  test: {
    name: 'parts',
    include: [partTests],
    setupFiles: ['web/testing/set-up.ts', ...(mode === 'translated' ? ['web/testing/translate-texts.ts'] : [])],
    // A page for many files, which loads each module once: a page for each file takes half as much processor time again. So no
    // file may leave anything behind.
    isolate: false,
    // Pages at once, one more than the two cores of a small machine: a test also waits.
    maxWorkers: 3,
    browser: {
      enabled: true,
      headless: true,
      provider: playwright({
        launchOptions,
        contextOptions: { locale: 'en-GB', permissions: ['clipboard-read', 'clipboard-write'] },
      }),
      instances: [{ browser: 'chromium' }],
      viewport: { width: 1280, height: 720 },
      screenshotFailures: false,
    },
    // It ends what hangs, and nothing is proved by it: room for a machine that is slow, and busy with other things.
    testTimeout: 180_000,
    expect: { poll: { timeout: 30_000 } },
    unstubGlobals: true,
  },
}))
