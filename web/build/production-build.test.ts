import { resolveConfig } from 'vite'
import { afterEach, expect, test, vi } from 'vitest'

const configFile = 'vite.config.ts'

afterEach(() => {
  vi.unstubAllEnvs()
})

test.each(['test', 'development', 'production', ''])(
  'a production build is the same, even with NODE_ENV=%s',
  async (of) => {
    vi.stubEnv('NODE_ENV', of)
    const { isProduction } = await resolveConfig({ configFile, logLevel: 'silent' }, 'build')
    expect(isProduction).toBe(true)
  },
)

test('a development server keeps the developer tools', async () => {
  vi.stubEnv('NODE_ENV', 'development')
  expect(await resolveConfig({ configFile, logLevel: 'silent' }, 'serve')).toMatchObject({ isProduction: false })
})
