import type { BrowserContext, Page } from '@playwright/test'
import { defaultOrganisation, registerOrganisation } from '#testing/people-over-http.ts'
import { expectAccessible, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { asha, ravi } from './people.ts'
import { bringPasskey, openSessionIn, prepareStudent } from './prepared-people.ts'
import { checkIn, heading, openDisplay, openRoom, person, phone, readCode } from './room.ts'
import { addAuthenticator } from './virtual-authenticator.ts'

test('a room checks in at once, each student on the own phone', async ({ page, server, openContext }) => {
  test.slow()
  const { college, session } = await openRoom(server)
  const student = await prepareStudent(server, college.id, 'passkey')
  const loggedOut = await prepareStudent(server, college.id, 'passkey', ravi)
  const unregistered = await prepareStudent(server, college.id, 'no passkey', person('Meera', 1))
  await openDisplay(page, college)
  await expect(page.getByText('0 of 3 here').first()).toBeVisible()

  const scan = async (context: BrowserContext): Promise<Page> => {
    const opened = await context.newPage()
    await opened.goto(await readCode(college, session))
    return opened
  }

  await test.step('with a login: one touch and one gesture', async () => {
    const context = await openContext(phone)
    await openSessionIn(context, student)
    const own = await context.newPage()
    await bringPasskey(own, student, 'internal')
    await own.goto(await readCode(college, session))
    await expect(heading(own, /^Check in to/)).toBeVisible()
    expect(own.url()).toBe(`${server.origin}/checkin`)
    await own.emulateMedia(still)
    await expectAccessible(own, 'check-in, ready')
    await own.reload()
    await expect(own.getByText('Asha Rao')).toBeVisible()
    await checkIn(own).click()
    await expect(heading(own, 'You are here')).toBeVisible()
    await expect(own.getByText('Attendance marked successfully')).toBeVisible()
    await expectAccessible(own, 'check-in, done')
    // It hears the scan after the page itself has.
    await own.evaluate(() =>
      addEventListener('hashchange', () => sessionStorage.setItem('rest', document.body.innerText)),
    )
    await own.goto(await readCode(college, session))
    await expect(heading(own, 'You are here already')).toBeVisible()
    // In a full hall the page takes its time: no student shows the mark of before meanwhile.
    const rest = await own.evaluate(() => sessionStorage.getItem('rest'))
    expect(rest).toEqual(expect.not.stringContaining('You are here'))
    await expect(own.getByText(asha.rollNumber)).toBeVisible()
    await expectAccessible(own, 'check-in, already')
    await own.getByRole('link', { name: 'This was not me' }).click()
    await expect(own.getByRole('dialog', { name: 'Was this not you?' })).toBeVisible()
  })

  await test.step('without a login: the passkey says who it is', async () => {
    const context = await openContext(phone)
    const own = await context.newPage()
    await bringPasskey(own, loggedOut, 'internal')
    await own.goto(await readCode(college, session))
    await expect(own.getByRole('button', { name: 'Use your password instead' })).toBeVisible()
    await checkIn(own).click()
    await expect(heading(own, 'You are here')).toBeVisible()
    await expect(own.getByText('You are now logged in on this phone.')).toBeVisible()
    await own.goto(`/dashboard/${loggedOut.id}`)
    await expect(own.getByRole('heading', { name: 'Your Organisations' })).toBeVisible()
    await expect(own.getByRole('region', { name: /^A class of .* runs$/ })).toContainText('You are here')
    await expectAccessible(own, 'dashboard after a check-in')
  })

  await test.step('without a passkey: one is registered, and the scan goes on', async () => {
    const context = await openContext(phone)
    await openSessionIn(context, unregistered)
    const own = await context.newPage()
    await addAuthenticator(own)
    await own.goto(`/dashboard/${unregistered.id}`)
    await expect(own.getByRole('link', { name: 'Check in' })).toBeVisible()
    await expectAccessible(own, 'dashboard while a class runs')
    await own.goto(await readCode(college, session))
    await expect(heading(own, 'No passkey yet')).toBeVisible()
    await own.getByRole('button', { name: 'Register Passkey' }).click()
    await checkIn(own).click()
    await expect(heading(own, 'You are here')).toBeVisible()
  })

  await test.step('with an old code: another one is asked for, and the typed one is taken', async () => {
    const context = await openContext(phone)
    const own = await context.newPage()
    const [address] = (await readCode(college, session)).split('.')
    await own.goto(`${address}.${'Z'.repeat(18)}`)
    await expect(heading(own, 'That code is too old')).toBeVisible()
    await expectAccessible(own, 'check-in, old code')
    await own.getByRole('button', { name: 'Log in to type the code' }).click()
    await own.getByLabel('Email').fill(asha.email)
    await own.getByLabel('Password', { exact: true }).fill(asha.password)
    await own.getByRole('button', { name: 'Login' }).click()
    await expect(own.getByLabel('First four letters of the code')).toBeVisible()
    const typed = (await readCode(college, session)).split('.')[1] ?? ''
    await own.getByLabel('First four letters of the code').fill(typed.slice(0, 8).toLowerCase())
    await checkIn(own).click()
    await expect(heading(own, 'You are here already')).toBeVisible()
  })

  await test.step('as a student of another institute: join it first', async () => {
    const other = await registerOrganisation(server, { ...defaultOrganisation, email: 'other@college.example' })
    const stranger = await prepareStudent(server, other.id, 'passkey', person('Lata', 2))
    const context = await openContext(phone)
    await openSessionIn(context, stranger)
    const own = await scan(context)
    await expect(heading(own, /^You are not a student of/)).toBeVisible()
    await expect(own.getByRole('link', { name: 'Join the institute' })).toBeVisible()
  })

  await expect(page.getByText('3 of 3 here').first()).toBeVisible()
  await expect(page.getByRole('listitem')).toHaveText(['Meera R.', 'Ravi M.', 'Asha R.'])
  await page.emulateMedia(still)
  await expectAccessible(page, 'room display')
})
