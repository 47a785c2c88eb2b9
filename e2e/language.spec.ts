import type { Page } from '@playwright/test'
import { hindiActingTexts } from '#contract/acting-texts.hi.ts'
import { hindiAddInstituteTexts } from '#contract/add-institute-texts.hi.ts'
import { hindiAttendanceTexts } from '#contract/attendance-texts.hi.ts'
import { hindiFieldTexts } from '#contract/field-texts.hi.ts'
import { hindiLoginTexts } from '#contract/login-texts.hi.ts'
import { hindiProfileTexts } from '#contract/profile-texts.hi.ts'
import { hindiTexts as hindi } from '#contract/texts.hi.ts'
import {
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import { hindiOrganisationDetailTexts } from '../web/parts/attendance-record/organisation-detail-texts.hi.ts'
import { hindiStudentDashboardTexts } from '../web/parts/attendance-record/student-dashboard-texts.hi.ts'
import { hindiLandingTexts } from '../web/screens/landing/landing-texts.hi.ts'
import { expectAccessible, still } from './accessibility.ts'
import { expect, test } from './fixtures.ts'
import { onlyWhole } from './looks.ts'
import { asha, closeToasts, logInAsStudent, logOut, type Student } from './people.ts'
import { openSessionIn, prepareOrganisation, prepareStudent } from './prepared-people.ts'
import type { TestServer } from './server-host.ts'

/** The second language: chosen by the browser or by hand, remembered; complete, and as accessible as the first. */

const shreya: Student = {
  ...asha,
  firstName: 'श्रेया',
  lastName: 'चट्टोपाध्याय',
  rollNumber: '21CS051',
  email: 'shreya@students.example',
}
const longName = 'श्री विश्वेश्वरैया राष्ट्रीय प्रौद्योगिकी एवं प्रबंधन महाविद्यालय'

const softly = expect.configure({ soft: true })

const html = (page: Page) => page.locator('html')
const toHindi = (page: Page) => page.getByRole('button', { name: 'हिन्दी' })
const toEnglish = (page: Page) => page.getByRole('button', { name: 'English' })

async function expectHindiLogin(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: hindiLoginTexts.title })).toBeVisible()
  await expect(html(page)).toHaveAttribute('lang', 'hi')
  await expect(page).toHaveTitle(`${hindiLoginTexts.title} · Rollkey`)
}

async function expectEnglishLogin(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { name: 'Login' })).toBeVisible()
  await expect(html(page)).toHaveAttribute('lang', 'en')
  await expect(page).toHaveTitle('Login · Rollkey')
}

async function expectLanding(page: Page, language: 'en' | 'hi'): Promise<void> {
  const name = language === 'hi' ? hindiLandingTexts.getStarted : 'Get Started'
  await expect(page.getByRole('link', { name })).toBeVisible()
  await expect(html(page)).toHaveAttribute('lang', language)
}

test.describe('in a browser that prefers Hindi', () => {
  test.use({ locale: 'hi-IN' })

  test('the landing page and the app are in Hindi', async ({ page }) => {
    await page.goto('/')
    await expectLanding(page, 'hi')
    await expect(page).toHaveTitle(/हाज़िरी/)
    await page.getByRole('link', { name: hindiLandingTexts.getStarted }).click()
    await expectHindiLogin(page)
  })

  test('the landing page is in Hindi without any script', async ({ openContext }) => {
    const page = await (await openContext({ javaScriptEnabled: false })).newPage()
    await page.goto('/')
    await expectLanding(page, 'hi')
  })

  test('English can be chosen in the app, and is remembered everywhere', onlyWhole, async ({ page }) => {
    await page.goto('/login')
    await expectHindiLogin(page)
    await toEnglish(page).click()
    await expectEnglishLogin(page)
    await page.reload()
    await expectEnglishLogin(page)
    await page.goto('/')
    await expectLanding(page, 'en')
  })

  test('English can be chosen on the landing page, and Hindi again', onlyWhole, async ({ page }) => {
    await page.goto('/')
    await toEnglish(page).click()
    await expectLanding(page, 'en')
    await page.goto('/login')
    await expectEnglishLogin(page)
    await page.goto('/')
    await toHindi(page).click()
    await expectLanding(page, 'hi')
  })

  test('the choice survives a logout, which makes the browser delete everything else', async ({ page, server }) => {
    const { id } = await prepareOrganisation(server, 'no passkey')
    await prepareStudent(server, id, 'no passkey')
    await page.goto('/login')
    await toEnglish(page).click()
    await logInAsStudent(page, asha)
    await logOut(page)
    await page.reload()
    await expectEnglishLogin(page)
  })

  test('refusals are Hindi, by their reasons', onlyWhole, async ({ page, server }) => {
    const { id } = await prepareOrganisation(server, 'no passkey')
    await openSessionIn(page.context(), await prepareStudent(server, id, 'no passkey'))
    await page.goto('/login')
    const notices = page.getByRole('region', { name: hindi.common.notifications })

    await page.getByRole('button', { name: hindiStudentDashboardTexts.addInstitute }).click()
    const dialog = page.getByRole('dialog', { name: hindiStudentDashboardTexts.addInstitute })
    await dialog.getByRole('textbox').fill(id)
    await dialog.getByRole('button', { name: hindiStudentDashboardTexts.addInstitute }).click()
    await expect(notices.getByText(hindiAddInstituteTexts.duplicate)).toBeVisible()
    await page.keyboard.press('Escape')

    await page.getByRole('button', { name: hindiActingTexts.openProfile(`${asha.firstName} ${asha.lastName}`) }).click()
    await page.getByRole('button', { name: hindiProfileTexts.updateEmail }).click()
    const modal = page.getByRole('dialog', { name: hindiProfileTexts.modalTitle('email') })
    await modal.getByLabel(hindiProfileTexts.newEmail).fill('new@students.example')
    await modal.getByLabel(hindiProfileTexts.currentPassword, { exact: true }).fill('not-the-password')
    await modal.getByRole('button', { name: hindiProfileTexts.updateEmail }).click()
    await expect(notices.getByText('मौजूदा पासवर्ड ग़लत है।')).toBeVisible()
  })
})

test('a browser that prefers English never loads the Hindi texts, until Hindi is chosen', async ({ page }) => {
  const fetched: string[] = []
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname))
  const hindiPart = /\/assets\/hindi/
  await page.goto('/')
  await expectLanding(page, 'en')
  await page.goto('/login')
  await expectEnglishLogin(page)
  expect(fetched.filter((path) => hindiPart.test(path))).toEqual([])
  await toHindi(page).click()
  await expectHindiLogin(page)
  expect(fetched.filter((path) => hindiPart.test(path))).not.toEqual([])
})

test('without a connection the language stays, and the screen says why', async ({ page, expectTrouble }) => {
  expectTrouble(/net::ERR_FAILED/)
  await page.route(/\/assets\/hindi/, (route) => route.abort())
  await page.goto('/login')
  await toHindi(page).click()
  await expect(page.getByRole('region', { name: 'Notifications' }).getByText('Network request failed')).toBeVisible()
  await expectEnglishLogin(page)
})

async function expectSound(page: Page, screen: string): Promise<void> {
  await closeToasts(page, hindi.common)
  for (const width of [360, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const overflow = () => html(page).evaluate((root) => root.scrollWidth - root.clientWidth)
    await softly.poll(overflow, `${screen} scrolls sideways at ${width} px`).toBeLessThanOrEqual(0)
  }
  await expectAccessible(page, screen)
}

const inHindi = { locale: 'hi-IN', ...still }

/** An institute with a long name that holds a class, and its student. */
async function prepareLongNames(server: TestServer): Promise<{ organisation: Person; student: Person }> {
  const organisation = await registerOrganisation(server, { name: longName })
  await registerPasskey(organisation)
  const student = await registerStudent(server, organisation.id, shreya)
  await startAttendance(organisation)
  return { organisation, student }
}

test(
  'in Hindi, with long names, the screens before the login are accessible and stay in their width',
  onlyWhole,
  async ({ server, openContext }) => {
    const { organisation } = await prepareLongNames(server)
    const guest = await (await openContext(inHindi)).newPage()
    await guest.goto('/')
    await expectSound(guest, 'landing page')
    await guest.goto('/register')
    await guest.getByLabel(hindiFieldTexts.instituteCode).fill(organisation.id)
    await expect(guest.getByText(longName).first()).toBeVisible()
    await expectSound(guest, 'registration')
    await guest.goto('/login')
    await guest.getByRole('button', { name: hindiLoginTexts.action }).click()
    await expect(guest.getByText(hindiFieldTexts.needed).first()).toBeVisible()
    await expectSound(guest, 'login, with errors')
  },
)

test(
  'in Hindi, with long names, the screens of an institute are accessible and stay in their width',
  onlyWhole,
  async ({ server, openContext }) => {
    const { organisation } = await prepareLongNames(server)
    const office = await openContext(inHindi)
    await openSessionIn(office, organisation)
    const desk = await office.newPage()
    await desk.goto('/login')
    await expect(desk.getByRole('cell', { name: `${shreya.firstName} ${shreya.lastName}` })).toBeVisible()
    await expectSound(desk, 'organisation dashboard')
    await desk.getByRole('button', { name: hindiActingTexts.openProfile(longName) }).click()
    await expect(desk.getByRole('heading', { name: longName })).toBeVisible()
    await expectSound(desk, 'profile drawer')
    await desk.goto(`/admin/dashboard/${organisation.id}/mark-attendance`)
    await expect(desk.getByText(hindiAttendanceTexts.endsAfter)).toBeVisible()
    await expectSound(desk, 'marking')
  },
)

test('in Hindi, with long names, the screens of a student are accessible and stay in their width', async ({
  server,
  openContext,
}) => {
  const { student } = await prepareLongNames(server)
  const phone = await openContext(inHindi)
  await openSessionIn(phone, student)
  const own = await phone.newPage()
  await own.goto('/login')
  await own.getByRole('link', { name: hindiStudentDashboardTexts.showDetails }).waitFor()
  await expectSound(own, 'student dashboard')
  await own.getByRole('link', { name: hindiStudentDashboardTexts.showDetails }).click()
  // Its name is also a heading of the screen before.
  await expect(own.getByRole('group', { name: hindiOrganisationDetailTexts.attendance })).toBeVisible()
  await expectSound(own, 'organisation detail')
})
