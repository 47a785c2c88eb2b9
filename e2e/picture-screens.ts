import { expect, type Page, type Route } from '@playwright/test'
import type { FlaggedMarks, Receipt } from '../contract/receipts.ts'
import type { Person } from '../server/testing/people-over-http.ts'
import {
  expectOrganisationDashboard,
  expectStudentDashboard,
  expectVerificationScreen,
  fillInstituteForm,
  fillStudentForm,
  pressRegister,
  takeMailedLink,
  toast,
} from './people.ts'
import { ananya, codes, institutes, padmavathi } from './picture-people.ts'
import type { PictureWorld } from './picture-world.ts'
import { exportPasskey, openSessionIn } from './prepared-people.ts'
import { addAuthenticator, type VirtualAuthenticator } from './virtual-authenticator.ts'

/** One screen in one state. `open` leads a new page there, and ends when the state is on it. */
export type PictureScreen = {
  readonly name: string
  readonly open: (page: Page, world: PictureWorld) => Promise<void>
  /** The whole page; otherwise what the window shows. */
  readonly whole?: true
}

const password = 'umbrella-monsoon-tramway-7'

async function signIn(page: Page, person: Person): Promise<void> {
  await openSessionIn(page.context(), person)
  await page.goto('/login')
  if (person.label === 'ORG') await expectOrganisationDashboard(page)
  else await expectStudentDashboard(page)
}

/** Leaves every matching request without an answer. */
async function holdBack(page: Page, url: string): Promise<void> {
  await page.route(url, () => undefined)
}

/** Answers as an overloaded server does. */
function refuse(route: Route): Promise<void> {
  const body = { message: 'The server is busy. Please try again.', code: 503, type: 'general_service_unavailable' }
  return route.fulfill({ status: 503, json: { ...body, version: '1.7.0' } })
}

const account = '**/v1/account'

const beforeLogin: readonly PictureScreen[] = [
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
    name: 'login-busy',
    open: async (page) => {
      await page.goto('/login')
      await page.getByLabel('Email', { exact: true }).fill(ananya.email)
      await page.getByLabel('Password', { exact: true }).fill(password)
      await holdBack(page, '**/v1/databases/**')
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
    open: async (page, { server }) => {
      const meera = { firstName: 'Meera', lastName: 'Pillai', rollNumber: '22CS1007', phoneNumber: '+91 94470 61120' }
      await fillStudentForm(page, { ...meera, email: 'meera.pillai@vit-pune.edu.in', password }, 'K7QF-3M9T')
      await pressRegister(page)
      await expectVerificationScreen(page)
      await page.reload()
      await expectVerificationScreen(page)
      await page.getByRole('button', { name: 'Resend Verification Code' }).click()
      await expect(page.getByText('You can resend in')).toBeVisible()
      // The new mail has made the link of the first one worthless.
      await takeMailedLink(server.inbox, 'meera.pillai@vit-pune.edu.in', '/verify-email')
    },
  },
  {
    name: 'verify-email-done',
    open: async (page, { server }) => {
      // Whoever stands on the picture before this one.
      await page.goto(await takeMailedLink(server.inbox, 'meera.pillai@vit-pune.edu.in', '/verify-email'))
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

async function openDetail(page: Page, { ananya: student }: PictureWorld, code: string): Promise<void> {
  await signIn(page, student)
  await page.goto(`/dashboard/${student.id}/${code}`)
  await expect(page.getByText('Attendance Details')).toBeVisible()
  await expect(page.getByText('Sessions that count')).toBeVisible()
}

/** Receipts of the last days, as GET /api/v1/receipts tells them; the second one is disputed. */
function listReceipts({ now }: PictureWorld): Receipt[] {
  const day = 24 * 60 * 60_000
  const of = (code: keyof typeof codes, daysAgo: number, total: number, classes: number): Receipt => ({
    attendanceSessionId: `${code}-${daysAgo}`,
    organisationId: codes[code],
    organisationName: institutes[code].name,
    markedAt: now() - daysAgo * day - 240_000,
    total,
    classes,
    flaggedAt: null,
  })
  return [
    of('vidyasagar', 0, 38, 42),
    { ...of('nalanda', 1, 19, 30), flaggedAt: now() - day },
    of('vidyasagar', 2, 37, 41),
    of('sahyadri', 3, 1, 1),
  ]
}

async function openWithReceipts(page: Page, world: PictureWorld): Promise<void> {
  await page.route('**/api/v1/receipts', (route) => route.fulfill({ json: { receipts: listReceipts(world) } }))
  await signIn(page, world.ananya)
  await expect(page.getByRole('region', { name: 'Latest marks' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Show Details' })).toHaveCount(4)
}

const ofStudents: readonly PictureScreen[] = [
  { name: 'student-dashboard-receipts', whole: true, open: openWithReceipts },
  {
    name: 'student-dashboard-receipts-hindi',
    whole: true,
    open: async (page, world) => {
      await openWithReceipts(page, world)
      await page.getByRole('button', { name: 'हिन्दी' }).click()
      await expect(page.getByRole('region', { name: 'हाल की उपस्थितियाँ' })).toBeVisible()
    },
  },
  {
    name: 'receipt-notice',
    open: async (page, world) => {
      let receipts = listReceipts(world).slice(1)
      await page.route('**/api/v1/receipts', (route) => route.fulfill({ json: { receipts } }))
      await signIn(page, world.ananya)
      await expect(page.getByRole('region', { name: 'Latest marks' })).toBeVisible()
      receipts = listReceipts(world)
      // What was read just now is not read again, and the page's clock stands.
      await page.clock.setFixedTime(world.now() + 60_000)
      await page.evaluate(() => window.dispatchEvent(new Event('visibilitychange')))
      await expect(page.getByRole('region', { name: 'Notifications' }).getByText('This was not me')).toBeVisible()
    },
  },
  {
    name: 'receipt-question',
    open: async (page, world) => {
      await openWithReceipts(page, world)
      await page.getByRole('button', { name: 'This was not me' }).first().click()
      await expect(page.getByRole('dialog', { name: 'Was this not you?' })).toBeVisible()
    },
  },
  {
    name: 'student-drawer-receipts-blocked',
    open: async (page, { ananya: student }) => {
      await signIn(page, student)
      await openDrawer(page, 'Ananya Krishnan')
      await page.getByRole('heading', { name: 'Receipts' }).click()
      const push = page.getByRole('switch', { name: 'Notification on this device' })
      await expect(push).toBeEnabled()
      await push.click()
      await expect(page.getByText('Notifications from here are blocked.')).toBeVisible()
      await push.scrollIntoViewIfNeeded()
    },
  },
  {
    name: 'student-dashboard',
    whole: true,
    open: async (page, { ananya: student }) => {
      await signIn(page, student)
      await expect(page.getByRole('link', { name: 'Show Details' })).toHaveCount(4)
    },
  },
  {
    name: 'student-dashboard-loading',
    open: async (page, { ananya: student }) => {
      await openSessionIn(page.context(), student)
      await holdBack(page, '**/collections/organisations/**')
      await page.goto('/login')
      await expectStudentDashboard(page)
    },
  },
  {
    name: 'student-dashboard-empty',
    open: async (page, { ananya: student }) => {
      await openSessionIn(page.context(), student)
      await page.route('**/collections/organisations/documents?**', (route) =>
        route.fulfill({ json: { total: 0, documents: [] } }),
      )
      await page.goto('/login')
      await expect(page.getByText('No institutes yet')).toBeVisible()
    },
  },
  {
    name: 'student-dashboard-error',
    open: async (page, { ananya: student }) => {
      await openSessionIn(page.context(), student)
      await page.route('**/collections/organisations/documents?**', refuse)
      await page.goto('/login')
      await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    },
  },
  {
    name: 'student-dashboard-passkey-banner',
    whole: true,
    open: async (page, world) => {
      await openSessionIn(page.context(), world.ananya)
      await page.route('**/collections/students/documents/*', async (route) => {
        const response = await route.fetch()
        const { passKey: _absent, ...student } = await response.json()
        await route.fulfill({ response, json: student })
      })
      await page.goto('/login')
      await expect(page.getByText('Passkey not registered yet!')).toBeVisible()
      await expect(page.getByRole('link', { name: 'Show Details' })).toHaveCount(4)
    },
  },
  { name: 'organisation-detail-good', whole: true, open: (page, world) => openDetail(page, world, codes.vidyasagar) },
  { name: 'organisation-detail-below-75', whole: true, open: (page, world) => openDetail(page, world, codes.nalanda) },
  {
    name: 'organisation-detail-no-classes',
    whole: true,
    open: (page, world) => openDetail(page, world, codes.lakeside),
  },
  {
    name: 'organisation-detail-not-a-member',
    open: async (page, { ananya: student }) => {
      await signIn(page, student)
      await page.goto(`/dashboard/${student.id}/${codes.deccan}`)
      await expect(page.getByText('This institute is not in your list')).toBeVisible()
    },
  },
  {
    name: 'add-institute',
    open: async (page, { ananya: student }) => {
      await signIn(page, student)
      await page.getByRole('button', { name: 'Add Institute' }).click()
      await expect(page.getByRole('dialog')).toBeVisible()
    },
  },
  {
    name: 'add-institute-refused',
    open: async (page, { ananya: student }) => {
      await signIn(page, student)
      await page.getByRole('button', { name: 'Add Institute' }).click()
      const dialog = page.getByRole('dialog')
      await dialog.getByRole('textbox').fill('K7QF-3M9T')
      await dialog.getByRole('button', { name: 'Add Institute' }).click()
      await expect(toast(page, 'Already added')).toBeVisible()
    },
  },
  {
    name: 'student-drawer',
    open: async (page, { ananya: student }) => {
      await signIn(page, student)
      await openDrawer(page, 'Ananya Krishnan')
    },
  },
  {
    name: 'offline-notice',
    open: async (page, { ananya: student }) => {
      await signIn(page, student)
      await expect(page.getByRole('link', { name: 'Show Details' })).toHaveCount(4)
      await page.context().setOffline(true)
      await expect(page.getByText('No connection. Trying again.')).toBeVisible()
    },
  },
  {
    name: 'long-names',
    whole: true,
    open: async (page, { students, organisations }) => {
      const student = students.get(padmavathi.rollNumber)
      if (student === undefined) throw new Error('Padmavathi is not among the students.')
      await openSessionIn(page.context(), student)
      // Her institute under a name that no card expects.
      const { id } = organisations.vidyasagar
      await page.route('**/collections/organisations/documents?**', async (route) => {
        const response = await route.fetch()
        const list = await response.json()
        const documents = list.documents.map((one: object) => ({ ...one, ...institutes.deccan, $id: id }))
        await route.fulfill({ response, json: { ...list, documents } })
      })
      await page.goto('/login')
      await expect(page.getByRole('link', { name: 'Show Details' })).toBeVisible()
    },
  },
]

async function openDrawer(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: `Open the profile of ${name}` }).click()
  await expect(page.getByRole('button', { name: 'Update Email' })).toBeVisible()
}

async function openModal(page: Page, world: PictureWorld, button: string, title: string): Promise<void> {
  await signIn(page, world.organisations.vidyasagar)
  await openDrawer(page, institutes.vidyasagar.name)
  await page.getByRole('button', { name: button }).click()
  await expect(page.getByRole('dialog', { name: title })).toBeVisible()
}

const hour = 3_600_000

/** One of each kind: in daily use, in place of a lost one, and perhaps copied. */
async function showPasskeys(page: Page, { now }: PictureWorld, recoveryCodes: number | null): Promise<void> {
  const passkey = { provider: null, isSynced: false, lastUsedAt: null, heldUntil: null, isSuspect: false }
  const created = now() - 30 * 24 * hour
  const passkeys = [
    {
      ...passkey,
      id: 'one',
      credentialId: 'b25l',
      name: 'My phone',
      provider: 'Google Password Manager',
      isSynced: true,
      createdAt: created,
      lastUsedAt: now() - hour,
    },
    {
      ...passkey,
      id: 'two',
      credentialId: 'dHdv',
      name: 'YubiKey 5 NFC',
      createdAt: now() - hour,
      ...(recoveryCodes === null ? { heldUntil: now() + 11 * hour } : { isSuspect: true }),
    },
  ]
  const own = { relyingPartyId: 'localhost', userHandle: 'aGFuZGxl', passkeys, recoveryCodes, enrolment: null }
  await page.route('**/api/v1/passkeys', (route) => route.fulfill({ json: own }))
}

async function openSection(page: Page, name: string, section: string): Promise<void> {
  await openDrawer(page, name)
  await page.getByRole('heading', { name: section }).click()
  await expect(page.getByRole('dialog', { name: 'Profile' }).getByRole('listitem').first()).toBeVisible()
}

/** The section, not the spec's content above it, is what such a picture is about. */
async function scrollDrawer(page: Page): Promise<void> {
  await page
    .getByRole('dialog', { name: 'Profile' })
    .evaluate((drawer) => drawer.scrollTo({ top: drawer.scrollHeight }))
}

const ofPasskeys: readonly PictureScreen[] = [
  {
    name: 'profile-passkeys-student',
    open: async (page, world) => {
      await showPasskeys(page, world, null)
      await signIn(page, world.ananya)
      await openSection(page, 'Ananya Krishnan', 'Passkeys')
      await scrollDrawer(page)
    },
  },
  {
    name: 'profile-passkeys-organisation',
    open: async (page, world) => {
      await showPasskeys(page, world, 8)
      await signIn(page, world.organisations.vidyasagar)
      await openSection(page, institutes.vidyasagar.name, 'Passkeys')
      await scrollDrawer(page)
    },
  },
  {
    name: 'profile-sessions',
    open: async (page, world) => {
      await signIn(page, world.organisations.nalanda)
      await openSection(page, institutes.nalanda.name, 'Where you are logged in')
      await scrollDrawer(page)
    },
  },
  {
    name: 'profile-remove-passkey',
    open: async (page, world) => {
      await showPasskeys(page, world, 8)
      await signIn(page, world.organisations.vidyasagar)
      await openSection(page, institutes.vidyasagar.name, 'Passkeys')
      await page.getByRole('button', { name: 'Remove My phone' }).click()
      await expect(page.getByRole('dialog', { name: 'Remove passkey' })).toBeVisible()
    },
  },
  {
    name: 'profile-step-up',
    open: async (page, world) => {
      await showPasskeys(page, world, 8)
      await signIn(page, world.organisations.vidyasagar)
      await openSection(page, institutes.vidyasagar.name, 'Passkeys')
      await page.getByRole('button', { name: 'Make new recovery codes' }).click()
      await expect(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible()
    },
  },
  {
    name: 'profile-lost-passkey',
    open: async (page, world) => {
      await showPasskeys(page, world, null)
      await signIn(page, world.ananya)
      await openSection(page, 'Ananya Krishnan', 'Passkeys')
      await page.getByRole('button', { name: 'Add a passkey' }).click()
      await expect(page.getByRole('dialog', { name: 'Confirm with a passkey' })).toBeVisible()
    },
  },
  {
    name: 'profile-recovery-codes',
    open: async (page, world) => {
      await showPasskeys(page, world, 0)
      const codes = Array.from({ length: 10 }, (_, index) => `K7QF3M-9TBX2C-HJ4RW${'2346789BCD'[index]}`)
      await page.route('**/api/v1/recovery-codes', (route) => route.fulfill({ json: { codes } }))
      await signIn(page, world.organisations.vidyasagar)
      await openSection(page, institutes.vidyasagar.name, 'Passkeys')
      await page.getByRole('button', { name: 'Make recovery codes' }).click()
      await expect(page.getByRole('dialog', { name: 'Recovery codes' })).toBeVisible()
    },
  },
  {
    name: 'organisation-dashboard-held-passkeys',
    open: async (page, { organisations, now }) => {
      const held = ['Ananya Krishnan', 'Mohammed Faisal Qureshi'].map((studentName, index) => ({
        id: studentName,
        studentId: studentName,
        studentName,
        rollNumber: `21CS10${index}4`,
        createdAt: now() - hour,
        heldUntil: now() + 11 * hour,
      }))
      await page.route('**/api/v1/held-passkeys', (route) => route.fulfill({ json: { passkeys: held } }))
      await signIn(page, organisations.vidyasagar)
      await expect(page.getByText('New passkeys to confirm')).toBeVisible()
    },
  },
  {
    name: 'replace-passkey',
    open: async (page) => {
      await page.goto('/replace-passkey?userId=nobody&secret=nothing')
      await expect(page.getByRole('heading', { name: 'Replace your passkey' })).toBeVisible()
    },
  },
]

/** Opens a report of Vidyasagar: `path` behind /reports. */
async function openReport(page: Page, { organisations }: PictureWorld, path = ''): Promise<void> {
  await signIn(page, organisations.vidyasagar)
  await page.goto(`/admin/dashboard/${codes.vidyasagar}/reports${path}`)
}

const ofReports: readonly PictureScreen[] = [
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
        route.fulfill({ json: { points, sessionsPerPoint: 1 } }),
      )
      await openReport(page, world, '?period=all')
      await expect(page.getByRole('slider')).toBeVisible()
      await page.getByRole('slider').focus()
      await page.keyboard.press('PageDown')
    },
  },
  {
    name: 'reports-loading',
    open: async (page, world) => {
      await holdBack(page, '**/api/v1/reports/**')
      await openReport(page, world)
      await expect(page.getByRole('heading', { name: 'Reports' })).toBeVisible()
    },
  },
  {
    name: 'reports-error',
    open: async (page, world) => {
      await page.route('**/api/v1/reports/**', refuse)
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
    name: 'reports-students',
    whole: true,
    open: async (page, world) => {
      await openReport(page, world, '/students')
      await expect(page.getByRole('link', { name: 'Ananya Krishnan' })).toBeVisible()
    },
  },
  {
    name: 'reports-students-why',
    whole: true,
    open: async (page, world) => {
      await openReport(page, world, '/students')
      await page.getByText('Dashboards: ').first().click()
      await expect(page.getByText('They count').first()).toBeVisible()
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
          json: { message: 'Please confirm that it is you, then export again.', code: 401, type: 'user_unauthorized' },
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

const ofOrganisations: readonly PictureScreen[] = [
  {
    name: 'organisation-dashboard',
    whole: true,
    open: async (page, { organisations }) => {
      await signIn(page, organisations.vidyasagar)
      await expect(page.getByRole('cell', { name: ananya.email })).toBeVisible()
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
    name: 'organisation-dashboard-disputes',
    whole: true,
    open: async (page, { organisations, now }) => {
      const hour = 60 * 60_000
      const dispute = (name: string, rollNumber: string, number: number): FlaggedMarks['marks'][number] => ({
        attendanceSessionId: `session-${number}`,
        number,
        studentId: rollNumber,
        name,
        rollNumber,
        markedAt: now() - (42 - number) * 48 * hour - hour,
        flaggedAt: now() - (42 - number) * 48 * hour,
        reason: 'not-me',
      })
      const marks = [
        dispute('Ananya Krishnan', '21CS1004', 42),
        dispute('Padmavathi Venkatasubramanian', '21CS1099', 40),
      ]
      await page.route('**/api/v1/attendance/flagged', (route) => route.fulfill({ json: { total: 2, marks } }))
      await signIn(page, organisations.vidyasagar)
      await expect(page.getByRole('cell', { name: ananya.email })).toBeVisible()
      await page.getByText('Marks that students dispute: 2').click()
      await expect(page.getByText('Padmavathi')).toBeVisible()
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
      await signIn(page, organisations.vidyasagar)
      await page.getByRole('button', { name: 'Start Attendance' }).click()
      await expect(toast(page, 'A session is already active')).toBeVisible()
      await expect(page.getByText('This class/session will end after:')).toBeVisible()
    },
  },
]

async function openKiosk(page: Page, { organisations }: PictureWorld): Promise<void> {
  await openSessionIn(page.context(), organisations.vidyasagar)
  await page.goto(`/admin/dashboard/${organisations.vidyasagar.id}/mark-attendance`)
  await expect(page.getByText('This class/session will end after:')).toBeVisible()
}

async function connectPhone(page: Page, person: Person): Promise<VirtualAuthenticator> {
  // The phone of the picture before has counted on; a counter that goes back looks like a cloned phone.
  for (const credential of person.authenticator.credentials) credential.counter += 10
  const phone = await addAuthenticator(page, { transport: 'cable' })
  await phone.import(exportPasskey(person))
  return phone
}

async function enter(page: Page, rollNumber: string): Promise<void> {
  const field = page.getByLabel('Enter University Roll Number')
  await field.fill(rollNumber)
  await field.press('Enter')
}

/** In this order: each student's mark follows from the picture before. */
const ofTheKiosk: readonly PictureScreen[] = [
  { name: 'kiosk-idle', open: openKiosk },
  {
    name: 'kiosk-field-needed',
    open: async (page, world) => {
      await openKiosk(page, world)
      await page.getByRole('button', { name: 'Mark Attendance' }).click()
      await expect(page.getByText('Enter a roll number or an email.')).toBeVisible()
    },
  },
  {
    name: 'kiosk-busy',
    open: async (page, world) => {
      await openKiosk(page, world)
      const phone = await connectPhone(page, world.ananya)
      await phone.setPresent(false)
      await enter(page, ananya.rollNumber)
      await expect(page.getByText('Scan the code with your phone to use your passkey').last()).toBeVisible()
    },
  },
  {
    name: 'kiosk-success',
    open: async (page, world) => {
      await openKiosk(page, world)
      await connectPhone(page, world.ananya)
      await enter(page, ananya.rollNumber)
      await expect(toast(page, 'Attendance marked successfully')).toBeVisible()
    },
  },
  {
    name: 'kiosk-already-marked',
    open: async (page, world) => {
      await openKiosk(page, world)
      await connectPhone(page, world.ananya)
      await enter(page, ananya.rollNumber)
      await expect(toast(page, 'Attendance has already been marked')).toBeVisible()
    },
  },
  {
    name: 'kiosk-failed-unknown',
    open: async (page, world) => {
      await openKiosk(page, world)
      await enter(page, '21CS1O04')
      await expect(toast(page, 'No user found with the following credentials')).toBeVisible()
    },
  },
  {
    name: 'kiosk-failed-not-confirmed',
    open: async (page, world) => {
      await openKiosk(page, world)
      await page.route('**/api/v1/passkey/verify-login', (route) => route.fulfill({ json: { verification: false } }))
      await connectPhone(page, world.ananya)
      await enter(page, ananya.rollNumber)
      await expect(toast(page, 'Failed to mark your attendance')).toBeVisible()
    },
  },
  {
    name: 'kiosk-long-name',
    open: async (page, world) => {
      await openKiosk(page, world)
      const student = world.students.get(padmavathi.rollNumber)
      if (student === undefined) throw new Error('Padmavathi is not among the students.')
      await connectPhone(page, student)
      await enter(page, padmavathi.rollNumber)
      await expect(toast(page, 'Attendance marked successfully')).toBeVisible()
    },
  },
  {
    name: 'kiosk-ended',
    open: async (page, world) => {
      await openKiosk(page, world)
      await world.advanceClock(43 * 60_000)
      await page.clock.setFixedTime(world.now())
      await expect(page.getByText('This session has ended').first()).toBeVisible()
    },
  },
  {
    name: 'kiosk-no-session',
    open: async (page, { organisations }) => {
      await openSessionIn(page.context(), organisations.vidyasagar)
      await page.goto(`/admin/dashboard/${organisations.vidyasagar.id}/mark-attendance`)
      await expect(page.getByText('No session is running')).toBeVisible()
    },
  },
]

/** Every screen and state; the server's story moves on from one to the next. */
export const pictureScreens: readonly PictureScreen[] = [
  ...beforeLogin,
  ...ofStudents,
  ...ofPasskeys,
  ...ofReports,
  ...ofOrganisations,
  ...ofTheKiosk,
]
