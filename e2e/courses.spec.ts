import { expectAccessible, still } from './accessibility.ts'
import { openTab, pickRoom } from './course-people.ts'
import { expect, test } from './fixtures.ts'
import { bringPasskey, openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import { checkIn, heading, person, phone as phoneLook } from './room.ts'

test.use({ contextOptions: still })

/** The course of the code on the open list. */
const code = 'MATH-1'

test('an institute makes a course, holds a session of it, takes the roll and corrects the register', async ({
  page,
  server,
  openContext,
}) => {
  test.slow()
  const college = await prepareOrganisation(server, 'passkey')
  await college.http.patch('/api/v1/settings', { ways: ['screen', 'room-code'] })
  const [maya, nila, omar] = [person('Maya', 1), person('Nila', 2), person('Omar', 3)]
  const student = await prepareStudent(server, college.id, 'passkey', maya)
  const outsider = await prepareStudent(server, college.id, 'passkey', nila)
  await prepareStudent(server, college.id, 'no passkey', omar)
  const dashboard = `/admin/dashboard/${college.id}`
  await openSessionIn(page.context(), college)
  await bringPasskey(page, college, 'internal')

  await test.step('a course is made, and two people are enrolled', async () => {
    await page.goto(`${dashboard}/courses`)
    await expect(page.getByText('No courses yet')).toBeVisible()
    await expectAccessible(page, 'no courses')
    await page.getByRole('button', { name: 'New course' }).click()
    await expectAccessible(page, 'the time zone before the first course')
    await page.getByRole('button', { name: /^Use .+, as on this computer$/ }).click()
    await page.getByLabel('Code', { exact: true }).fill(code)
    await page.getByLabel('Title').fill('Mathematics')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(heading(page, 'Mathematics')).toBeVisible()
    await openTab(page, 'People')
    for (const { rollNumber, firstName } of [maya, omar]) {
      await page.getByRole('searchbox').fill(rollNumber)
      await page.getByRole('button', { name: `Enrol people: ${firstName} Rao` }).click()
      await expect(page.getByRole('row').filter({ hasText: rollNumber })).toBeVisible()
    }
    await expect(page.getByRole('button', { name: 'Move Omar Rao' })).toBeVisible()
    await expectAccessible(page, 'a course')
    await openTab(page, 'Settings')
    await page.getByLabel('The goal is').fill('80')
    await expect(page.getByRole('button', { name: 'Save' })).toBeEnabled()
    await expectAccessible(page, 'the settings of a course, one of them changed')
  })

  await test.step('a room is added, and a session starts there', async () => {
    await page.getByRole('main').getByRole('link', { name: 'Courses' }).click()
    await expectAccessible(page, 'the table of courses')
    await page.getByRole('link', { name: 'Rooms and day passes' }).click()
    await page.getByLabel('Name of the room').fill('Hall 2')
    await page.getByRole('button', { name: 'Add a room' }).click()
    await expect(page.getByText('Hall 2')).toBeVisible()
    await page.goto(`${dashboard}/today`)
    await pickRoom(page, code, 'Hall 2')
    await page.getByRole('button', { name: `Start ${code}` }).click()
    await expect(heading(page, `${code}, session 1`)).toBeVisible()
    await expect(page.getByText('0 of 2 present')).toBeVisible()
    await expectAccessible(page, 'the sheet of a session of a course')
  })

  const phone = await (await openContext(phoneLook)).newPage()
  const scanShown = async (look: typeof phone) => {
    const { body } = await college.http.get<{ running: { id: string }[] }>('/api/v1/today')
    const shown = await college.http.get<{ publicId: string; code: string }>(
      `/api/v1/sessions/${body.running[0]?.id}/room-code`,
    )
    await look.goto(`/checkin#${shown.body.publicId}.${shown.body.code}`)
  }

  await test.step('a student checks in by the code, and one who is not enrolled is told so', async () => {
    await page.getByRole('link', { name: 'Show the code here' }).click()
    await expect(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
    await expect(page.getByText(`${code} · Session 1 · Hall 2`)).toBeVisible()
    await expect(page.getByText('Maya Rao')).toBeHidden()
    await expectAccessible(page, 'the display of a session of a course')
    await openSessionIn(phone.context(), student)
    await bringPasskey(phone, student, 'internal')
    await scanShown(phone)
    await expect(phone.getByText('Mathematics')).toBeVisible()
    await checkIn(phone).click()
    await expect(heading(phone, 'You are here')).toBeVisible()
    await expect(phone.getByText('1 of 1 session', { exact: true })).toBeVisible()
    await expectAccessible(phone, 'a check-in of a course')
    await expect(page.getByRole('listitem')).toHaveText(['Maya R.'])
    await expect(page.getByText('1 of 2 here').first()).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.getByText('1 of 2 present')).toBeVisible()
    const other = await (await openContext(phoneLook)).newPage()
    await openSessionIn(other.context(), outsider)
    await scanShown(other)
    await expect(other.getByText('You are not enrolled in this course')).toBeVisible()
  })

  await test.step('the roll is taken by one gesture', async () => {
    await page.getByRole('button', { name: 'Take the roll' }).click()
    await expect(page.getByText('1 present')).toBeVisible()
    await expect(page.getByText('1 not called yet')).toBeVisible()
    await page.getByRole('button', { name: 'Omar Rao: Not called yet' }).click()
    await expect(page.getByText(/^Draft kept on this device/)).toBeVisible()
    await page.reload()
    await expect(page.getByRole('button', { name: 'Omar Rao: Absent' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'All others: present' })).toBeHidden()
    await expectAccessible(page, 'a roll call')
    await page.getByRole('button', { name: 'Save and sign' }).click()
    await expect(page.getByText('The roll is saved.')).toBeVisible()
  })

  await test.step('the session is ended, and a cell of the register is corrected by keyboard', async () => {
    await page.getByRole('button', { name: 'End session' }).click()
    await expect(page.getByRole('region', { name: 'This session runs' })).toBeHidden()
    await expect(page.getByText(/^Mathematics · Hall 2 · /)).toBeVisible()
    await page.goto(`${dashboard}/courses`)
    await page.getByRole('link', { name: 'Mathematics' }).click()
    const grid = page.getByRole('grid', { name: 'Register' })
    const cell = (name: string) => grid.getByRole('gridcell', { name: new RegExp(`^${name} Rao, session 1`) })
    await expect(cell('Omar')).toHaveText('A')
    await expect(grid).toBeFocused()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('l')
    await expect(page.getByLabel('Reason')).toBeFocused()
    await expectAccessible(page, 'the question at a cell')
    await page.keyboard.type('A bus was late.')
    await page.keyboard.press('Enter')
    await expect(cell('Omar')).toHaveText('L')
    await expect(grid.getByRole('gridcell', { name: '100%' })).toHaveCount(2)
    await page.keyboard.press('Control+z')
    await expect(cell('Omar')).toHaveText('A')
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'History' }).click()
    await expect(page.getByRole('dialog').getByText('by roll call')).toBeVisible()
    await expectAccessible(page, 'a cell of the register')
  })

  await test.step('the session stands in the reports of the course', async () => {
    const courseId = new URL(page.url()).pathname.split('/').at(-2) ?? ''
    await page.goto(`${dashboard}/reports?group=${courseId}`)
    await expect(page.getByRole('combobox', { name: 'Reports of' })).toHaveValue(courseId)
    await expect(page.getByRole('link', { name: 'Session 1' })).toBeVisible()
    await expect(page.getByRole('slider', { name: 'Attendance per session' })).toBeVisible()
    await expectAccessible(page, 'the reports of a course')
  })

  await test.step('the classes of the institute did not move', async () => {
    await page.goto(dashboard)
    const { body } = await college.http.get<{ session: unknown; members: number }>('/api/v1/attendance/running')
    expect(body).toMatchObject({ session: null, members: 3 })
  })
})
