import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { signedInHintCookie } from '#contract/identifiers.ts'
import { paths } from '#contract/paths.ts'
import { AppRoutes } from '../app/routes.tsx'
import { getAccount } from '../client/account-calls.ts'
import { forgetLoginEnd, noteLogin, noteLogout } from '../client/login-end.ts'
import { noteServerTime } from '../client/server-clock.ts'
import { speakLanguage } from '../language/language.ts'
import { answerCalls, refuse } from '../testing/answer-calls.ts'
import { office, officeDocument } from '../testing/people.ts'
import { showPart } from '../testing/show-part.tsx'
import { rememberCategory } from './login-category.ts'
import { SessionWatch } from './session-watch.tsx'

const minute = 60_000
const now = Date.parse('2026-11-20T09:00:00Z')
const getProfile = 'GET /databases/:databaseId/collections/:collectionId/documents/:documentId'

/** A browser that has logged in, and whose person has used the page until `unusedMs` ago. */
function openBrowser(path: string, unusedMs: number) {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = `${signedInHintCookie}=1; Path=/`
  noteServerTime(now, 0)
  rememberCategory('ORG')
  noteLogin()
  noteServerTime(now + unusedMs, 0)
  showPart(
    <>
      <AppRoutes />
      <SessionWatch />
    </>,
    { path },
  )
}

const title = page.getByRole('heading', { name: 'You were logged out' })
const loginForm = page.getByRole('button', { name: 'Login' })

beforeEach(() => localStorage.clear())

afterEach(() => {
  forgetLoginEnd()
  localStorage.clear()
  sessionStorage.clear()
  // biome-ignore lint/suspicious/noDocumentCookie: as the server takes it away
  document.cookie = `${signedInHintCookie}=; Max-Age=0; Path=/`
})

test('a login that was not used for an hour says so', async () => {
  answerCalls({ 'GET /account': refuse('general_unauthorized_scope') })
  openBrowser(paths.settings(office.$id), 61 * minute)
  await expect.element(title).toBeVisible()
  await expect.element(page.getByText(/^Rollkey was not used in this browser for an hour\./)).toBeVisible()
  await expect.element(page.getByText(/Log in again to go on where you were\.$/)).toBeVisible()
})

test('a login that ended for a reason that the page cannot know says what ends one', async () => {
  answerCalls({ 'GET /account': refuse('general_unauthorized_scope') })
  openBrowser(paths.settings(office.$id), 5 * minute)
  await expect.element(title).toBeVisible()
  await expect
    .element(page.getByText(/^A login ends after an hour without use, after 12 hours at the latest, or when/))
    .toBeVisible()
})

test('a logout in another tab is named when this one is refused', async () => {
  const server: { isOver: boolean } = { isOver: false }
  answerCalls({
    'GET /account': () => (server.isOver ? refuse('general_unauthorized_scope') : office),
    [getProfile]: { ...officeDocument, serverTime: now },
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /screens': { screens: [], serverTime: now },
  })
  openBrowser(paths.settings(office.$id), 0)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  server.isOver = true
  noteLogout()
  await getAccount().catch(() => undefined)
  await expect.element(title).toBeVisible()
  await expect.element(page.getByText(/^The account was logged out in another tab of this browser\./)).toBeVisible()
})

test('the screen for marking keeps its own sentence', async () => {
  answerCalls({ 'GET /account': refuse('general_unauthorized_scope') })
  openBrowser(paths.markAttendance(office.$id), 61 * minute)
  await expect.element(title).toBeVisible()
  await expect.element(page.getByText(/Log in again on this computer, then go on\.$/)).toBeVisible()
  await expect.element(page.getByText(/Log in again to go on where you were\.$/)).not.toBeInTheDocument()
})

test('in Hindi too', async () => {
  await speakLanguage('hi')
  answerCalls({ 'GET /account': refuse('general_unauthorized_scope') })
  openBrowser(paths.settings(office.$id), 61 * minute)
  await expect.element(page.getByRole('heading', { name: 'आप लॉग आउट हो गए हैं' })).toBeVisible()
})

test('control: a browser that has not logged in reads nothing of it', async () => {
  answerCalls({})
  showPart(<AppRoutes />, { path: paths.settings(office.$id) })
  await expect.element(loginForm).toBeVisible()
  await expect.element(title).not.toBeInTheDocument()
})
