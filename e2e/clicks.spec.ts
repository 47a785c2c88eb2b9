import type { Page } from '@playwright/test'
import type { CourseDetail } from '#contract/courses.ts'
import { accepted, addPerson } from '#testing/desk-over-http.ts'
import { still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import { bringPasskey, openSessionIn, prepareOrganisation } from './prepared-people.ts'
import { heading } from './room.ts'

test.use({ contextOptions: still })

test(
  'a session, its roll and its correction take as many clicks as were designed',
  onlyWhole,
  async ({ page, server }) => {
    const college = await prepareOrganisation(server, 'passkey')
    await college.http.patch('/api/v1/settings', { ways: ['screen', 'room-code'] })
    for (const name of ['A 110', 'B 204']) accepted(await college.http.post('/api/v1/rooms', { name }))
    const named = { code: 'CS201', title: 'Data Structures', kind: 'course', department: '', term: '' }
    const course = accepted(await college.http.post<CourseDetail>('/api/v1/courses', named))
    const people: string[] = []
    for (let number = 1; number <= 30; number++) people.push((await addPerson(college.http, `21CS${number}`)).id)
    accepted(await college.http.post(`/api/v1/courses/${course.id}/people`, { people, meanwhile: 'left-out' }))
    const dashboard = `/admin/dashboard/${college.id}`
    const clicks = await countClicks(page)
    await openSessionIn(page.context(), college)
    await bringPasskey(page, college, 'internal')

    await test.step('one starts a session, a second shows its code', async () => {
      await page.goto(`${dashboard}/today`)
      await page.getByRole('button', { name: 'Start CS201' }).click()
      await expect(heading(page, 'CS201, session 1')).toBeVisible()
      expect(clicks()).toBe(1)
      await page.getByRole('link', { name: 'Show the code here' }).click()
      await expect(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
      expect(clicks()).toBe(1)
      await page.keyboard.press('Escape')
      await expect(heading(page, 'CS201, session 1')).toBeVisible()
    })

    await test.step('five more take the roll of thirty with three away', async () => {
      await page.getByRole('button', { name: 'Take the roll' }).click()
      for (const place of [4, 12, 20])
        await page
          .getByRole('button', { name: /: Present$/ })
          .nth(place)
          .click()
      await page.getByRole('button', { name: 'Save and sign' }).click()
      await expect(page.getByText('The roll is saved.')).toBeVisible()
      await expect(page.getByText('27 of 30 present')).toBeVisible()
      expect(clicks()).toBe(5)
    })

    await test.step('one opens the course, and the keyboard corrects two cells with one reason', async () => {
      await page.getByRole('button', { name: 'End session' }).click()
      await expect(page.getByRole('region', { name: 'This session runs' })).toBeHidden()
      await page.goto(`${dashboard}/courses`)
      clicks()
      await page.getByRole('link', { name: 'Data Structures' }).click()
      await expect(page.getByRole('grid', { name: 'Register' })).toBeFocused()
      await page.keyboard.press('l')
      await expect(page.getByRole('textbox', { name: 'Reason' })).toBeFocused()
      await page.keyboard.type('The bus was late.')
      await page.keyboard.press('Enter')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('l')
      await expect(page.getByRole('gridcell', { name: /, session 1: Late/ })).toHaveCount(2)
      expect(clicks()).toBe(1)
    })
  },
)

/** How often the pointer was pressed since it was asked last. */
async function countClicks(page: Page): Promise<() => number> {
  let pressed = 0
  await page.exposeFunction('notePress', () => {
    pressed += 1
  })
  await page.addInitScript(() => addEventListener('pointerdown', () => Reflect.get(window, 'notePress')(), true))
  return () => {
    const since = pressed
    pressed = 0
    return since
  }
}
