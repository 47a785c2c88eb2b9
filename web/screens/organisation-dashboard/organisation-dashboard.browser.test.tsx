import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { HeldPasskey } from '#contract/passkey.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { longAnswers } from '../../testing/long-people.ts'
import { ashaDocument, noPasskeys, office, officeDocument, ownPasskey } from '../../testing/people.ts'
import { noHistory } from '../../testing/sheets.ts'
import { expectCount, press, showPart } from '../../testing/show-part.tsx'
import { OrganisationDashboard } from './organisation-dashboard.tsx'

const hour = 3_600_000
const sentence = 'Too many attempts. Please wait a little and try again.'
const nothingFlagged = { total: 0, disputes: [] }

async function openDashboard(answers: Parameters<typeof answerCalls>[0] = {}, account: typeof office = office) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /databases/:databaseId/collections/:collectionId/documents': { total: 1, documents: [ashaDocument] },
    'GET /passkeys': { ...noPasskeys, passkeys: [ownPasskey], recoveryCodes: 10 },
    'GET /held-passkeys': { passkeys: [] },
    'GET /attendance/flagged': nothingFlagged,
    'GET /settings': { timeZone: 'Pacific/Kiritimati', displayNames: 'short', ways: ['screen'] },
    'GET /attendance/running': { session: null, members: 1, serverTime: officeDocument.serverTime },
    ...answers,
  })
  showPart(<OrganisationDashboard />, { account })
  await expect.element(title).toBeVisible()
  return asked
}

const title = page.getByRole('heading', { name: 'Registered Students' })
const row = page.getByRole('cell', { name: ashaDocument.email })

const kavya: HeldPasskey = {
  id: 'kavya',
  studentId: 'kavya',
  studentName: 'Kavya Nair',
  rollNumber: '21CS044',
  createdAt: 0,
  heldUntil: 12 * hour,
}
const imran: HeldPasskey = { ...kavya, id: 'imran', studentName: 'Imran Sheikh', rollNumber: '21CS045' }

test('a passkey that is confirmed leaves its list, and no key held too long confirms the next one', async () => {
  let waiting = [kavya, imran]
  await openDashboard({
    'GET /held-passkeys': () => ({ passkeys: waiting }),
    'POST /held-passkeys/:passkeyId/confirm': ({ address }) => {
      waiting = waiting.filter(({ id }) => !address.endsWith(`/${id}/confirm`))
      return { passkeys: waiting }
    },
  })
  const list = page.getByRole('region', { name: 'New passkeys to confirm' })
  await press(list.getByRole('button', { name: 'Confirm the passkey of Kavya Nair' }), 'Enter')
  await expectCount(list.getByRole('listitem'), 1)
  await expect.element(list.getByText('Imran Sheikh')).toBeVisible()
  await expect.element(list.getByRole('heading')).toHaveFocus()
  await userEvent.keyboard('{Tab}')
  await expect.element(list.getByRole('button')).toBeEnabled()
  await userEvent.keyboard('{Enter}')
  await expect.element(list).not.toBeInTheDocument()
  await expect.element(title).toHaveFocus()
})

test('recovery codes, shown once, are closed by their own button alone, and the keyboard is at the heading', async () => {
  await openDashboard({
    'GET /passkeys': { ...noPasskeys, passkeys: [ownPasskey], recoveryCodes: 0 },
    'POST /recovery-codes': { codes: Array.from({ length: 10 }, (_, index) => `CODE-${index}`) },
  })
  await press(page.getByRole('button', { name: 'Make recovery codes' }), 'Enter')
  const codes = page.getByRole('dialog', { name: 'Recovery codes' })
  await expectCount(codes.getByRole('listitem'), 10)
  await userEvent.keyboard('{Escape}')
  await userEvent.click(document.body, { position: { x: 5, y: 5 }, force: true })
  await userEvent.keyboard('{Escape}')
  await expect.element(codes).not.toHaveAttribute('data-ending-style')
  await expectCount(codes.getByRole('listitem'), 10)
  await press(codes.getByRole('button', { name: 'Done' }), 'Enter')
  await expect.element(codes).not.toBeInTheDocument()
  // What asked for them has gone with the need.
  await expect.element(title).toHaveFocus()
})

test('an institute that cannot be read cannot start, and its screen waits for the second try as it is', async () => {
  const second = Promise.withResolvers<typeof officeDocument>()
  let reads = 0
  await openDashboard({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': () =>
      reads++ === 0 ? refuse('general_rate_limit_exceeded') : second.promise,
  })
  const failure = page.getByRole('alert')
  const start = page.getByRole('button', { name: 'Start Attendance' })
  await expect.element(failure.getByText(sentence)).toBeVisible()
  await expect.element(start).toBeDisabled()
  await expect.element(start).not.toHaveAttribute('aria-busy')

  const retry = failure.getByRole('button', { name: 'Try again' })
  await press(retry, 'Enter')
  await expect.element(retry).toHaveAttribute('aria-busy', 'true')
  await expect.element(retry).toHaveFocus()
  await expect.element(start).not.toHaveAttribute('aria-busy')
  second.resolve(officeDocument)
  await expect.poll(() => document.body.innerText).toContain('Total Classes: 0')
  await expect.element(start).toBeEnabled()
})

test('the students stay in sight while the disputes are asked for again', async () => {
  const second = Promise.withResolvers<typeof nothingFlagged>()
  let reads = 0
  const asked = await openDashboard({
    'GET /attendance/flagged': () => (reads++ === 0 ? refuse('general_rate_limit_exceeded') : second.promise),
  })
  await expect.element(row).toBeVisible()
  window.dispatchEvent(new Event('visibilitychange'))
  await expect.poll(() => asked.filter(({ call }) => call === 'GET /attendance/flagged').length).toBe(2)
  await expect.element(row).toBeVisible()
  second.resolve(nothingFlagged)
})

test("times of disputes and passkeys are in the institute's zone", async () => {
  // Sunday noon in UTC, and two o'clock on Monday on Kiritimati.
  const at = Date.parse('2026-11-15T12:00:00Z')
  const [mark] = longAnswers['GET /attendance/flagged'].disputes
  await openDashboard({
    'GET /attendance/flagged': { total: 1, disputes: [{ ...mark, markedAt: at, flaggedAt: at }] },
    'GET /held-passkeys': { passkeys: [{ ...kavya, createdAt: at, heldUntil: at + 12 * hour }] },
  })
  await expect.element(page.getByText('What students dispute: 1')).toBeVisible()
  await expect.element(page.getByText('‘I was there’, 16 Nov 2026, 02:00')).toBeVisible()
  await expect.element(page.getByText(/16 Nov 2026, 14:00/)).toBeVisible()
})

test('a dispute shows the words of its student', async () => {
  const [mark] = longAnswers['GET /attendance/flagged'].disputes
  const words = 'I sat in the third row.'
  await openDashboard({ 'GET /attendance/flagged': { total: 1, disputes: [{ ...mark, reason: 'was-there', words }] } })
  await expect.element(page.getByText('What students dispute: 1')).toBeVisible()
  await expect.element(page.getByText(`“${words}”`)).toBeVisible()
})

test('the ways to other screens stand together', async () => {
  await page.viewport(1440, 844)
  await openDashboard()
  const passkey = page.getByText('Passkey registered')
  await expect.element(passkey).toBeVisible()
  const [poster, reports, settings] = ['Join link and poster', 'Reports', 'Settings'].map((name) =>
    page.getByRole('link', { name }).element().getBoundingClientRect(),
  )
  expect((reports?.left ?? 0) - (poster?.right ?? 0)).toBe(12)
  expect((settings?.left ?? 0) - (reports?.right ?? 0)).toBe(12)
  expect((poster?.left ?? 0) - passkey.element().getBoundingClientRect().right).toBe(24)
})

test('a dispute of a course names it, and its answer begins with what holds', async () => {
  const [mark] = longAnswers['GET /attendance/flagged'].disputes
  const course = { id: 'maths', code: 'MATH-1', title: 'Mathematics' }
  const absent = { ...mark, number: 3, course, markedAt: null, name: 'Asha Rao', reason: 'was-there' } as const
  await openDashboard({
    'GET /attendance/flagged': { total: 1, disputes: [absent] },
    'GET /sessions/:sessionId/people/:personId/rulings': { ...noHistory, dispute: { at: 1, isOpen: true } },
  })
  await expect.element(page.getByText('What students dispute: 1')).toBeVisible()
  await expect.element(page.getByText(/^MATH-1, session 3, /)).toBeVisible()
  await userEvent.click(page.getByRole('button', { name: 'Answer Asha Rao, session 3' }))
  const dialog = page.getByRole('dialog', { name: 'Asha Rao' })
  await expect.element(dialog.getByRole('radio', { name: 'Absent' })).toBeChecked()
})

const figures = {
  ...{ people: 412, before: 0, held: 62, notTaken: 0, below: 24, goal: 75 },
  ...{ counted: 1000, points: 91_200, percentage: '91.2%' },
}
const tabs = page.getByRole('navigation', { name: 'Views of the course' })

test.each([
  ['people', { hasPeople: true }],
  ['a registrar', { acting: { institute: office.$id, name: 'Rosa', title: '', role: 'registrar', holdsWhole: true } }],
] as const)('with %s the students are the first tab of the whole institute', async (_who, prefs) => {
  await openDashboard(
    {
      'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': {
        ...officeDocument,
        passKey: true,
      },
      'GET /institute': { ...officeDocument, passKey: true },
      'GET /institute/students': { total: 1, documents: [ashaDocument] },
      'GET /groups/:groupId/figures': figures,
    },
    { ...office, prefs },
  )
  await expect.element(tabs).toBeVisible()
  const shown = () =>
    tabs
      .getByRole('link')
      .elements()
      .map(({ textContent }) => textContent?.trim())
  await expect.poll(shown).toEqual(['Students 1', 'Register', 'Numbers', 'Settings'])
  await expect.element(page.getByText('91.2%')).toBeVisible()
  await expect.poll(() => document.body.innerText).toContain('Total Classes: 0')
  await expect.element(page.getByText('Passkey registered')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Join link and poster' })).toBeVisible()
  expect(page.getByRole('heading', { level: 1 }).elements()).toHaveLength(1)
})

test('without people the heading stands alone, and nothing of groups is read', async () => {
  const asked = await openDashboard()
  await expect.element(row).toBeVisible()
  expect(tabs.elements()).toHaveLength(0)
  expect(asked.some(({ call }) => call.includes('/groups'))).toBe(false)
})
