import { request } from 'node:https'
import { type Browser, expect, test } from '@playwright/test'
import { findFreePort } from '#testing/find-free-port.ts'
import { startDeployedNginx } from '#testing/nginx.ts'
import { projectId } from '../contract/identifiers.ts'
import { findNginx, nginxMissing } from '../scripts/nginx.mjs'
import { launchOptions } from './browser-options.ts'
import { makeCertificate } from './certificate.ts'
import {
  asha,
  becomeOrganisation,
  becomeStudent,
  enterRollNumber,
  institute,
  logInAsOrganisation,
  logOut,
  registerPasskey,
  startAttendance,
  toast,
} from './people.ts'
import { createServerHost, type TestServer } from './server-host.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

const opensslMissing = 'There is no openssl here to make a certificate.'
/** The host name that deploy/nginx.conf is written for. */
const host = 'rollkey.example'

/** A server in production behind deploy/nginx.conf, with TLS, and a browser that takes this machine for its host. */
test.describe('behind the proxy of deploy/, with TLS', () => {
  // One after the other: they share a server.
  test.describe.configure({ mode: 'default' })
  test.skip(findNginx() === undefined && !process.env.CI, nginxMissing)

  let origin: string
  let port: number
  let plainPort: number
  let server: TestServer
  let browser: Browser
  const cleaning: (() => unknown)[] = []

  test.beforeAll(async ({ playwright }) => {
    const made = makeCertificate(host)
    test.skip(made === undefined && !process.env.CI, opensslMissing)
    if (made === undefined) throw new Error(opensslMissing)
    cleaning.push(made.remove)
    ;[port, plainPort] = await Promise.all([findFreePort(), findFreePort()])
    origin = `https://${host}:${port}`
    const proxied = { HOST: '127.0.0.1', TRUST_PROXY: '127.0.0.1' }
    const serverHost = createServerHost()
    cleaning.push(serverHost.close)
    server = await serverHost.start({ env: { NODE_ENV: 'production', PUBLIC_URL: origin, ...proxied } })
    cleaning.push(server.stop)
    const processPort = Number(new URL(server.origin).port)
    cleaning.push(await startDeployedNginx({ port, plainPort, processPort, certificateFolder: made.folder }))
    browser = await playwright.chromium.launch({
      ...launchOptions,
      args: [
        ...(launchOptions.args ?? []),
        `--host-resolver-rules=MAP ${host} 127.0.0.1`,
        `--ignore-certificate-errors-spki-list=${made.keyHash}`,
      ],
    })
    cleaning.push(() => browser.close())
  })
  test.afterAll(async () => {
    for (const clean of cleaning.splice(0).reverse()) await clean()
  })

  /** The values that a client without a browser sends. */
  function ask(path: string, method: string, headers: Readonly<Record<string, string>>) {
    return new Promise<{ status: number | undefined; headers: Readonly<Record<string, unknown>> }>(
      (resolve, reject) => {
        const options = { host: '127.0.0.1', port, servername: host, rejectUnauthorized: false }
        const asked = request(
          { ...options, path, method, headers: { host: `${host}:${port}`, ...headers } },
          (reply) => {
            reply.resume()
            resolve({ status: reply.statusCode, headers: reply.headers })
          },
        )
        asked.on('error', reject)
        asked.end(method === 'POST' ? '{}' : undefined)
      },
    )
  }

  test('an institute and a student register, use their passkeys and see a mark arrive', async () => {
    const trouble: string[] = []
    const openPage = async () => {
      const context = await browser.newContext({ baseURL: origin })
      context.on('weberror', (event) => trouble.push(event.error().message))
      context.on('console', (message) => {
        const isRefusal = /^Failed to load resource: the server responded with a status of 4\d\d/.test(message.text())
        if (message.type() === 'error' && !isRefusal) trouble.push(message.text())
      })
      return context.newPage()
    }
    const page = await openPage()
    const sockets: string[] = []
    page.on('websocket', (socket) => sockets.push(socket.url()))
    const code = await becomeOrganisation(page, server.inbox)
    const ownAuthenticator = await addAuthenticator(page)
    await registerPasskey(page)
    await logOut(page)
    await logInAsOrganisation(page)
    expect((await ownAuthenticator.credentials()).map(({ rpId }) => rpId)).toEqual([host])

    const cookies = await page.context().cookies()
    expect(cookies.find(({ name }) => name === '__Host-session')).toMatchObject({
      domain: host,
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'Strict',
    })
    expect(cookies.filter(({ secure, sameSite }) => !secure || sameSite !== 'Strict')).toEqual([])

    const studentPage = await openPage()
    const studentAuthenticator = await addAuthenticator(studentPage)
    await becomeStudent(studentPage, server.inbox, asha, code)
    await registerPasskey(studentPage)
    // Over the socket: neither page was reloaded.
    await expect(page.getByRole('row', { name: new RegExp(`${asha.rollNumber}.*${asha.email}`) })).toBeVisible()
    expect(sockets.filter((url) => !url.startsWith(`wss://${host}:${port}/v1/realtime`))).toEqual([])
    expect(sockets.length).toBeGreaterThan(0)

    await startAttendance(page)
    await expect(page.getByText(institute.name).first()).toBeVisible()
    const phone = await addAuthenticator(page, { transport: 'cable' })
    const [credential] = await studentAuthenticator.credentials()
    if (credential === undefined) throw new Error('The student has no passkey.')
    await phone.import(credential)
    await enterRollNumber(page, asha.rollNumber)
    await expect(toast(page, 'Attendance marked successfully')).toBeVisible()
    expect(trouble).toEqual([])
  })

  test('answers require TLS from then on, come over HTTP/2, and keep the operator’s addresses inside', async () => {
    const page = await browser.newPage()
    const landing = await page.goto(`${origin}/`)
    expect(landing?.headers()['strict-transport-security']).toBe('max-age=31536000; includeSubDomains')
    const protocol = () => performance.getEntriesByType('navigation').map((entry) => entry.toJSON().nextHopProtocol)
    expect(await page.evaluate(protocol)).toEqual(['h2'])
    const statusOf = (path: string) => page.evaluate((one) => fetch(one).then(({ status }) => status), path)
    expect(await statusOf('/healthz')).toBe(200)
    for (const path of ['/metrics', '/readyz']) expect(await statusOf(path), path).toBe(404)
    await page.close()
  })

  test('plain http leads to https, and to no other host', async () => {
    const reply = await fetch(`http://127.0.0.1:${plainPort}/login?x=1`, {
      redirect: 'manual',
      headers: { host: 'elsewhere.example' },
    })
    expect([reply.status, reply.headers.get('location')]).toEqual([308, `https://${host}/login?x=1`])
  })

  test('a call counts only from exactly this origin, and is named by the proxy', async () => {
    const json = { 'content-type': 'application/json', 'content-length': '2', 'x-appwrite-project': projectId }
    const callFrom = async (from: string | undefined) =>
      (await ask('/v1/account/sessions/email', 'POST', { ...json, ...(from === undefined ? {} : { origin: from }) }))
        .status
    for (const foreign of [undefined, `https://${host}`, `http://${host}:${port}`, `https://www.${host}:${port}`]) {
      expect(await callFrom(foreign), foreign).toBe(403)
    }
    expect(await callFrom(origin)).toBe(400)
    const named = await ask('/healthz', 'GET', { 'x-request-id': 'of-the-client-0001' })
    expect(named.headers['x-request-id']).toMatch(/^[0-9a-f]{32}$/)
  })
})
