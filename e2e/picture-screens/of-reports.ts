import { expect, type Page } from '@playwright/test'
import { codes } from '../picture-people.ts'
import type { PictureWorld } from '../picture-world.ts'
import { holdBack, type PictureScreen, refuse, signIn } from './picture-screen.ts'

/** Opens a report of Vidyasagar: `path` behind /reports. */
async function openReport(page: Page, { organisations }: PictureWorld, path = ''): Promise<void> {
  await signIn(page, organisations.vidyasagar)
  await page.goto(`/admin/dashboard/${codes.vidyasagar}/reports${path}`)
}

export const ofReports: readonly PictureScreen[] = [
  {
    name: 'reports-sessions',
    whole: true,
    open: async (page, world) => {
      await openReport(page, world)
      await expect(page.getByRole('link', { name: 'Session 42' })).toBeVisible()
      await expect(page.getByRole('slider')).toBeVisible()
    },
  },
  {
    name: 'reports-sessions-few',
    whole: true,
    open: async (page, world) => {
      await openReport(page, world, '?period=own&first=2024-09-09&last=2024-09-13')
      await expect(page.getByRole('slider')).toBeVisible()
    },
  },
  {
    name: 'reports-sessions-many',
    whole: true,
    open: async (page, world) => {
      const points = Array.from({ length: 400 }, (_, index) => ({
        firstNumber: index + 1,
        lastNumber: index + 1,
        startedAt: world.now() - (400 - index) * 86_400_000,
        present: 48 + ((index * 37) % 17) - (index % 29 === 0 ? 14 : 0),
        expected: 64,
      }))
      await page.route('**/reports/attendance-over-time**', (route) =>
        route.fulfill({ json: { points, sessionsPerPoint: 1, students: { total: 64, below75: 9 } } }),
      )
      await openReport(page, world)
      await expect(page.getByRole('slider')).toBeVisible()
      await page.getByRole('slider').focus()
      await page.keyboard.press('PageDown')
    },
  },
  {
    name: 'reports-loading',
    open: async (page, world) => {
      await holdBack(page, '**/api/v1/**/reports/**')
      await openReport(page, world)
      await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible()
    },
  },
  {
    name: 'reports-error',
    open: async (page, world) => {
      await page.route('**/api/v1/**/reports/**', refuse)
      await openReport(page, world)
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
  },
  {
    name: 'reports-empty',
    open: async (page, world) => {
      await openReport(page, world, '?period=own&first=2020-01-01&last=2020-01-31')
      await expect(page.getByText('No session in this period')).toBeVisible()
    },
  },
  {
    name: 'reports-wrong-dates',
    open: async (page, world) => {
      await openReport(page, world, '?period=own&first=2024-09-13&last=2024-09-09')
      await expect(page.getByText('Choose a first day')).toBeVisible()
    },
  },
  {
    name: 'reports-students-of-a-class',
    whole: true,
    open: async (page, world) => {
      await openReport(page, world, '/students')
      await expect(page.getByRole('link', { name: 'Ananya Krishnan' })).toBeVisible()
    },
  },
  {
    name: 'reports-students-class-running',
    whole: true,
    open: async (page, world) => {
      await openReport(page, world, '/students?sort=percentage')
      await expect(page.getByText('A class is running').first()).toBeVisible()
    },
  },
  {
    name: 'reports-students-below-75',
    whole: true,
    open: async (page, world) => {
      await openReport(page, world, '/students?below75=true&sort=percentage')
      await expect(page.getByRole('link', { name: 'Harpreet Kaur Gill' })).toBeVisible()
    },
  },
  {
    name: 'reports-student',
    whole: true,
    open: async (page, world) => {
      await openReport(page, world, `/students/${world.ananya.id}`)
      await expect(page.getByRole('heading', { name: 'Ananya Krishnan' })).toBeVisible()
    },
  },
  {
    name: 'reports-session-sheet',
    whole: true,
    open: async (page, world) => {
      await openReport(page, world, `/sessions/${codes.vidyasagar}-41`)
      await expect(page.getByRole('heading', { name: 'Session 41' })).toBeVisible()
    },
  },
  {
    name: 'reports-session-running',
    whole: true,
    open: async (page, world) => {
      await openReport(page, world)
      await page.getByRole('link', { name: 'Session 42' }).click()
      await expect(page.getByRole('heading', { name: 'Session 42' })).toBeVisible()
    },
  },
  {
    name: 'reports-paper',
    whole: true,
    open: async (page, world) => {
      await page.addInitScript(() => {
        window.print = () => undefined
      })
      await openReport(page, world, `/sessions/${codes.vidyasagar}-41`)
      await page.getByRole('button', { name: 'Print' }).click()
      await expect(page.getByText('Signature')).toBeAttached()
      await page.emulateMedia({ media: 'print' })
    },
  },
  {
    name: 'reports-not-found',
    open: async (page, world) => {
      await openReport(page, world, '/students/nobody')
      await expect(page.getByText('This is not in your reports')).toBeVisible()
    },
  },
  {
    name: 'reports-export-password',
    open: async (page, world) => {
      await page.route('**/reports/sessions/export**', (route) =>
        route.fulfill({
          status: 401,
          json: {
            message: 'Please confirm that it is you, then export again.',
            code: 401,
            type: 'user_unauthorized',
            reason: 'step-up-needed-to-export',
          },
        }),
      )
      await openReport(page, world)
      await page.getByRole('button', { name: 'Export CSV' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'reports-exporting',
    open: async (page, world) => {
      await holdBack(page, '**/reports/sessions/export**')
      await openReport(page, world)
      await page.getByRole('button', { name: 'Export CSV' }).click()
      await expect(page.getByRole('button', { name: 'Cancel' })).toBeVisible()
    },
  },
]
