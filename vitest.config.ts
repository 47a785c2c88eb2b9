import { defineConfig } from 'vitest/config'
import { plantMutant } from './scripts/mutants/mutant-plugin.ts'
import { builtThreads } from './testing/built-threads.ts'
import { compileCache } from './testing/compile-cache.ts'
import { keepFilesInMemory } from './testing/memory-folder.ts'
import { bothEngines, partTests, type TestProject, testProjects } from './testing/test-projects.ts'

// For the workers, and for what they start.
Object.assign(process.env, compileCache)
keepFilesInMemory()

/** Set by `npm run test:all` and the long tests: each test runs on both engines. */
const isBothEverywhere = process.env.ENGINES === 'both'

function defineProject([name, project]: [string, TestProject], index: number, all: [string, TestProject][]) {
  return {
    // The rules run without a build: their threads run the sources.
    plugins: [plantMutant(), ...(name === 'rules' ? [] : [builtThreads()])],
    test: {
      name,
      globalSetup: name === 'rules' ? [] : ['testing/built-program.ts'],
      include: [...project.include],
      exclude: [partTests, ...all.slice(0, index).flatMap(([, { include }]) => include)],
      provide: { engines: isBothEverywhere ? bothEngines : project.engines, isBothEverywhere },
      environment: 'node' as const,
      // Each worker keeps its modules, and what the engine has compiled of them, from file to file: a file of its own process
      // would take nearly twice as long. So no file may leave anything behind.
      isolate: false,
      // They end what hangs, and nothing is proved by them: room for a machine that is slow, and busy with other things.
      testTimeout: 180_000,
      hookTimeout: 240_000,
      expect: { poll: { timeout: 30_000 } },
      unstubGlobals: true,
    },
  }
}

export default defineConfig({
  test: {
    projects: Object.entries<TestProject>(testProjects).map(defineProject),
    globalSetup: ['testing/postgres.ts'],
    // Twice the two cores of a small machine: a test waits for a server, a disk or a second. Three took a seventh more time.
    maxWorkers: 4,
    coverage: {
      include: ['contract/**', 'roster-files/**', 'server/**', 'web/**'],
      exclude: ['**/*.test.{ts,tsx}', 'testing/**'],
    },
  },
})
