import { defineConfig } from 'vitest/config'
import { builtThreads } from './testing/built-threads.ts'
import { compileCache } from './testing/compile-cache.ts'

// For the workers, and for what they start.
Object.assign(process.env, compileCache)

export default defineConfig({
  plugins: [builtThreads()],
  test: {
    include: ['{contract,server,web,testing,scripts,bench,demo}/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: ['testing/postgres.ts'],
    // One more than the two cores of a small machine: a test waits a quarter of its time, for a server, a disk or a second.
    maxWorkers: 3,
    // Each worker keeps its modules, and what the engine has compiled of them, from file to file: a file of its own process
    // would take nearly twice as long. So no file may leave anything behind.
    isolate: false,
    // They end what hangs, and nothing is proved by them: room for a machine that is busy with other things.
    testTimeout: 60_000,
    hookTimeout: 90_000,
    unstubGlobals: true,
    coverage: { include: ['contract/**', 'server/**', 'web/**'], exclude: ['**/*.test.{ts,tsx}', 'testing/**'] },
  },
})
