import { createHttpClient } from '#testing/http-client.ts'
import { logIn, markStudent, type Person, startAttendance } from '#testing/people-over-http.ts'
import type { RunningSession } from '../contract/attendance.ts'
import { expectAccessible, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { asha, ravi, type Student } from './people.ts'
import { bringPasskey, openLive, openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'

/** A teacher's phone beside the display in the room, both logged in as one institute. */

const phoneScreen = { viewport: { width: 390, height: 844 }, isMobile: true, hasTouch: true, ...still } as const
const meera: Student = {
  ...asha,
  firstName: 'Meera',
  lastName: 'Iyer',
  rollNumber: '21CS099',
  email: 'meera@students.example',
}

async function mark(college: Person, student: Person): Promise<void> {
  const { status, text } = await markStudent(college, student.email, student.authenticator)
  if (status !== 200) throw new Error(text)
}

test('a teacher counts heads, draws, withdraws one mark, and marks a forgotten phone after the end', async ({
  page: display,
  server,
  openContext,
}) => {
  test.slow()
  const college = await prepareOrganisation(server, 'passkey')
  await college.http.patch('/api/v1/settings', { ways: ['screen', 'room-code'] })
  const first = await prepareStudent(server, college.id, 'passkey')
  const second = await prepareStudent(server, college.id, 'passkey', ravi)
  await prepareStudent(server, college.id, 'no passkey', meera)
  await startAttendance(college)
  await mark(college, first)
  const { body } = await college.http.get<RunningSession>('/api/v1/attendance/running')
  const session = body.session?.id ?? ''
  const address = `/admin/dashboard/${college.id}/sessions/${session}`
  const teacher = await logIn(college, createHttpClient(college.http.origin))

  await openSessionIn(display.context(), college)
  await display.goto(`/admin/dashboard/${college.id}/mark-attendance`)
  await expect(display.getByText('1 of 3 here').first()).toBeVisible()
  await expect(display.getByRole('link', { name: 'Who is here' })).toHaveAttribute('href', address)

  const phone = await (await openContext(phoneScreen)).newPage()
  await openLive(phone, teacher, address)
  const list = phone.getByRole('region', { name: 'Students of this session' })
  const row = (name: string) => list.getByRole('listitem').filter({ hasText: name })

  await test.step('the phone and the display follow the marks', async () => {
    await expect(phone.getByText('1 of 3 present')).toBeVisible()
    await expect(row('Meera Iyer')).toContainText('Not marked yet')
    await expectAccessible(phone, 'sheet, running')
    await mark(college, second)
    await expect(phone.getByText('2 of 3 present')).toBeVisible()
    await expect(display.getByText('2 of 3 here').first()).toBeVisible()
  })

  await test.step('one number for the heads', async () => {
    await phone.getByText('Head count').click()
    await phone.getByLabel('People in the room').fill('1')
    await phone.getByRole('button', { name: 'Save count' }).click()
    await expect(phone.getByText('2 checked in, 1 counted')).toBeVisible()
  })

  await test.step('who was drawn and is not there loses the mark, with that reason', async () => {
    await phone.getByText('Spot check').click()
    await phone.getByRole('button', { name: 'Draw five' }).click()
    await phone.getByRole('button', { name: `Here: ${asha.firstName} ${asha.lastName}`, exact: true }).click()
    await expectAccessible(phone, 'sheet, drawn')
    await phone.getByRole('button', { name: `Not here: ${ravi.firstName} ${ravi.lastName}` }).click()
    const dialog = phone.getByRole('dialog', { name: 'Decide about a mark' })
    await expect(dialog.getByLabel('Reason')).toHaveValue('Drawn in the spot check, and not in the room')
    await dialog.getByRole('button', { name: 'Save decision' }).click()
    await expect(phone.getByText('1 of 3 present')).toBeVisible()
    await expect(phone.getByText('2 drawn, 1 not there')).toBeVisible()
  })

  await test.step('a phone that was forgotten is marked by hand after the end', async () => {
    await college.http.post(`/api/v1/sessions/${session}/end`)
    await expect(row('Meera Iyer')).toContainText('Absent')
    await bringPasskey(phone, teacher, 'internal')
    await phone.getByRole('checkbox', { name: /^Meera Iyer/ }).check()
    await phone.getByRole('button', { name: 'Mark by hand' }).click()
    const dialog = phone.getByRole('dialog', { name: 'Mark by hand' })
    await dialog.getByLabel('Reason').fill('Her phone is at home')
    await expectAccessible(phone, 'sheet, by hand')
    await dialog.getByRole('button', { name: 'Sign with your passkey' }).click()
    await expect(dialog.getByText('Marked by hand')).toBeVisible()
    await dialog.getByRole('button', { name: 'Done' }).click()
    await expect(phone.getByText('2 of 3 present')).toBeVisible()
    await phone.getByRole('button', { name: 'Marked 3' }).click()
    await expect(row('Meera Iyer')).toContainText('By hand')
    await expect(row('Meera Iyer')).toContainText('“Her phone is at home”')
    await expect(row(`${ravi.firstName} ${ravi.lastName}`)).toContainText('Mark withdrawn')
    await expectAccessible(phone, 'sheet, over')
    await phone.goBack()
    await expect(phone.getByRole('button', { name: 'Not marked 0' })).toHaveAttribute('aria-pressed', 'true')
    await phone.goForward()
    await expect(row('Meera Iyer')).toContainText('By hand')
  })

  await test.step('the display is still logged in', async () => {
    await display.reload()
    await expect(display.getByRole('heading', { name: 'No session is running' })).toBeVisible()
  })
})
