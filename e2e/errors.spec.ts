import type { Page, Route } from '@playwright/test'
import { createHttpClient } from '#testing/http-client.ts'
import type { Person } from '#testing/people-over-http.ts'
import { logIn, startAttendance as startOverHttp } from '#testing/people-over-http.ts'
import { ceremoniesOf, countCeremonies } from './count-ceremonies.ts'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import {
  asha,
  enterRollNumber,
  expectOrganisationDashboard,
  expectStudentDashboard,
  institute,
  keepToasts,
  pressStartAttendance,
  registerPasskey,
  startUnaware,
  takeMailedLink,
  toast,
  tryToLogIn,
} from './people.ts'
import {
  bringPasskey,
  exportPasskey,
  openSessionIn,
  prepareOrganisation,
  prepareStudent,
  prepareUnconfirmedOrganisation,
} from './prepared-people.ts'
import type { TestServer } from './server-host.ts'
import { addAuthenticator, type VirtualAuthenticator } from './virtual-authenticator.ts'

/** Spec §8: every error that a person can cause, on the screen where it happens, letter for letter. */

async function openDashboard(page: Page, person: Person): Promise<void> {
  await openSessionIn(page.context(), person)
  await page.goto('/login')
  if (person.label === 'ORG') await expectOrganisationDashboard(page)
  else await expectStudentDashboard(page)
}

test.describe('logging in', () => {
  test('as an organisation, with a copy of its passkey that has been left behind', async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    const copy = exportPasskey(organisation)
    await logIn(organisation, createHttpClient(server.origin))
    const authenticator = await addAuthenticator(page)
    await authenticator.import(copy)
    await tryToLogIn(page, 'Organisation', institute.email, institute.password)
    await expect(toast(page, 'Verification Failed')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
  })

  test('as an organisation, without user verification', onlyWhole, async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    const authenticator = await bringPasskey(page, organisation, 'internal')
    await authenticator.setUserVerified(false)
    await tryToLogIn(page, 'Organisation', institute.email, institute.password)
    await expect(toast(page, 'Authentication was not completed')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)
  })
})

test.describe('mailed links', () => {
  test('a link that was used, or made up, fails; one that has verified does not say afterwards that it failed', async ({
    page,
    server,
    openContext,
  }) => {
    const organisation = await prepareUnconfirmedOrganisation(server)
    const link = await takeMailedLink(server.inbox, institute.email, '/verify-email')
    const elsewhere = await (await openContext()).newPage()
    await elsewhere.goto(link)
    const done = 'Verification Successfull'
    await expect(elsewhere.getByText(done, { exact: true })).toBeVisible()
    await test.step('one that is verified in another browser leads to the login', async () => {
      await expect(elsewhere.getByRole('link', { name: 'Go to Login' })).toBeVisible()
      await expect(elsewhere.getByRole('link', { name: 'Continue' })).toHaveCount(0)
    })
    await elsewhere.reload()
    await expect(elsewhere.getByText(done, { exact: true })).toBeVisible()
    await expect(elsewhere).toHaveURL(`${server.origin}/verify-email`)
    await elsewhere.goto(link)
    await expect(elsewhere.getByText('Verification Failed', { exact: true })).toBeVisible()
    await expect(elsewhere.getByText('Verification failed. Please try again!', { exact: true })).toBeVisible()
    const maybe = 'so your address may be confirmed already. Log in to see'
    await expect(elsewhere.getByText(maybe)).toBeVisible()
    await elsewhere.reload()
    await expect(elsewhere.getByText(maybe)).toBeVisible()

    // Used in another browser; this one is logged in to that account.
    await openSessionIn(page.context(), organisation)
    await page.goto(link)
    await expect(page.getByText(done, { exact: true })).toBeVisible()
    await page.goto('/verify-email?userId=nobody&secret=nothing')
    await expect(page.getByText('Verification Failed', { exact: true })).toBeVisible()
    await page.reload()
    await expect(page.getByText('Verification Failed', { exact: true })).toBeVisible()
  })

  test('a link whose answer was lost is not said to have failed', async ({ page, server, expectTrouble }) => {
    expectTrouble(/net::ERR_FAILED .*\/v1\/account\/verification/)
    await prepareUnconfirmedOrganisation(server)
    const answerIsLost = async (route: Route) => {
      await route.fetch()
      await route.abort()
    }
    await page.route('**/v1/account/verification', answerIsLost, { times: 1 })
    await page.goto(await takeMailedLink(server.inbox, institute.email, '/verify-email'))
    await expect(page.getByText('Network request failed')).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('Verification Failed', { exact: true })).toBeVisible()
    const hint = page.getByText('The first try may have succeeded, and only its answer was lost. Log in to see.')
    await expect(hint).toBeVisible()
    await page.reload()
    await expect(hint).toBeVisible()
    await page.goto('/verify-email?userId=nobody&secret=nothing')
    await expect(page.getByText('Verification Failed', { exact: true })).toBeVisible()
    await expect(hint).toHaveCount(0)
  })

  test('setting a password that is too short, that differs, and with a link that was used', async ({
    page,
    server,
  }) => {
    const { http } = await prepareOrganisation(server, 'no passkey')
    const url = `${server.origin}/new-password`
    await http.post('/v1/account/recovery', { email: institute.email, url })
    const link = await takeMailedLink(server.inbox, institute.email, '/new-password')
    const setPassword = async (password: string, repeated: string): Promise<void> => {
      await page.getByLabel('New Password', { exact: true }).fill(password)
      await page.getByLabel('Confirm New Password', { exact: true }).fill(repeated)
      await page.getByRole('button', { name: 'Set New Password' }).click()
    }

    await page.goto(link)
    await setPassword('harvest-candle-81', 'harvest-candle-82')
    await expect(page.getByText('Passwords do not match', { exact: true }).first()).toBeVisible()
    await setPassword('seven77', 'seven77')
    await expect(page.getByText('Password must be at least 8 characters long', { exact: true }).first()).toBeVisible()
    await setPassword('harvest-candle-81', 'harvest-candle-81')
    await expect(toast(page, 'Password updated')).toBeVisible()
    await expect(page).toHaveURL(/\/login$/)

    await page.goto(link)
    await setPassword('harvest-candle-82', 'harvest-candle-82')
    await expect(toast(page, 'Failed to reset password')).toBeVisible()
    await expect(page).toHaveURL(/\/new-password$/)
    await page.getByRole('link', { name: 'Ask for a new mail' }).click()
    await expect(page).toHaveURL(/\/recover-password\?category=ORG$/)
    await page.goBack()
    await page.reload()
    await expect(page).toHaveURL(/\/new-password$/)
    await expect(page.getByText('This link is not complete, or the page was reloaded.')).toBeVisible()
    await page.getByRole('link', { name: 'Ask for a new mail' }).click()
    await expect(page).toHaveURL(/\/recover-password\?category=ORG$/)
  })
})

test.describe('passkeys', () => {
  test('registering one in a browser without WebAuthn', async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'no passkey')
    await page.addInitScript(() => Reflect.deleteProperty(window, 'PublicKeyCredential'))
    await openDashboard(page, organisation)
    await page.getByRole('button', { name: 'Register Passkey' }).click()
    await expect(toast(page, 'WebAuthn is not supported in this browser')).toBeVisible()
  })

  test('registering one without user verification', onlyWhole, async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'no passkey')
    const authenticator = await addAuthenticator(page)
    await authenticator.setUserVerified(false)
    await openDashboard(page, organisation)
    await page.getByRole('button', { name: 'Register Passkey' }).click()
    await expect(toast(page, 'Registration was not completed')).toBeVisible()
    await expect(page.getByText('Passkey not registered yet!')).toBeVisible()
  })

  test('registering the same authenticator again, from a tab that does not know of it', async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'no passkey')
    await openDashboard(page, organisation)
    const otherTab = await page.context().newPage()
    // It gets no events: with its socket, the banner would disappear as soon as the first tab has registered.
    await otherTab.routeWebSocket(/realtime/, () => undefined)
    await otherTab.goto('/login')
    await expectOrganisationDashboard(otherTab)
    await expect(otherTab.getByRole('button', { name: 'Register Passkey' })).toBeVisible()
    // It does not read again when it gets the focus.
    await otherTab.route('**/collections/organisations/documents/*', () => undefined)
    // Browsers create credentials only in the visible tab.
    await page.bringToFront()
    const authenticator = await addAuthenticator(page)
    await registerPasskey(page)
    const [credential] = await authenticator.credentials()
    const sameAuthenticator = await addAuthenticator(otherTab)
    if (credential !== undefined) await sameAuthenticator.import(credential)
    await otherTab.bringToFront()
    await otherTab.getByRole('button', { name: 'Register Passkey' }).click()
    await expect(toast(otherTab, 'The authenticator was previously registered')).toBeVisible()
  })
})

test.describe('attendance', () => {
  test('starting while a session runs, in a browser that did not start it', onlyWhole, async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    await startOverHttp(organisation)
    await startUnaware(page, () => openDashboard(page, organisation))
    await expect(toast(page, 'A session is already active')).toBeVisible()
    await expect(page).toHaveURL(/\/mark-attendance$/)
    await expect(page.getByRole('timer', { name: /^00:5\d:\d\d$/ })).toBeVisible()
  })

  test('a student whose passkey is a copy that has been left behind', onlyWhole, async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    const student = await prepareStudent(server, organisation.id, 'passkey')
    await startOverHttp(organisation)
    await openDashboard(page, organisation)
    await pressStartAttendance(page)
    const original = await bringPasskey(page, student, 'cable')
    await enterRollNumber(page, asha.rollNumber)
    await expect(toast(page, 'Attendance marked successfully')).toBeVisible()
    await original.remove()

    // The screen is left before its session ends: the logout would also remove the next session's cookie.
    await page.goto('about:blank')
    await server.advanceClock(61 * 60_000)
    const again = await logIn(organisation)
    await startOverHttp(again)
    await openDashboard(page, again)
    await pressStartAttendance(page)
    await bringPasskey(page, student, 'cable')
    await enterRollNumber(page, asha.rollNumber)
    await expect(toast(page, 'This passkey was refused because it may have been copied.')).toBeVisible()
  })

  test('a student who does not confirm', async ({ page, server }) => {
    const organisation = await prepareOrganisation(server, 'passkey')
    const student = await prepareStudent(server, organisation.id, 'passkey')
    await startOverHttp(organisation)
    await openDashboard(page, organisation)
    await pressStartAttendance(page)
    const phone = await bringPasskey(page, student, 'cable')
    await phone.setUserVerified(false)
    await enterRollNumber(page, asha.rollNumber)
    await expect(toast(page, 'Authentication was not completed')).toBeVisible()
  })

  /** A running session's screen that counts its ceremonies, and a student's phone beside it. */
  async function openCountingKiosk(page: Page, server: TestServer): Promise<VirtualAuthenticator> {
    const organisation = await prepareOrganisation(server, 'passkey')
    const student = await prepareStudent(server, organisation.id, 'passkey')
    await startOverHttp(organisation)
    await countCeremonies(page)
    await openSessionIn(page.context(), organisation)
    await page.goto(`/admin/dashboard/${organisation.id}/mark-attendance`)
    return bringPasskey(page, student, 'cable')
  }

  test('leaving the screen while a student is asked for the passkey: no failure is shown', async ({ page, server }) => {
    const phone = await openCountingKiosk(page, server)
    await phone.setPresent(false)
    await enterRollNumber(page, asha.rollNumber)
    await expect.poll(() => ceremoniesOf(page)).toEqual({ begun: 1, ended: 0 })
    await keepToasts(page)
    await page.getByRole('link', { name: 'Back to dashboard' }).click()
    await expectOrganisationDashboard(page)
    await expect.poll(() => ceremoniesOf(page)).toEqual({ begun: 1, ended: 1 })
    // The next message: one of the ceremony would be beside it.
    await pressStartAttendance(page)
    await enterRollNumber(page, 'nobody')
    await expect(toast(page, 'No user found with the following credentials')).toBeVisible()
    await expect(page.getByRole('alert')).toHaveCount(1)
  })

  test('leaving the screen before the student is asked: the next screen asks for no passkey', async ({
    page,
    server,
  }) => {
    await openCountingKiosk(page, server)
    const asked = Promise.withResolvers<Route>()
    await page.route('**/api/v1/check-ins', (route) => asked.resolve(route))
    await enterRollNumber(page, asha.rollNumber)
    const route = await asked.promise
    await page.getByRole('link', { name: 'Back to dashboard' }).click()
    await expectOrganisationDashboard(page)
    const answered = page.waitForResponse('**/api/v1/check-ins')
    await route.continue()
    await (await answered).finished()
    await pressStartAttendance(page)
    await expect(page.getByLabel('Enter University Roll Number')).toBeVisible()
    expect(await ceremoniesOf(page)).toEqual({ begun: 0, ended: 0 })
  })
})
