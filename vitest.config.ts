import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['{contract,server,web,scripts,bench}/**/*.test.{ts,tsx}'],
    environment: 'node',
    globalSetup: ['server/testing/postgres.ts'],
    // Hashing and databases share two cores with everything else on small machines.
    testTimeout: 20_000,
    hookTimeout: 30_000,
    unstubGlobals: true,
    coverage: { include: ['contract/**', 'server/**', 'web/**'], exclude: ['**/*.test.{ts,tsx}', 'server/testing/**'] },
  },
})
