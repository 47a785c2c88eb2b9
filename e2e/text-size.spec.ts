import type { Page } from '@playwright/test'
import { startAttendance } from '#testing/people-over-http.ts'
import { expectNoViolations, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { inShort, onlyWhole } from './looks.ts'
import { asha, expectOrganisationDashboard, expectStudentDashboard } from './people.ts'
import { openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'

/** With a larger text size in the browser, all text is larger and readable, on a phone, too. */

test.use({ contextOptions: still, viewport: { width: 390, height: 844 } })

const softly = expect.configure({ soft: true })

/** As in the browser's settings; 16 is the default. */
async function setTextSize(page: Page, pixels: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Page.setFontSizes', { fontSizes: { standard: pixels, fixed: pixels } })
}

/** Elements whose text is cut off or runs over their edge. */
function findCutText(): string[] {
  const hasText = (element: Element): boolean =>
    [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '')
  return [...document.querySelectorAll<HTMLElement>('body *')]
    .filter((element) => element.checkVisibility() && element.clientWidth > 1)
    .filter((element) => {
      const { overflowX, display } = getComputedStyle(element)
      if (display === 'inline' || overflowX === 'auto' || overflowX === 'scroll') return false
      const isControl = element.matches('button, summary')
      if (!isControl && !(hasText(element) && overflowX !== 'visible')) return false
      return element.scrollWidth > element.clientWidth + 1 || element.scrollHeight > element.clientHeight + 2
    })
    .map(({ outerHTML }) => outerHTML.slice(0, 160))
}

async function expectReadable(page: Page, screen: string): Promise<void> {
  for (const size of inShort([20, 24], [24])) {
    await setTextSize(page, size)
    const name = `${screen} with text of ${size} px`
    const body = page.locator('body')
    await softly(body, name).toHaveCSS('font-size', `${size}px`)
    const overflow = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    await softly.poll(overflow, `${name} scrolls sideways`).toBeLessThanOrEqual(0)
    softly(await page.evaluate(findCutText), name).toEqual([])
    await expectNoViolations(page, 'light', name)
  }
}

test('larger text can be read whole on the screens before the login', onlyWhole, async ({ page }) => {
  await page.goto('/login')
  await expect(page.getByRole('link', { name: 'Forgot Password?' })).toBeVisible()
  await expectReadable(page, 'login')
  await page.goto('/register')
  await expect(page.getByLabel('Institute Roll Number')).toBeVisible()
  await expectReadable(page, 'registration of a student')
  await page.getByRole('tab', { name: 'Organisation' }).click()
  await expect(page.getByLabel('Pin Code')).toBeVisible()
  await expectReadable(page, 'registration of an organisation')
})

test('larger text can be read whole on the screens of an organisation', async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'passkey')
  await prepareStudent(server, organisation.id, 'no passkey')
  await openSessionIn(page.context(), organisation)
  await page.goto('/login')
  await expectOrganisationDashboard(page)
  await expect(page.getByRole('cell', { name: asha.email })).toBeVisible()
  await expectReadable(page, 'dashboard')
  await startAttendance(organisation)
  await page.goto(`/admin/dashboard/${organisation.id}/mark-attendance`)
  await expect(page.getByLabel('Enter University Roll Number')).toBeVisible()
  await expectReadable(page, 'kiosk')
})

test('larger text can be read whole on the screens of a student', onlyWhole, async ({ page, server }) => {
  const organisation = await prepareOrganisation(server, 'no passkey')
  await openSessionIn(page.context(), await prepareStudent(server, organisation.id, 'no passkey'))
  await page.goto('/login')
  await expectStudentDashboard(page)
  const details = page.getByRole('link', { name: 'Show Details' })
  await expect(details).toBeVisible()
  await expectReadable(page, 'dashboard of a student')
  await details.click()
  await expect(page.getByRole('group', { name: 'Attendance Details' })).toBeVisible()
  await expectReadable(page, 'details of an organisation')
})
