import type { CourseDetail } from '#contract/courses.ts'
import type { RosterPage } from '#contract/roster.ts'
import { defaultOrganisation as institute } from '#testing/people-over-http.ts'
import { addStaff } from '#testing/staff-over-http.ts'
import { expectAccessible, still } from './accessibility.ts'
import { setAfternoon } from './course-people.ts'
import { expect, test } from './fixtures.ts'
import { toast } from './people.ts'
import { bringPasskey, openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import { heading, person, phone } from './room.ts'

test.use({ contextOptions: still })

const hour = 60 * 60_000

test('a supply teacher takes a class by a day pass that is worthless at midnight', async ({ server, openContext }) => {
  test.setTimeout(90_000)
  const college = await prepareOrganisation(server, 'passkey')
  for (const [at, name] of ['Asha', 'Bela', 'Chitra'].entries()) {
    await prepareStudent(server, college.id, 'no passkey', person(name, 10 + at))
  }
  const named = { code: 'MATH-1', title: 'Maths', kind: 'course', department: '', term: '' }
  const { body: course } = await college.http.post<CourseDetail>('/api/v1/courses', named)
  const roster = await college.http.get<RosterPage>('/api/v1/people')
  const people = roster.body.people.map(({ id }) => id)
  await college.http.post(`/api/v1/courses/${course.id}/people`, { people, meanwhile: 'left-out' })
  // Midnight comes before the twelfth hour.
  await setAfternoon(college)
  const registrar = await addStaff(server, college, {
    email: 'om@college.example',
    role: 'registrar',
    name: 'Om Das',
    holdsWhole: false,
  })
  const officeContext = await openContext()
  await openSessionIn(officeContext, registrar)
  const office = await officeContext.newPage()
  await bringPasskey(office, registrar, 'internal')

  const link = await test.step('the registrar makes a day pass for the course', async () => {
    await office.goto(`/admin/dashboard/${college.id}/courses/rooms`)
    await office.getByRole('button', { name: 'Make a day pass' }).click()
    const dialog = office.getByRole('dialog', { name: 'Make a day pass' })
    await dialog.getByLabel('Name of the supply teacher').fill('Meera Nair')
    await dialog.getByRole('checkbox', { name: 'MATH-1' }).check()
    await expectAccessible(office, 'the form of a day pass')
    await dialog.getByRole('button', { name: 'Make a day pass' }).click()
    const shown = office.getByRole('dialog', { name: 'Day pass for Meera Nair' })
    await expect(shown.getByRole('img', { name: 'QR code of the day pass' })).toBeVisible()
    await expectAccessible(office, 'the link of a day pass')
    const address = await shown.getByRole('link').innerText()
    await shown.getByRole('button', { name: 'Close' }).last().click()
    await expect(office.getByText('Not opened yet')).toBeVisible()
    return address
  })

  const supply = await (await openContext(phone)).newPage()
  await test.step('looking at the link spends nothing, and the first browser that begins has the pass', async () => {
    const other = await (await openContext()).newPage()
    await other.goto(link)
    await expect(heading(other, 'Day pass')).toBeVisible()
    await supply.goto(link)
    await expectAccessible(supply, 'the link of a day pass on a phone')
    await supply.getByRole('button', { name: 'Begin' }).press('Enter')
    await expect(heading(supply, institute.name)).toBeVisible()
    await expect(supply).toHaveURL(/\/day-pass$/)
    await other.getByRole('button', { name: 'Begin' }).click()
    await expect(heading(other, 'This day pass is in use in another browser')).toBeVisible()
    await expectAccessible(other, 'a day pass in a second browser')
  })

  await test.step('it starts the course and takes the roll, unsigned', async () => {
    await expectAccessible(supply, 'the courses of a day pass')
    await supply.getByRole('button', { name: 'Start MATH-1' }).click()
    await expect(heading(supply, 'MATH-1, session 1')).toBeVisible()
    await supply.getByRole('button', { name: 'Take the roll' }).click()
    await supply.getByRole('button', { name: 'Bela Rao: Present' }).click()
    await expectAccessible(supply, 'the roll of a day pass')
    await supply.getByRole('button', { name: 'Save the roll' }).click()
    await expect(toast(supply, 'The roll is saved.')).toBeVisible()
    await expect(supply.getByRole('listitem').filter({ hasText: 'Bela' })).toContainText('Absent')
    await expectAccessible(supply, 'a sheet of a day pass')
  })

  await test.step('the office reads who did it, in the sheet and in the history of a cell', async () => {
    await office.goto(`/admin/dashboard/${college.id}/today`)
    await office.getByRole('link', { name: 'Open Maths' }).click()
    const bela = office.getByRole('listitem').filter({ hasText: 'Bela' })
    await expect(bela).toContainText('Meera Nair, by day pass, unsigned')
    await bela.getByRole('button', { name: 'Change' }).click()
    await expect(office.getByRole('dialog')).toContainText('Meera Nair, by day pass, unsigned')
    await office.keyboard.press('Escape')
    await office.goto(`/admin/dashboard/${college.id}/courses/rooms`)
    await expect(office.getByRole('region', { name: 'Day passes' })).toContainText('Opened at')
  })

  await test.step('past midnight it is worthless', async () => {
    // Every hour the teacher does something, so that it is not the idle limit that ends the pass.
    for (let session = 2; session < 8; session += 1) {
      await supply.getByRole('button', { name: 'All courses' }).click()
      await server.advanceClock(hour)
      await supply.getByRole('button', { name: 'Start MATH-1' }).click()
      await expect(heading(supply, `MATH-1, session ${session}`)).toBeVisible()
    }
    await server.advanceClock(2 * hour - 60_000)
    await supply.reload()
    await expect(heading(supply, 'This day pass is over')).toBeVisible()
    await expectAccessible(supply, 'a day pass that is over')
    await supply.goto(link)
    await supply.getByRole('button', { name: 'Begin' }).click()
    await expect(heading(supply, 'This day pass is over')).toBeVisible()
  })
})
