import { expect, test } from './fixtures.ts'
import { inShort } from './looks.ts'
import {
  expectOrganisationDashboard,
  expectStudentDashboard,
  institute,
  logOut,
  takeMailedLink,
  toast,
  tryToLogIn,
} from './people.ts'
import {
  openSessionIn,
  prepareOrganisation,
  prepareStudent,
  prepareUnconfirmedOrganisation,
} from './prepared-people.ts'

/** Spec §2: where each address leads, by who asks for it. */

test('a guest is redirected to the login, which opens with the tab of the page that was wanted', async ({ page }) => {
  for (const [path, tab] of [
    ['/dashboard/x?receipt=y', 'Student'],
    ['/dashboard/x/y', 'Student'],
    ['/admin/dashboard/x', 'Organisation'],
    ['/admin/dashboard/x/mark-attendance', 'Organisation'],
    ['/admin/dashboard/x/reports', 'Organisation'],
  ] as const) {
    await page.goto(path)
    await expect(page).toHaveURL(/\/login$/)
    await expect(page.getByRole('tab', { name: tab })).toHaveAttribute('aria-selected', 'true')
  }
})

test('an organisation is redirected to its own dashboard', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'no passkey')
  await openSessionIn(page.context(), organisation)
  const own = `${server.origin}/admin/dashboard/${organisation.id}`
  const foreign = ['/admin/dashboard/another-account', `/dashboard/${organisation.id}`]
  const others = [...foreign, '/login', '/register', `/admin/dashboard/${organisation.id}/mark-attendance`]
  for (const path of inShort(others, foreign)) {
    await page.goto(path)
    await expectOrganisationDashboard(page)
    await expect(page).toHaveURL(own)
  }
})

test('a student is redirected to the own dashboard', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'no passkey')
  const student = await prepareStudent(server, organisation.id, 'no passkey')
  await openSessionIn(page.context(), student)
  const foreign = ['/dashboard/another-account', `/admin/dashboard/${student.id}`]
  for (const path of inShort([...foreign, '/login', '/register'], foreign)) {
    await page.goto(path)
    await expectStudentDashboard(page)
    await expect(page).toHaveURL(`${server.origin}/dashboard/${student.id}`)
  }
})

test('after a login in another tab, an open form leads on to the dashboard', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'no passkey')
  const otherTab = await page.context().newPage()
  for (const path of inShort(['/login', '/register'], ['/register'])) {
    await page.goto(path)
    await expect(page.getByRole('tab', { name: 'Student' })).toBeVisible()
    await otherTab.goto('/login')
    await tryToLogIn(otherTab, 'Organisation', institute.email, institute.password)
    await expectOrganisationDashboard(otherTab)
    await page.bringToFront()
    // Headless pages are always visible, and have the focus.
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
    await expect(page).toHaveURL(`${server.origin}/admin/dashboard/${organisation.id}`)
    await expectOrganisationDashboard(page)
    await logOut(otherTab)
  }
})

test('a login leads on to the page that was wanted before it', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'no passkey')
  const wanted = `/admin/dashboard/${organisation.id}/reports/students?below75=true`
  await page.goto(wanted)
  await expect(page).toHaveURL(/\/login$/)
  await tryToLogIn(page, 'Organisation', institute.email, institute.password)
  await expect(page.getByRole('button', { name: 'Below 75%' })).toHaveAttribute('aria-pressed', 'true')
  await expect(page).toHaveURL(wanted)
})

test('a login leads to no other page, whatever the address or the history contain', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'no passkey')
  const foreign = ['https://elsewhere.example/', '//elsewhere.example/', '/dashboard/another-account']
  for (const wanted of inShort(foreign, foreign.slice(1, 2))) {
    await page.goto(`/login?wanted=${encodeURIComponent(wanted)}`)
    await page.evaluate((usr) => history.replaceState({ usr, key: 'forged', idx: 0 }, ''), { wanted })
    await page.reload()
    await tryToLogIn(page, 'Organisation', institute.email, institute.password)
    await expectOrganisationDashboard(page)
    await expect(page).toHaveURL(`${server.origin}/admin/dashboard/${organisation.id}`)
    await logOut(page)
  }
})

test('a user without a confirmed email sees no other screen', async ({ page, server }) => {
  await openSessionIn(page.context(), await prepareUnconfirmedOrganisation(server))
  const heading = page.getByRole('heading', { name: 'Verification Mail sent to your Registered Email' })
  for (const path of ['/admin/dashboard/x', '/dashboard/x']) {
    await page.goto(path)
    await expect(heading).toBeVisible()
  }
  await test.step('and can ask for the mail again', async () => {
    await server.inbox.next(institute.email)
    const resend = page.getByRole('button', { name: 'Resend Verification Code' })
    await resend.click()
    await expect(toast(page, 'Verification mail sent successfully')).toBeVisible()
    await expect(resend).toBeDisabled()
  })
  await test.step('an email that is verified where its account is logged in leads on to the dashboard', async () => {
    await page.goto(await takeMailedLink(server.inbox, institute.email, '/verify-email'))
    await expect(page.getByText('Verification Successfull', { exact: true })).toBeVisible()
    await page.getByRole('link', { name: 'Continue' }).click()
    await expectOrganisationDashboard(page)
  })
})

test('a mailed link leaves no secret in the address', async ({ page, server }) => {
  await openSessionIn(page.context(), await prepareUnconfirmedOrganisation(server))
  const link = await takeMailedLink(server.inbox, institute.email, '/verify-email')
  await page.goto(link)
  await expect(page).toHaveURL(`${server.origin}/verify-email`)
})

test('an unknown address is answered with a real 404', async ({ page, expectTrouble }) => {
  expectTrouble(/status of 404 .*\/nowhere$/)
  const answer = await page.goto('/nowhere')
  expect(answer?.status()).toBe(404)
  await expect(page.getByRole('link', { name: 'Go to the start page' })).toBeVisible()
})
