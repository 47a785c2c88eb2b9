import { type Browser, type BrowserContext, expect, type Frame, type Page } from '@playwright/test'
import { createHttpClient } from '#testing/http-client.ts'
import { accepted, askToAssert, type RequestOptions, sendAssertion } from '#testing/passkey-ceremony.ts'
import { documentsPath, type Person, registerOrganisation, registerStudent } from '#testing/people-over-http.ts'
import { test } from './fixtures.ts'
import { type HostileSite, startHostileSite } from './hostile-site.ts'
import { inShort, onlyWhole } from './looks.ts'
import { asha, becomeOrganisation, confirmEmail, institute, registerStudent as registerOnScreen } from './people.ts'
import { exportPasskey, openSessionIn, prepareOrganisation } from './prepared-people.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

/**
 * What a browser lets other sites try, and what hostile names try on the product's own screens (rules §1, §3, §5.2).
 */

test.describe('a page of another site', () => {
  let site: HostileSite
  test.beforeEach(async () => {
    site = await startHostileSite()
  })
  test.afterEach(() => site.close())

  /** A browser of the victim, logged in here. It visits other sites, so its calls are not checked. */
  async function openVictim(browser: Browser, person: Person): Promise<BrowserContext> {
    const context = await browser.newContext()
    await openSessionIn(context, person)
    return context
  }

  test('neither sends forms nor calls in the name of the signed-in user, nor reads anything', async ({
    browser,
    server,
  }) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    const context = await openVictim(browser, organisation)
    const victim = await context.newPage()
    const answers: string[] = []
    victim.on('response', (response) => {
      if (response.url().startsWith(server.origin)) answers.push(`${response.request().method()} ${response.status()}`)
    })
    const documentPath = `${documentsPath('ORG')}/${organisation.id}`
    const others = ['/v1/account/sessions/current', '/v1/account/verification', '/api/v1/passkey/register']
    const examples = ['/api/v1/user/label', documentPath]
    const targets = inShort([...others, ...examples], examples).map((path) => server.origin + path)
    const body = JSON.stringify({ userId: organisation.id, category: 'ORG', label: 'STD', x: '=' })
    for (const origin of site.origins) {
      site.serve('')
      await victim.goto(origin)
      const read = await victim.evaluate(
        async ({ urls, content }) => {
          const outcomes: string[] = []
          const attempt = (url: string, options: RequestInit) =>
            fetch(url, { credentials: 'include', ...options }).then(
              async (reply) => outcomes.push(reply.type === 'opaque' ? 'opaque' : await reply.text()),
              () => outcomes.push('failed'),
            )
          const json = { 'content-type': 'application/json' }
          for (const url of urls) {
            await attempt(url, { mode: 'no-cors' })
            await attempt(url, {})
            await attempt(url, { mode: 'no-cors', method: 'POST', body: content })
            await attempt(url, { mode: 'no-cors', method: 'POST', body: new URLSearchParams({ content }) })
            for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
              await attempt(url, { method, body: content, headers: json })
            }
          }
          return outcomes
        },
        { urls: targets, content: body },
      )
      // Read across origins is refused by Cross-Origin-Resource-Policy, too, except to same-site pages, which get no CORS.
      expect(new Set(read).has('opaque') || new Set(read).has('failed')).toBe(true)
      for (const outcome of read) expect(['opaque', 'failed']).toContain(outcome)
      for (const url of targets) {
        site.serve(
          `<form method="post" enctype="text/plain" action="${url}"><input name='${body.replace(/=.*$/, '')}' value='"}'></form>`,
        )
        await victim.goto(origin)
        await Promise.all([victim.waitForURL(url), victim.evaluate(() => document.querySelector('form')?.submit())])
        expect(await victim.locator('body').innerText()).toContain('general_unknown_origin')
      }
    }
    const posts = answers.filter((answer) => !answer.startsWith('GET') && !answer.startsWith('OPTIONS'))
    expect(posts.length).toBeGreaterThan(0)
    expect(new Set(posts)).toEqual(new Set(['POST 403']))
    // The session lives, and nothing has been changed with it.
    expect(await organisation.http.get('/v1/account')).toMatchObject({ status: 200, body: { labels: ['ORG'] } })
    await context.close()
  })

  test('cannot show ours in a frame', async ({ browser, server }) => {
    const organisation = await prepareOrganisation(server, 'no passkey')
    const context = await openVictim(browser, organisation)
    const victim = await context.newPage()
    for (const origin of site.origins) {
      const dashboard = `/admin/dashboard/${organisation.id}`
      for (const path of inShort(['/login', '/v1/ping', dashboard], [dashboard])) {
        site.serve(`<iframe src="${server.origin}${path}"></iframe><object data="${server.origin}${path}"></object>`)
        await victim.goto(origin, { waitUntil: 'load' })
        for (const frame of victim.frames().slice(1)) expect(await readText(frame)).not.toContain('Rollkey')
        const listShown = () =>
          victim
            .frames()
            .slice(1)
            .map((frame) => frame.url())
            .filter((url) => url.startsWith(server.origin))
        await expect.poll(listShown).toEqual([])
      }
    }
    await context.close()
  })

  /** Browsers take the frame of a refused object off the page some time after the page has loaded; then it shows nothing. */
  async function readText(frame: Frame): Promise<string> {
    try {
      return await frame.locator('body').innerText()
    } catch (error) {
      if (frame.isDetached()) return ''
      throw error
    }
  }

  test('on another port can ask the victim’s authenticator, but its answer opens nothing', async ({
    browser,
    server,
  }) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    const attacker = createHttpClient(server.origin)
    const subject = { userId: organisation.id, category: 'ORG' } as const
    const options = accepted(await askToAssert(attacker, subject))
    const context = await browser.newContext()
    const victim = await context.newPage()
    const authenticator = await addAuthenticator(victim)
    await authenticator.import(exportPasskey(organisation))
    const [otherPort = '', subdomain = ''] = site.origins
    await victim.goto(otherPort)
    // Ports do not separate relying parties: the browser lets this page use passkeys of this host. But its origin is in
    // the signed data.
    const cred = await askAuthenticator(victim, options)
    expect(cred).toMatchObject({ id: options.allowCredentials?.[0]?.id })
    expect(await sendAssertion(attacker, subject, cred as object)).toMatchObject({ body: { verification: false } })
    const login = { email: organisation.email, password: organisation.password }
    expect(await attacker.post('/v1/account/sessions/email', login)).toMatchObject({ status: 401 })
    await victim.goto(subdomain)
    const fromSubdomain = askAuthenticator(victim, accepted(await askToAssert(attacker, subject)))
    await expect(fromSubdomain).rejects.toThrow('SecurityError')
    await context.close()
  })

  /** A page's own script with options that it got from elsewhere. */
  function askAuthenticator(page: Page, { challenge, allowCredentials, rpId }: RequestOptions): Promise<unknown> {
    return page.evaluate(
      async (given) => {
        const options = PublicKeyCredential.parseRequestOptionsFromJSON(given)
        const credential = await navigator.credentials.get({ publicKey: options })
        return (credential as PublicKeyCredential).toJSON()
      },
      { challenge, allowCredentials, rpId, userVerification: 'required' } as PublicKeyCredentialRequestOptionsJSON,
    )
  }
})

test('no address of the product redirects to another site', async ({ page, server, expectTrouble }) => {
  // Some of them are no pages.
  expectTrouble(/status of 404/)
  const hostile = [
    '//evil.example/',
    '/\\evil.example',
    '/%2f%2fevil.example',
    '/login?redirect=https://evil.example',
    '/login?next=//evil.example&url=javascript:alert(1)',
    '/verify-email?userId=x&secret=y&url=https://evil.example',
    '/dashboard/..%2f..%2fevil.example',
  ]
  for (const path of hostile) {
    const reply = await fetch(server.origin + path, { redirect: 'manual', headers: { accept: 'text/html' } })
    expect([path, reply.headers.get('location')]).toEqual([path, null])
    await page.goto(`${server.origin}${path}`)
    expect(new URL(page.url()).origin).toBe(server.origin)
  }
})

test('hostile names are text on every screen and in every mail', async ({ page, server, openContext }) => {
  const script = '"><script>owned=1</script><img src=x onerror=owned=1>'
  const astral = '\u{1f469}'.repeat(128)
  const rightToLeft = '\u05de\u05db\u05dc\u05dc\u05d4 =1+1'
  const { pinCode: _, ...form } = institute
  const organisation = await registerOrganisation(server, {
    ...form,
    name: script,
    addressLine1: script,
    city: rightToLeft,
    state: astral.slice(0, 160),
  })
  const names = [
    { firstName: script, lastName: astral.slice(0, 80) },
    { firstName: astral.slice(0, 250), lastName: 'x' },
    { firstName: rightToLeft, lastName: '=HYPERLINK("http://evil.example","x")' },
    { firstName: '{{constructor}}', lastName: '%s%n#{1}' },
  ]
  const students: Person[] = []
  for (const [index, name] of names.entries()) {
    const student = { ...asha, ...name, email: `hostile${index}@students.example`, rollNumber: `H-${index}` }
    students.push(await registerStudent(server, organisation.id, student))
  }
  const expectHarmless = async (shown: Page, ...texts: string[]) => {
    for (const text of texts) await expect(shown.getByText(text).first()).toBeVisible()
    expect(await shown.evaluate(() => 'owned' in window)).toBe(false)
    expect(await shown.locator('img[src="x"]').count()).toBe(0)
    // No content, however long and in whichever direction, makes the page wider than the window.
    expect(await shown.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true)
  }
  await openSessionIn(page.context(), organisation)
  await page.goto(`/admin/dashboard/${organisation.id}`)
  await expectHarmless(page, ...names.map(({ firstName }) => firstName))
  for (const student of inShort(students, students.slice(0, 1))) {
    const context = await openContext()
    await openSessionIn(context, student)
    const own = await context.newPage()
    await own.goto(`/dashboard/${student.id}`)
    await expectHarmless(own, script)
    await own.getByRole('link', { name: 'Show Details' }).click()
    await expectHarmless(own, script, rightToLeft)
  }
  const mails = server.inbox.received
  expect(mails.length).toBeGreaterThan(2)
  for (const { html } of mails) expect(html).not.toContain('<script>owned')
})

test(
  'a whole registration leaves no secret in the log, in an address, or within reach of scripts',
  onlyWhole,
  async ({ page, context, server, openContext }) => {
    const addresses: string[] = []
    page.on('framenavigated', (frame) => addresses.push(frame.url()))
    await becomeOrganisation(page, server.inbox)
    const code = new URL(page.url()).pathname.split('/').at(-1) ?? ''
    const studentContext = await openContext()
    const studentPage = await studentContext.newPage()
    studentPage.on('framenavigated', (frame) => addresses.push(frame.url()))
    await registerOnScreen(studentPage, asha, code)
    await confirmEmail(studentPage, server.inbox, asha.email)

    const cookies = [...(await context.cookies()), ...(await studentContext.cookies())]
    const sessions = cookies.filter(({ name }) => name.endsWith('session'))
    expect(sessions).toHaveLength(2)
    for (const { httpOnly, sameSite, path } of sessions) {
      expect([httpOnly, sameSite, path]).toEqual([true, 'Strict', '/'])
    }
    const reachable = await studentPage.evaluate(() =>
      [document.cookie, JSON.stringify({ ...localStorage }), JSON.stringify({ ...sessionStorage })].join(' '),
    )
    const secrets = [
      institute.password,
      asha.password,
      ...cookies.map(({ value }) => value).filter((value) => value.length > 20),
      ...server.inbox.received.flatMap(({ links }) =>
        links.map((link) => new URL(link).searchParams.get('secret') ?? ''),
      ),
    ].filter((secret) => secret !== '')
    expect(secrets.length).toBeGreaterThan(5)
    for (const secret of secrets) {
      expect(server.log()).not.toContain(secret)
      expect(reachable).not.toContain(secret)
      expect(page.url() + studentPage.url()).not.toContain(secret)
    }
    for (const address of [institute.email, asha.email]) expect(server.log()).not.toContain(address)
  },
)
