import type { Page } from '@playwright/test'
import type { RunningSession } from '#contract/attendance.ts'
import { type EvidenceFile, type InstallationKeys, installationKeysPath } from '#contract/evidence.ts'
import { checkEvidence } from '#contract/evidence-check.ts'
import { startAttendance } from '#testing/people-over-http.ts'
import { expectAccessible, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { asha, toast } from './people.ts'
import { bringPasskey, openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'

const phone = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true } as const
const projector = { viewport: { width: 1280, height: 720 } } as const

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 1, name })
const codeToScan = (page: Page) => page.getByRole('img', { name: 'Code to check in' })

/** The eight letters that a person reads on the screen. */
async function readLetters(page: Page, role: 'img' | 'region', name: RegExp): Promise<string> {
  const text = await page.getByRole(role, { name }).innerText()
  const [, first = '', last = ''] = /([A-Z0-9]{4})\s*-\s*([A-Z0-9]{4})/.exec(text) ?? []
  return first + last
}
const readPairingCode = (page: Page) => readLetters(page, 'img', /^Code of this screen/)

/** On the person's own device. */
async function approve(page: Page, code: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a screen' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add a screen' })
  await dialog.getByRole('textbox', { name: 'Code on the screen' }).fill(code.toLowerCase())
  await dialog.getByRole('button', { name: 'Find the screen' }).click()
  await expect(dialog.getByText('Approve only a screen that stands before you.')).toBeVisible()
  await expect(dialog.getByText(/the same as yours$/)).toBeVisible()
  await expectAccessible(page, 'settings, a screen is approved')
  await dialog.getByRole('textbox', { name: 'Name of the screen' }).fill('Room 12')
  await dialog.getByRole('button', { name: 'Approve this screen' }).click()
  await expect(toast(page, 'Screen approved')).toBeVisible()
}

test('a paired screen shows the room code and nothing else, until the institute ends it', async ({
  server,
  openContext,
}) => {
  test.slow()
  const college = await prepareOrganisation(server, 'passkey')
  await college.http.patch('/api/v1/settings', { ways: ['screen', 'room-code'] })
  const student = await prepareStudent(server, college.id, 'passkey')
  const roomContext = await openContext(projector)
  const room = await roomContext.newPage()
  const deskContext = await openContext(phone)
  await openSessionIn(deskContext, college)
  const desk = await deskContext.newPage()

  await test.step('it is paired by the code that it shows', async () => {
    await room.goto('/screen')
    await room.emulateMedia(still)
    await expect(heading(room, 'Pair this screen')).toBeVisible()
    await expectAccessible(room, 'screen, pairing')
    await desk.goto(`/admin/dashboard/${college.id}/settings`)
    await desk.emulateMedia(still)
    await approve(desk, await readPairingCode(room))
    await expect(heading(room, 'No session runs now')).toBeVisible()
    await expectAccessible(room, 'screen, between sessions')
  })

  await test.step('it shows the code of the session that begins, and counts', async () => {
    await startAttendance(college)
    await expect(codeToScan(room)).toBeVisible()
    await expect(room.getByText('0 of 1 here').first()).toBeVisible()
    await expectAccessible(room, 'screen, room code')
    const context = await openContext(phone)
    await openSessionIn(context, student)
    const own = await context.newPage()
    await bringPasskey(own, student, 'internal')
    await own.goto('/checkin')
    const letters = await readLetters(room, 'region', /^Code to check in/)
    await own.getByRole('textbox', { name: 'First four letters of the code' }).fill(letters.slice(0, 4))
    await own.getByRole('textbox', { name: 'Last four letters of the code' }).fill(letters.slice(4))
    const checkIn = own.getByRole('button', { name: 'Check in', exact: true })
    await checkIn.click()
    await expect(own.getByRole('heading', { level: 1, name: /^Check in to/ })).toBeVisible()
    await checkIn.click()
    await expect(heading(own, 'You are here')).toBeVisible()
    await expect(room.getByText('1 of 1 here').first()).toBeVisible()
  })

  await test.step('it goes on after it was loaded again', async () => {
    await room.reload()
    await expect(codeToScan(room)).toBeVisible()
  })

  await test.step('its second tab waits for the first to close', async () => {
    const second = await roomContext.newPage()
    await second.goto('/screen')
    await expect(heading(second, 'This screen is open in another tab')).toBeVisible()
    await second.close()
    await expect(codeToScan(room)).toBeVisible()
  })

  await test.step('its cookie does not work in another browser', async () => {
    const thief = await openContext(projector)
    await thief.addCookies(await roomContext.cookies())
    expect((await thief.request.get(`${server.origin}/api/v1/screen`)).status()).toBe(401)
    const page = await thief.newPage()
    await page.goto('/screen')
    await expect(heading(page, 'Pair this screen')).toBeVisible()
    await expect(codeToScan(room)).toBeVisible()
  })

  await test.step('the institute renames and ends it', async () => {
    await desk.reload()
    await desk.getByRole('button', { name: 'Rename Room 12' }).click()
    await desk.getByRole('textbox', { name: 'Name of the screen' }).fill('Hall')
    await desk.getByRole('button', { name: 'Save name' }).click()
    await expect(room.getByText(/^Hall, paired until/)).toBeVisible()
    await desk.getByRole('button', { name: 'End Hall' }).click()
    await expect(desk.getByText('No screen is paired.')).toBeVisible()
    await expect(heading(room, 'This screen is not paired any more')).toBeVisible()
    await expectAccessible(room, 'screen, ended')
    await room.getByRole('button', { name: 'Pair this screen again' }).click()
    await expect(heading(room, 'Pair this screen')).toBeVisible()
  })
})

test('a student is marked at a paired screen, one at a time, and the evidence of the mark checks', async ({
  server,
  openContext,
}) => {
  test.slow()
  const college = await prepareOrganisation(server, 'passkey')
  await college.http.patch('/api/v1/settings', { ways: ['screen', 'room-code'] })
  const student = await prepareStudent(server, college.id, 'passkey')
  const room = await (await openContext(projector)).newPage()
  await room.goto('/screen')
  await room.emulateMedia(still)
  const pairing = { code: await readPairingCode(room), name: 'Room 12', days: 1, timeZone: 'Asia/Kolkata' }
  expect((await college.http.post('/api/v1/screens', pairing)).status).toBe(200)
  await expect(heading(room, 'No session runs now')).toBeVisible()
  await startAttendance(college)
  const field = room.getByRole('textbox', { name: 'Enter University Roll Number' })
  const { body: report } = await college.http.get<RunningSession>('/api/v1/attendance/running')
  const session = report.session?.id

  await test.step('the form stands beside the code', async () => {
    await room.getByRole('button', { name: 'One at a time' }).press('Enter')
    await expect(field).toBeFocused()
    await expect(codeToScan(room)).toBeVisible()
    await expectAccessible(room, 'screen, one at a time beside the code')
  })

  await test.step('the student confirms with the passkey', async () => {
    await bringPasskey(room, student, 'internal')
    await field.pressSequentially(asha.rollNumber)
    await field.press('Enter')
    await expect(room.getByText(/^Present since/)).toBeVisible()
    await expect(room.getByText(`${asha.firstName} ${asha.lastName}`, { exact: true })).toBeVisible()
    await expectAccessible(room, 'screen, a student was marked')
    await expect(room.getByText('1 of 1 here').first()).toBeVisible()
    await expect(codeToScan(room)).toBeVisible()
  })

  await test.step('the evidence of the mark checks, and its place is no other screen', async () => {
    const { body: keys } = await student.http.get<InstallationKeys>(installationKeysPath)
    const { body: file } = await student.http.get<EvidenceFile>(`/api/v1/own/evidence/${session}`)
    expect(file.mark.way).toBe('screen')
    expect(await checkEvidence(file, keys)).toMatchObject({ fitsKey: true, fitsInstallation: true })
    const elsewhere = { ...file, challenge: { ...file.challenge, place: 'another screen' } }
    expect(await checkEvidence(elsewhere, keys)).toMatchObject({ fitsKey: false })
  })

  await test.step('without the room code the form is all of the screen', async () => {
    const ways = `/api/v1/sessions/${session}/ways`
    expect((await college.http.patch(ways, { ways: ['screen'] })).status).toBe(200)
    await expect(codeToScan(room)).toBeHidden()
    await expect(field).toBeFocused()
    await expectAccessible(room, 'screen, one at a time')
    await field.pressSequentially(asha.rollNumber)
    await field.press('Enter')
    await expect(room.getByText('Attendance has already been marked').first()).toBeVisible()
  })
})
