import { expect, type Page } from '@playwright/test'
import type { OpenDisputes } from '../../contract/receipts.ts'
import type { CellHistory } from '../../contract/rulings.ts'
import type { InstituteSettings } from '../../contract/settings.ts'
import { expectOrganisationDashboard, startUnaware, toast } from '../people.ts'
import { ananya, codes, institutes, padmavathi } from '../picture-people.ts'
import type { PictureWorld } from '../picture-world.ts'
import { openSessionIn } from '../prepared-people.ts'
import { holdBack, openDrawer, type PictureScreen, refuse, signIn } from './picture-screen.ts'

async function openModal(page: Page, world: PictureWorld, button: string, title: string): Promise<void> {
  await signIn(page, world.organisations.vidyasagar)
  await openDrawer(page, institutes.vidyasagar.name)
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
}

export const ofOrganisations: readonly PictureScreen[] = [
  {
    name: 'organisation-dashboard',
    whole: true,
    open: async (page, { organisations }) => {
      await signIn(page, organisations.vidyasagar)
      await expect(page.getByRole('cell', { name: ananya.email })).toBeVisible()
    },
  },
  {
    name: 'organisation-dashboard-end-session',
    open: async (page, { organisations }) => {
      await signIn(page, organisations.vidyasagar)
      await page.getByRole('button', { name: 'End session' }).click()
      await expect(page.getByRole('dialog', { name: 'End session 42?' })).toBeVisible()
    },
  },
  {
    name: 'join-poster',
    whole: true,
    open: async (page, { organisations }) => {
      await signIn(page, organisations.vidyasagar)
      await page.getByRole('link', { name: 'Join link and poster' }).click()
      await expect(page.getByRole('region', { name: 'Poster' })).toBeVisible()
    },
  },
  {
    name: 'organisation-dashboard-page-2',
    whole: true,
    open: async (page, { organisations }) => {
      await signIn(page, organisations.vidyasagar)
      await page.getByRole('button', { name: 'Next page' }).click()
      await expect(page.getByText('11–20 of')).toBeVisible()
    },
  },
  {
    name: 'organisation-dashboard-unverified',
    whole: true,
    open: async (page, { organisations }) => {
      await page.route('**/collections/students/documents?**', async (route) => {
        const response = await route.fetch()
        const body = await response.json()
        for (const index of [1, 4]) body.documents[index].emailNotVerified = true
        await route.fulfill({ response, json: body })
      })
      await signIn(page, organisations.vidyasagar)
      await expect(page.getByText('Email not verified')).toHaveCount(2)
    },
  },
  {
    name: 'organisation-dashboard-member',
    open: async (page, { organisations }) => {
      await signIn(page, organisations.vidyasagar)
      await page.getByRole('button', { name: 'Ananya Krishnan' }).click()
      await expect(page.getByRole('dialog', { name: 'Ananya Krishnan' })).toBeVisible()
    },
  },
  {
    name: 'organisation-dashboard-disputes',
    whole: true,
    open: async (page, { organisations, now }) => {
      const hour = 60 * 60_000
      const dispute = (name: string, rollNumber: string, number: number): OpenDisputes['disputes'][number] => ({
        attendanceSessionId: `session-${number}`,
        number,
        startedAt: now() - (42 - number) * 48 * hour - 2 * hour,
        course: null,
        studentId: rollNumber,
        personId: rollNumber,
        name,
        rollNumber,
        markedAt: now() - (42 - number) * 48 * hour - hour,
        flaggedAt: now() - (42 - number) * 48 * hour,
        reason: 'not-me',
      })
      const marks = [
        dispute('Ananya Krishnan', '21CS1004', 42),
        {
          ...dispute('Padmavathi Venkatasubramanian', '21CS1099', 40),
          reason: 'was-there' as const,
          words: 'I sat in the third row, and my phone lay with Ananya to charge.',
        },
      ]
      await page.route('**/api/v1/attendance/flagged', (route) =>
        route.fulfill({ json: { total: 2, disputes: marks } }),
      )
      await signIn(page, organisations.vidyasagar)
      await expect(page.getByRole('cell', { name: ananya.email })).toBeVisible()
      await expect(page.getByText('What students dispute: 2')).toBeVisible()
      await expect(page.getByText('Padmavathi')).toBeVisible()
    },
  },
  {
    name: 'organisation-dashboard-decision',
    open: async (page, { organisations, now }) => {
      const day = 24 * 60 * 60_000
      const mark = {
        attendanceSessionId: 'session-42',
        number: 42,
        startedAt: now() - 2 * day,
        course: null,
        studentId: '21CS1099',
        personId: '21CS1099',
        name: `${padmavathi.firstName} ${padmavathi.lastName}`,
        rollNumber: '21CS1099',
        markedAt: now() - 2 * day,
        flaggedAt: now() - day,
        reason: 'was-there',
      } as const satisfies OpenDisputes['disputes'][number]
      const history: CellHistory = {
        mark: {
          markedAt: mark.markedAt,
          way: 'screen',
          isSigned: true,
        },
        dispute: {
          at: mark.flaggedAt,
          isOpen: true,
          words: 'I sat in the third row, and my phone lay with Ananya to charge.',
        },
        status: 'absent',
        rulings: [
          {
            status: 'absent',
            minutes: null,
            isAfterLock: false,
            reason: 'Spot check at 09:45: not in the room, and her phone lay on the desk of another student.',
            note: 'Seen by two of us.',
            sequence: 1,
            decidedBy: codes.vidyasagar,
            decidedAt: now() - 2 * day + 60 * 60_000,
            cause: 'staff',
          },
        ],
      }
      await page.route('**/api/v1/attendance/flagged', (route) =>
        route.fulfill({ json: { total: 1, disputes: [mark] } }),
      )
      await page.route('**/api/v1/sessions/*/people/*/rulings', (route) => route.fulfill({ json: history }))
      await signIn(page, organisations.vidyasagar)
      await expect(page.getByText('What students dispute: 1')).toBeVisible()
      await page.getByRole('button', { name: /^Answer / }).click()
      await expect(page.getByText('History of this mark')).toBeVisible()
    },
  },
  {
    name: 'settings',
    whole: true,
    open: async (page, { organisations }) => {
      const settings: InstituteSettings = { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] }
      await page.route('**/api/v1/settings', (route) => route.fulfill({ json: settings }))
      await signIn(page, organisations.vidyasagar)
      await page.getByRole('link', { name: 'Settings' }).click()
      await expect(page.getByLabel('Time zone')).toHaveValue('Asia/Kolkata')
    },
  },
  {
    name: 'organisation-dashboard-loading',
    open: async (page, { organisations }) => {
      await openSessionIn(page.context(), organisations.vidyasagar)
      await holdBack(page, '**/collections/students/documents?**')
      await page.goto('/login')
      await expectOrganisationDashboard(page)
    },
  },
  {
    name: 'organisation-dashboard-error',
    open: async (page, { organisations }) => {
      await openSessionIn(page.context(), organisations.vidyasagar)
      await page.route('**/collections/students/documents?**', refuse)
      await page.goto('/login')
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
  },
  {
    name: 'organisation-dashboard-no-recovery-codes',
    open: async (page, { organisations }) => {
      await signIn(page, organisations.deccan)
      await expect(page.getByText('You have no recovery codes')).toBeVisible()
    },
  },
  {
    name: 'organisation-dashboard-passkey-banner',
    whole: true,
    open: async (page, { organisations }) => {
      await signIn(page, organisations.sahyadri)
      await expect(page.getByText('Passkey not registered yet!')).toBeVisible()
      await expect(page.getByRole('cell', { name: ananya.email })).toBeVisible()
    },
  },
  {
    name: 'organisation-dashboard-empty-long-name',
    open: async (page, { organisations }) => {
      await signIn(page, organisations.deccan)
      await expect(page.getByText('No students yet.')).toBeVisible()
    },
  },
  {
    name: 'organisation-drawer',
    open: async (page, { organisations }) => {
      await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
      await signIn(page, organisations.vidyasagar)
      await openDrawer(page, institutes.vidyasagar.name)
      await page.getByRole('button', { name: 'Copy the id' }).click()
      await expect(toast(page, 'Org-ID copied to clipboard')).toBeVisible()
    },
  },
  {
    name: 'update-email-modal',
    open: (page, world) => openModal(page, world, 'Update Email', 'Update email'),
  },
  {
    name: 'update-phone-number-modal',
    open: (page, world) => openModal(page, world, 'Update Phone Number', 'Update phoneNumber'),
  },
  {
    name: 'change-password-modal-errors',
    open: async (page, world) => {
      await openModal(page, world, 'Change Password', 'Update password')
      await page
        .getByRole('dialog', { name: 'Update password' })
        .getByRole('button', { name: 'Change Password' })
        .click()
      await expect(page.getByText('Please enter both the old and new passwords.').first()).toBeVisible()
    },
  },
  {
    name: 'toast-error',
    open: async (page, { organisations }) => {
      await signIn(page, organisations.sahyadri)
      await page.getByRole('button', { name: 'Start Attendance' }).click()
      await expect(toast(page, 'You have not registered your passkey yet!')).toBeVisible()
    },
  },
  {
    name: 'toast-warning',
    open: async (page, { organisations }) => {
      await startUnaware(page, () => signIn(page, organisations.vidyasagar))
      await expect(toast(page, 'A session is already active')).toBeVisible()
      await expect(page.getByText('This class/session will end after:')).toBeVisible()
    },
  },
]
