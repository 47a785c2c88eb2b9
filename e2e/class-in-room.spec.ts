import type { Page } from '@playwright/test'
import type { Person } from '#testing/people-over-http.ts'
import { addStaff } from '#testing/staff-over-http.ts'
import { expectAccessible, still } from './accessibility.ts'
import { addRoom, cellOf, checkInAt, moveRoom, pairInRoom } from './course-people.ts'
import { expect, test } from './fixtures.ts'
import { institute } from './people.ts'
import { bringPasskey, openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import { heading, person, phone as phoneLook } from './room.ts'

test.use({ contextOptions: still })

test('a class runs in a room, a phone checks in at the screen there, and the register of everyone has it', async ({
  server,
  openContext,
}) => {
  test.setTimeout(240_000)
  const college = await prepareOrganisation(server, 'passkey')
  await college.http.patch('/api/v1/settings', { ways: ['screen', 'room-code'] })
  const asha = await prepareStudent(server, college.id, 'passkey', person('Asha', 10))
  await prepareStudent(server, college.id, 'passkey', person('Bela', 11))
  const registrar = { email: 'om@college.example', role: 'registrar', name: 'Om Das', holdsWhole: false } as const
  const dashboard = `/admin/dashboard/${college.id}`
  const openFor = async (one: Pick<Person, 'http' | 'authenticator'>, look = {}): Promise<Page> => {
    const context = await openContext(look)
    await openSessionIn(context, one)
    const page = await context.newPage()
    await bringPasskey(page, one, 'internal')
    return page
  }
  const office = await openFor(await addStaff(server, college, registrar))
  const screen = await (await openContext()).newPage()

  await test.step('a screen stands in the hall', async () => {
    await office.goto(`${dashboard}/courses/rooms`)
    for (const room of ['Hall', 'Lab']) await addRoom(office, room)
    await office.goto(`${dashboard}/settings`)
    await pairInRoom(office, screen, 'Hall', false)
  })

  await test.step('the class starts in the lab, and comes to the hall', async () => {
    await office.goto(`${dashboard}/today`)
    await office.getByRole('button', { name: 'Without a room: change the room of Whole institute' }).click()
    await office.getByRole('radio', { name: /^Lab/ }).check({ force: true })
    await office.getByRole('button', { name: 'Done' }).click()
    await office.getByRole('button', { name: 'Start Attendance', exact: true }).click()
    await office.getByRole('button', { name: /^Start for everyone/ }).click()
    await expect(office).toHaveURL(/mark-attendance/)
    await office.goto(`${dashboard}/today`)
    await office.getByRole('link', { name: 'Open Whole institute' }).click()
    await moveRoom(office, 'Hall')
    await expect(screen.getByRole('img', { name: 'Code to check in' })).toBeVisible()
    await expectAccessible(office, 'a class in a room')
  })

  await test.step('a phone checks in at the screen of the hall', async () => {
    await checkInAt(await openFor(asha, phoneLook), screen, institute.name)
    await expect(screen.getByText('1 of 2', { exact: false }).first()).toBeVisible()
  })

  await test.step('Reports lead to the register of everyone, and a letter decides at a cell', async () => {
    await office.goto(`${dashboard}/reports`)
    await office.getByRole('navigation', { name: 'Reports' }).getByRole('link', { name: 'Register' }).click()
    await expect(heading(office, 'Whole institute')).toBeVisible()
    await expect(cellOf(office, 'Asha Rao', 1)).toHaveText('P')
    await expect(cellOf(office, 'Bela Rao', 1)).toHaveAccessibleName(/Not yet/)
    await expectAccessible(office, 'the register of everyone')
    await cellOf(office, 'Asha Rao', 1).click()
    await office.keyboard.press('a')
    await expect(office.getByLabel('Reason')).toBeFocused()
    await office.keyboard.type('Another person had the phone.')
    await office.keyboard.press('Enter')
    await expect(cellOf(office, 'Asha Rao', 1)).toHaveText('A')
  })
})
