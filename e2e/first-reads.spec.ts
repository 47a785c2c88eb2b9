import type { Page } from '@playwright/test'
import { paths } from '#contract/paths.ts'
import { expect, test } from './fixtures.ts'
import { openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'

/** What the page asks for before its script is there (web/app/list-first-reads.ts) is what its screen asks for. */

declare global {
  interface Window {
    firstReads?: string[]
    rollkeyFirstReads?: { readonly reads: Map<string, unknown> }
  }
}

/** Opens the page. Returns how many reads its first script has sent, once the screen has taken each of them. */
async function countReads(page: Page, path: string): Promise<number> {
  await page.addInitScript(() => {
    const asked: string[] = []
    window.firstReads = asked
    const set = Map.prototype.set
    Map.prototype.set = function keep(this: Map<unknown, unknown>, key, value) {
      if (Object(value).sentAt !== undefined) asked.push(String(key))
      return set.call(this, key, value)
    }
  })
  await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect.poll(() => page.evaluate(() => [...(window.rollkeyFirstReads?.reads.keys() ?? ['none'])])).toEqual([])
  return page.evaluate(() => window.firstReads?.length ?? 0)
}

test('each first read of a student is taken by the screen', async ({ page, server }) => {
  const { id: institute } = await prepareOrganisation(server, 'passkey')
  const student = await prepareStudent(server, institute, 'passkey')
  await openSessionIn(page.context(), student)
  expect(await countReads(page, paths.studentDashboard(student.id))).toBe(6)
  expect(await countReads(page, paths.organisationDetail(student.id, institute))).toBe(6)
})

test('each first read of an institute is taken by the screen', async ({ page, server }) => {
  const institute = await prepareOrganisation(server, 'passkey')
  await openSessionIn(page.context(), institute)
  expect(await countReads(page, paths.organisationDashboard(institute.id))).toBe(8)
  expect(await countReads(page, paths.markAttendance(institute.id))).toBe(3)
  expect(await countReads(page, paths.reports(institute.id))).toBe(3)
})

test('of a page that is not the account’s own, only the account is read', async ({ page, server }) => {
  const institute = await prepareOrganisation(server, 'no passkey')
  await openSessionIn(page.context(), institute)
  expect(await countReads(page, paths.studentDashboard('K7QF3M9T'))).toBe(1)
  await expect(page).toHaveURL(paths.organisationDashboard(institute.id))
})
