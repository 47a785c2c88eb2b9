import { type BrowserContext, type BrowserContextOptions, test as base, expect } from '@playwright/test'
import { createServerHost, type ServerHost, type ServerOptions, type TestServer } from './server-host.ts'

export { expect }

type Options = {
  /** Added to the server's configuration: `test.use({ serverEnv: … })`. */
  serverEnv: Readonly<Record<string, string>>
  passwords: NonNullable<ServerOptions['passwords']>
  /** `answers`: one that the browser writes into the console fails the test, too. */
  refusals: 'any' | 'answers'
}

type Fixtures = {
  server: TestServer
  /** Another browser with its own cookies and storage, that knows the server's address. */
  openContext: (options?: BrowserContextOptions) => Promise<BrowserContext>
  /** Announces an entry of the console, or a page error, that would otherwise fail the test. */
  expectTrouble: (pattern: RegExp) => void
  trouble: { readonly watch: (context: BrowserContext) => void; readonly expect: (pattern: RegExp) => void }
}

/** The browser writes this at each connection that it cannot open. Only tests that cut the connection expect it. */
export const lostConnection = /^WebSocket connection to 'ws:.*' failed/

/** Browsers write each refusal to the console by themselves, unless it is an answer (decision 42). */
const refusal = /^Failed to load resource: the server responded with a status of 4\d\d .*\/(v1|api\/v1)\//

/** In the page. Chromium writes what it blocks to the console by itself, but not what a policy would only report. */
function reportViolations(): void {
  document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI, disposition }) =>
    console.error(`Content security policy: ${violatedDirective} ${blockedURI} (${disposition})`),
  )
}

export const test = base.extend<Options & Fixtures, { serverHost: ServerHost }>({
  serverEnv: [{}, { option: true }],
  passwords: ['cheap', { option: true }],
  refusals: ['any', { option: true }],

  serverHost: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads from the pattern which fixtures are wanted
    async ({}, use) => {
      const host = createServerHost()
      await use(host)
      await host.close()
    },
    { scope: 'worker' },
  ],

  server: async ({ serverHost, serverEnv, passwords }, use, testInfo) => {
    const server = await serverHost.start({ env: serverEnv, passwords })
    await use(server)
    await server.stop()
    if (testInfo.status === testInfo.expectedStatus) return
    await testInfo.attach('server log', { body: server.log(), contentType: 'text/plain' })
  },

  /** Console errors (also violations of the content security policy), page errors and calls to other sites. */
  trouble: async ({ server, refusals }, use) => {
    const met: string[] = []
    const expected = refusals === 'any' ? [refusal] : []
    const watch = (context: BrowserContext): void => {
      context.on('weberror', (event) => met.push(`Page error: ${event.error().stack ?? event.error().message}`))
      context.on('console', (message) => {
        if (message.type() === 'error') met.push(`${message.text()} ${message.location().url}`)
      })
      context.on('request', (request) => {
        const isOurs = request.url().startsWith(`${server.origin}/`) || /^(data|blob|about):/.test(request.url())
        if (!isOurs) met.push(`Request to a stranger: ${request.url()}`)
      })
    }
    await use({ watch, expect: (pattern) => expected.push(pattern) })
    expect(met.filter((entry) => !expected.some((pattern) => pattern.test(entry)))).toEqual([])
  },
  expectTrouble: async ({ trouble }, use) => use(trouble.expect),

  openContext: async ({ browser, server, trouble }, use) => {
    const contexts: BrowserContext[] = []
    await use(async (options = {}) => {
      const context = await browser.newContext({ baseURL: server.origin, ...options })
      contexts.push(context)
      trouble.watch(context)
      await context.addInitScript(reportViolations)
      return context
    })
    await Promise.all(contexts.map((context) => context.close()))
  },

  context: async ({ openContext }, use) => use(await openContext()),
})
