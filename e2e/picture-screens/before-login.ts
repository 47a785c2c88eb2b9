import { join } from 'node:path'
import { expect } from '@playwright/test'
import {
  expectVerificationScreen,
  fillInstituteForm,
  fillStudentForm,
  pressRegister,
  takeMailedLink,
  toast,
} from '../people.ts'
import { ananya, institutes } from '../picture-people.ts'
import { openSessionIn, prepareUnconfirmedOrganisation } from '../prepared-people.ts'
import { holdBack, type PictureScreen, refuse } from './picture-screen.ts'

const password = 'umbrella-monsoon-tramway-7'

const account = '**/v1/account'

const evidenceSample = (name: string) =>
  join(import.meta.dirname, '..', '..', 'testing', 'evidence-samples', `${name}.json`)

export const beforeLogin: readonly PictureScreen[] = [
  {
    name: 'landing',
    whole: true,
    open: async (page) => {
      await page.goto('/')
      await expect(page.getByRole('link', { name: 'Get Started' })).toBeVisible()
      // Its faces come after the first paint.
      await expect(page.locator('html')).toHaveAttribute('data-faces')
      // The footer's picture is fetched when it comes near.
      await page.getByRole('contentinfo').scrollIntoViewIfNeeded()
      await expect.poll(() => page.evaluate(() => [...document.images].every((image) => image.complete))).toBe(true)
      await page.evaluate(() => {
        // A picture of the whole page shows what lies far below the window, too, where a visitor's browser draws nothing yet.
        for (const part of document.querySelectorAll<HTMLElement>('main > *, footer'))
          part.style.contentVisibility = 'visible'
        window.scrollTo({ top: 0, behavior: 'instant' })
      })
    },
  },
  {
    name: 'verify',
    whole: true,
    open: async (page) => {
      await page.goto('/verify')
      await expect(page.getByText('Choose a file')).toBeVisible()
    },
  },
  {
    name: 'verify-fits',
    whole: true,
    open: async (page) => {
      await page.goto('/verify')
      await page.getByLabel('Choose a file').setInputFiles(['keys', 'es256'].map(evidenceSample))
      await expect(page.getByRole('heading', { name: 'Both signatures fit' })).toBeVisible()
    },
  },
  {
    name: 'verify-not-all-checked',
    whole: true,
    open: async (page) => {
      await page.goto('/verify')
      await page.getByLabel('Choose a file').setInputFiles(evidenceSample('es256'))
      await expect(page.getByRole('heading', { name: 'Not everything is checked' })).toBeVisible()
    },
  },
  {
    name: 'register-student',
    whole: true,
    open: async (page) => {
      await fillStudentForm(page, { ...ananya, password }, 'K7QF-3M9T')
      await page.getByLabel('Institute Roll Number').focus()
    },
  },
  {
    name: 'register-student-errors',
    whole: true,
    open: async (page) => {
      await page.goto('/register')
      await page.getByLabel('Email', { exact: true }).fill('ananya.k')
      await page.getByLabel('Password', { exact: true }).fill('ledger')
      await page.getByRole('button', { name: 'Register', exact: true }).click()
      await expect(page.getByText('Please fill this in.').first()).toBeVisible()
    },
  },
  {
    name: 'register-organisation',
    whole: true,
    open: async (page) => {
      await fillInstituteForm(page, { ...institutes.vidyasagar, addressLine2: '', pinCode: '411', password: '' })
      await page.getByLabel('Pin Code').focus()
    },
  },
  {
    name: 'login-student',
    whole: true,
    open: async (page) => {
      await page.goto('/login')
      await page.getByLabel('Email', { exact: true }).fill(ananya.email)
      await page.getByLabel('Password', { exact: true }).fill(password)
    },
  },
  {
    name: 'login-organisation-refused',
    whole: true,
    open: async (page) => {
      await page.goto('/login')
      await page.getByRole('tab', { name: 'Organisation' }).click()
      await page.getByLabel('Email', { exact: true }).fill('registar@vit-pune.edu.in')
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(toast(page, 'Invalid user, please check your email')).toBeVisible()
    },
  },
  {
    name: 'login-student-email-of-an-organisation',
    whole: true,
    open: async (page) => {
      await page.goto('/login')
      await page.getByLabel('Email', { exact: true }).fill(institutes.vidyasagar.email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(page.getByRole('button', { name: 'Go on as an organisation' })).toBeVisible()
    },
  },
  {
    name: 'login-before-its-script',
    whole: true,
    open: async (page) => {
      await page.route('**/assets/app-*.js', () => undefined)
      await page.goto('/login', { waitUntil: 'commit' })
      await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
    },
  },
  {
    name: 'login-busy',
    open: async (page) => {
      await page.goto('/login')
      await page.getByLabel('Email', { exact: true }).fill(ananya.email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await holdBack(page, '**/profiles/look-up')
      await page.getByRole('button', { name: 'Login', exact: true }).click()
      await expect(toast(page, 'Logging in...')).toBeVisible()
    },
  },
  {
    name: 'verify-email-busy',
    open: async (page) => {
      await holdBack(page, '**/v1/account/verification')
      await page.goto('/verify-email?userId=K7QF3M9T&secret=held-back')
      await expect(page.getByText('Verifying your Email...')).toBeVisible()
    },
  },
  {
    name: 'verify-email-failed',
    open: async (page) => {
      await page.goto('/verify-email?userId=K7QF3M9T&secret=used-before')
      await expect(page.getByText('Verification Failed', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'not-verified',
    open: async (page) => {
      const meera = { firstName: 'Meera', lastName: 'Pillai', rollNumber: '22CS1007', phoneNumber: '+91 94470 61120' }
      await fillStudentForm(page, { ...meera, email: 'meera.pillai@vit-pune.edu.in', password }, 'K7QF-3M9T')
      await pressRegister(page)
      await expectVerificationScreen(page)
      await page.reload()
      await expectVerificationScreen(page)
      await page.getByRole('button', { name: 'Resend Verification Code' }).click()
      await expect(page.getByText('You can resend in')).toBeVisible()
    },
  },
  {
    name: 'verify-email-done',
    open: async (page, { server }) => {
      const { email } = await prepareUnconfirmedOrganisation(server)
      await page.goto(await takeMailedLink(server.inbox, email, '/verify-email'))
      await expect(page.getByText('Verification Successfull', { exact: true })).toBeVisible()
    },
  },
  {
    name: 'recover-password',
    open: async (page) => {
      await page.goto('/recover-password?category=STUDENT')
      await page.getByLabel('Email', { exact: true }).fill(ananya.email)
    },
  },
  {
    name: 'recover-password-not-registered',
    open: async (page) => {
      await page.goto('/recover-password?category=ORG')
      await page.getByLabel('Email', { exact: true }).fill('nobody@vit-pune.edu.in')
      await page.getByRole('button', { name: 'Send Recovery Email' }).click()
      await expect(toast(page, 'You are not registered with this email')).toBeVisible()
    },
  },
  {
    name: 'recover-password-sent',
    open: async (page) => {
      await page.goto('/recover-password?category=STUDENT')
      await page.getByLabel('Email', { exact: true }).fill(ananya.email)
      await page.getByRole('button', { name: 'Send Recovery Email' }).click()
      await expect(toast(page, 'Recovery mail sent to the provided email')).toBeVisible()
    },
  },
  {
    name: 'new-password',
    open: async (page) => {
      await page.goto('/new-password?userId=K7QF3M9T&secret=not-used')
      await page.getByLabel('New Password', { exact: true }).fill('harvest-candle')
    },
  },
  {
    name: 'new-password-errors',
    open: async (page) => {
      await page.goto('/new-password?userId=K7QF3M9T&secret=not-used')
      await page.getByLabel('New Password', { exact: true }).fill('harvest')
      await page.getByLabel('Confirm New Password').fill('candle')
      await page.getByRole('button', { name: 'Set New Password' }).click()
      await expect(page.getByText('Password must be at least 8 characters long').first()).toBeVisible()
    },
  },
  {
    name: 'not-found',
    open: async (page) => {
      await page.goto('/no-such-page')
      await expect(page.getByRole('heading', { name: 'This page is not in the register' })).toBeVisible()
    },
  },
  {
    name: 'spinner',
    open: async (page, { ananya: student }) => {
      await openSessionIn(page.context(), student)
      await holdBack(page, account)
      await page.goto('/login')
      await expect(page.getByRole('status')).not.toHaveCount(0)
      await expect(page.getByText('Loading').first()).toBeAttached()
    },
  },
  {
    name: 'server-unreachable',
    open: async (page, { ananya: student }) => {
      await openSessionIn(page.context(), student)
      await page.route(account, refuse)
      await page.goto('/login')
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
  },
]
