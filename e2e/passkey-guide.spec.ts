import type { Page } from '@playwright/test'
import { toastAutoCloseMs } from '#contract/rules.ts'
import type { Person } from '#testing/people-over-http.ts'
import { expectAccessible, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import {
  asha,
  enterRollNumber,
  expectOrganisationDashboard,
  expectStudentDashboard,
  keepToasts,
  openProfileSection,
  pressRegisterPasskey,
  startAttendance,
  toast,
} from './people.ts'
import { openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import { phone as phoneLook } from './room.ts'
import { addAuthenticator, letBrowserAskPhones } from './virtual-authenticator.ts'

/** A student's first passkey: the guide, the rehearsal, and the state that stays on the dashboard. */

const ashaName = `${asha.firstName} ${asha.lastName}`

async function openHome(page: Page, person: Person): Promise<void> {
  await openSessionIn(page.context(), person)
  await page.goto('/login')
  if (person.label === 'ORG') await expectOrganisationDashboard(page)
  else await expectStudentDashboard(page)
}

/** Notes what the page asks the browser for, and lets the browser answer. */
async function noteHints(page: Page): Promise<() => Promise<readonly (readonly string[])[]>> {
  await page.addInitScript(() => {
    const noted: string[][] = []
    Object.assign(window, { notedHints: noted })
    const create = navigator.credentials.create.bind(navigator.credentials)
    navigator.credentials.create = (options) => {
      noted.push([...((options?.publicKey as { hints?: string[] } | undefined)?.hints ?? [])])
      return create(options)
    }
  })
  return () => page.evaluate(() => (window as unknown as { notedHints: string[][] }).notedHints)
}

async function expectAccessibleMain(page: Page): Promise<void> {
  await page.emulateMedia(still)
  await expectAccessible(page, 'main', 'main')
}

test('a student on a computer is led to the phone, tries the passkey, and is ready for class', async ({
  page,
  server,
}) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'no passkey')
  await addAuthenticator(page, { transport: 'cable' })
  await letBrowserAskPhones(page)
  const hints = await noteHints(page)
  await openHome(page, student)
  await expect(page.getByText('It is the way you unlock your phone: fingerprint, face or PIN.')).toBeVisible()
  await expectAccessibleMain(page)
  // The page loads again once the message was shown.
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Register Passkey' }).click()
  await expect(toast(page, 'Passkey registered successfully')).toBeVisible()
  expect(await hints()).toEqual([['hybrid']])
  await reloaded

  const untried = page.getByRole('region', { name: 'Your passkey is registered. Try it now' })
  await expect(untried).toContainText('nothing is marked')
  await expectAccessibleMain(page)
  await untried.getByRole('button', { name: 'Try it now' }).click()
  await expect(toast(page, 'It works. In class it is the same.')).toBeVisible()
  const state = page.getByRole('region', { name: 'Your passkey' })
  await expect(state).toContainText('Ready for class')
  await expectAccessibleMain(page)
  await page.reload()
  await expect(state).toContainText('Ready for class')
})

test('the reload after a registration does not take away what a rehearsal has shown', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'no passkey')
  await addAuthenticator(page, { transport: 'cable' })
  await letBrowserAskPhones(page)
  await page.clock.install()
  await openHome(page, student)
  const loaded: string[] = []
  page.on('domcontentloaded', () => loaded.push(page.url()))
  await page.getByRole('button', { name: 'Register Passkey' }).click()
  await page.getByRole('button', { name: 'Try it now' }).click()
  await expect(page.getByRole('region', { name: 'Your passkey' })).toContainText('Ready for class')
  await page.clock.runFor(toastAutoCloseMs)
  await expect(toast(page, 'Passkey registered successfully')).toBeHidden()
  expect(loaded).toEqual([])
})

test('a passkey that was made on the computer is told apart, and the phone is added to it', async ({
  page,
  server,
}) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'no passkey')
  const computer = await addAuthenticator(page)
  await letBrowserAskPhones(page)
  const hints = await noteHints(page)
  await openHome(page, student)
  await page.getByRole('button', { name: 'Use this computer instead' }).click()
  await expect(toast(page, 'Passkey registered successfully')).toBeVisible()
  expect(await hints()).toEqual([['client-device']])
  const oneDevice = page.getByRole('region', { name: 'Your passkey stays on one device' })
  await expect(oneDevice).toContainText('If that is a computer, add the phone that comes to class.')
  await expectAccessibleMain(page)

  await addAuthenticator(page, { transport: 'cable' })
  await computer.setPresent(false)
  await oneDevice.getByRole('button', { name: 'Add my phone' }).click()
  await expect(page.getByRole('region', { name: 'Your passkey is registered. Try it now' })).toBeVisible()
  await expect(oneDevice).toBeHidden()
})

test('a phone that keeps its passkey for itself is not to be added once more', async ({ server, openContext }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'no passkey')
  const phone = await (await openContext(phoneLook)).newPage()
  await addAuthenticator(phone)
  await openHome(phone, student)
  await pressRegisterPasskey(phone)
  const oneDevice = phone.getByRole('region', { name: 'Your passkey stays on one device' })
  await expect(oneDevice).toContainText('is only on this phone')
  await expect(oneDevice.getByRole('button', { name: 'Add my phone' })).toBeHidden()
})

test('the institute’s screen says that a passkey is on another device, after its ceremony came to nothing', async ({
  page,
  server,
  openContext,
}) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'no passkey')
  const laptop = await (await openContext()).newPage()
  const computer = await addAuthenticator(laptop)
  await openHome(laptop, student)
  await pressRegisterPasskey(laptop)
  const [credential] = await computer.credentials()
  if (credential === undefined) throw new Error('No passkey was made.')
  await openHome(page, organisation)
  await startAttendance(page)
  const reader = await addAuthenticator(page, { transport: 'cable' })
  await reader.import(credential)
  await reader.setUserVerified(false)
  await enterRollNumber(page, asha.rollNumber)
  await expect(
    page.getByText(
      'Your passkey is only on the device where you made it. Log in there, and add the phone that comes to class: it works at once.',
      { exact: true },
    ),
  ).toBeVisible()
})

test('a list of passkeys that was read before a registration does not take the new one from the phone', async ({
  page,
  server,
}) => {
  const organisation = await prepareOrganisation(server, 'no passkey')
  const student = await prepareStudent(server, organisation.id, 'no passkey')
  const phone = await addAuthenticator(page)
  const registered = Promise.withResolvers<void>()
  // The first answer is late.
  await page.route(
    '**/api/v1/passkeys',
    async (route) => {
      const response = await route.fetch()
      await registered.promise
      await route.fulfill({ response })
    },
    { times: 1 },
  )
  await openHome(page, student)
  const late = page.waitForResponse('**/api/v1/passkeys')
  const reloaded = page.waitForEvent('load')
  await page.getByRole('button', { name: 'Register Passkey' }).click()
  await expect(toast(page, 'Passkey registered successfully')).toBeVisible()
  registered.resolve()
  await (await late).finished()
  await reloaded
  await expect(page.getByRole('heading', { name: 'Your Organisations' })).toBeVisible()
  await expect(page.getByText('Passkey not registered yet!')).toBeHidden()
  expect(await phone.credentials()).toHaveLength(1)
})

test('the last passkey goes with a warning, and the next step asks for no passkey', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'passkey')
  await openHome(page, student)
  const drawer = await openProfileSection(page, ashaName, 'Passkeys')
  await drawer.getByRole('button', { name: 'Remove Passkey 1' }).click()
  const remove = page.getByRole('dialog', { name: 'Remove passkey' })
  await expect(remove).toContainText('works 12 hours after its registration, or as soon as your institute confirms it.')
  await expect(remove.getByRole('button', { name: 'Add a passkey first' })).toBeVisible()
  await remove.getByRole('button', { name: 'Remove', exact: true }).click()
  await expect(drawer.getByText('No passkey yet.')).toBeVisible()
  await page.keyboard.press('Escape')
  // The passkey of the registration still vouches for ten minutes.
  await server.advanceClock(10 * 60_000 + 1)
  await page.reload()
  // What comes is said before the button is pressed.
  const banner = page.getByRole('region', { name: 'Passkey not registered yet!' })
  await expect(banner).toContainText('this one needs a link that we mail you.')
  await expect(banner).toContainText('It works for attendance 12 hours after its registration')
  await page.getByRole('button', { name: 'Register Passkey' }).click()
  const question = page.getByRole('dialog', { name: 'Register with a mailed link' })
  await expect(question).toContainText('you have no passkey that works now')
  await expect(question).toContainText('It works for attendance 12 hours after its registration')
  await expect(question.getByRole('button', { name: 'Use a passkey' })).toHaveCount(0)
  await page.emulateMedia(still)
  await expectAccessible(page, '[role="dialog"]', '[role="dialog"]')
})

test('the computer takes the place of a phone that is still asked, and no word is said of it', async ({
  page,
  server,
}) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'no passkey')
  const computer = await addAuthenticator(page)
  await letBrowserAskPhones(page)
  const hints = await noteHints(page)
  await computer.setPresent(false)
  await openHome(page, student)
  await keepToasts(page)
  await page.getByRole('button', { name: 'Register Passkey' }).click()
  await expect.poll(hints).toEqual([['hybrid']])
  await computer.setPresent(true)
  await page.getByRole('button', { name: 'Use this computer instead' }).click()
  await expect(toast(page, 'Passkey registered successfully')).toBeVisible()
  // Now, and not after the page has loaded again.
  expect(await page.getByRole('alert').count()).toBe(0)
  expect(await hints()).toEqual([['hybrid'], ['client-device']])
})

test('the reload after a registration takes away no write that began before it and is still open', async ({
  page,
  server,
}) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, organisation.id, 'no passkey')
  await addAuthenticator(page, { transport: 'cable' })
  await letBrowserAskPhones(page)
  await page.clock.install()
  await openHome(page, student)
  // Its answer does not come.
  await page.route('**/api/v1/receipts/settings', (route) =>
    route.request().method() === 'PUT' ? undefined : route.continue(),
  )
  const drawer = await openProfileSection(page, ashaName, 'Receipts')
  await drawer.getByRole('switch', { name: 'By email' }).click()
  await page.keyboard.press('Escape')
  await expect(drawer).toBeHidden()
  const loaded: string[] = []
  page.on('domcontentloaded', () => loaded.push(page.url()))
  await page.getByRole('button', { name: 'Register Passkey' }).click()
  await expect(toast(page, 'Passkey registered successfully')).toBeVisible()
  await page.clock.runFor(toastAutoCloseMs)
  await expect(toast(page, 'Passkey registered successfully')).toBeHidden()
  expect(loaded).toEqual([])
})
