import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Draw, MarkFlag } from '#contract/attendance-sheet.ts'
import type { CheckedPerson, CheckedSheet } from '#contract/course-sessions.ts'
import { paths } from '#contract/paths.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { markedRow, noHistory, unchecked } from '../../testing/sheets.ts'
import { expectCount } from '../../testing/show-part.tsx'
import { showScreen } from '../../testing/show-screen.tsx'

const now = Date.now()
const minute = 60_000

const unknown = { status: null, isAfterClosing: false, isLeftOut: false, isGuest: false, mark: null, ruling: null }
const person = (given: string, cell: Partial<CheckedPerson['cell']> = {}): CheckedPerson => ({
  ...{ personId: given, studentId: given, rollNumber: `21CS-${given}`, given, family: 'Rao' },
  cell: { ...unknown, ...cell },
})
const marked = (minutesAgo: number, ...flags: MarkFlag[]): Partial<CheckedPerson['cell']> => {
  const at = now - minutesAgo * minute
  return { status: 'present', mark: { ...markedRow.mark, markedAt: at, begunAt: at, flags } }
}

const people = [
  person('Asha', marked(20)),
  person('Bela', marked(4, 'shared-browser')),
  person('Chitra'),
  person('Devi', { status: 'absent', isDisputed: true }),
]
const running: CheckedSheet = {
  session: {
    ...{ id: 'session', publicId: 'GWPK7MQ234', course: { id: 'cs', code: 'CS201', title: 'Data structures' } },
    ...{ number: 26, room: { id: 'a110', name: 'A 110' }, startedAt: now - 30 * minute, endsAt: now + 30 * minute },
    ...{ lateAfterMs: 10 * minute, closesAfterMs: null, hasRoomCode: true, status: 'held', isTaken: true },
    ...{ present: 2, people: 4, apart: { guests: 1, afterClosing: 0 } },
  },
  ...{ people, lockedAt: now + 9 * 24 * 60 * minute, serverTime: now, ...unchecked },
}

function open(sheet: Partial<CheckedSheet> = {}, answers: Parameters<typeof answerCalls>[0] = {}) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /institute': { ...officeDocument, passKey: true },
    'GET /passkeys': noPasskeys,
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /today': { running: [], notTaken: [], courses: [], rooms: [{ id: 'a110', name: 'A 110' }], serverTime: now },
    'GET /sessions/:sessionId': { kind: 'course', ...running, ...sheet },
    ...answers,
  })
  showScreen('courseSession', office, paths.courseSession(office.$id, 'session'))
  return asked
}

const rowsShown = () =>
  page
    .getByRole('region', { name: 'Students of this session' })
    .getByRole('listitem')
    .elements()
    .map((row) => /21CS-(\w+?)(?=Not|Present|Absent)/.exec(row.textContent ?? '')?.[1])

test('a sheet has its heading before its people are read', async () => {
  open({}, { 'GET /sessions/:sessionId': () => new Promise<never>(() => undefined) })
  await expect.element(page.getByRole('heading', { level: 1, name: 'Attendance sheet' })).toBeVisible()
})

test('a running session says how long it still lasts, and lists first who is not here, then the newest', async () => {
  open()
  await expect.poll(() => page.getByRole('timer').element().textContent).toMatch(/^(30:00|29:5\d)$/)
  await expect.element(page.getByText('Not yet here, 1')).toBeVisible()
  expect(rowsShown()).toEqual(['Chitra', 'Bela', 'Asha', 'Devi'])
})

test('what deserves a look is said in its row, and found by its filter', async () => {
  open()
  await expect.element(page.getByText('Browser used by several students')).toBeVisible()
  await page.getByRole('button', { name: /^Worth a look 2/ }).click()
  await expect.poll(rowsShown).toEqual(['Bela', 'Devi'])
  await page.getByRole('searchbox').fill('béla')
  await expect.poll(rowsShown).toEqual(['Bela'])
})

test('what nearly all marks have in common is about the room, and marks no one', async () => {
  open({ roomFlags: [{ flag: 'shared-browser', marks: 9, of: 10 }] })
  await expect.element(page.getByText(/^Browser used by several students: 9 of 10 marks/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^Worth a look 1/ })).toBeVisible()
})

test('counted heads stand beside all who are in the room', async () => {
  const counted = { counted: 5, countedAt: now }
  const asked = open({}, { 'PUT /sessions/:sessionId/head-count': counted })
  await page.getByText('Head count', { exact: true }).click()
  await page.getByLabelText('People in the room').fill('5')
  await page.getByRole('button', { name: 'Save count' }).click()
  await expect.poll(() => asked.find(({ call }) => call.startsWith('PUT'))?.body).toEqual({ counted: 5 })
  await expect.poll(() => asked.filter(({ call }) => call === 'GET /sessions/:sessionId').length).toBeGreaterThan(1)
})

test('a drawn student who is not there: the decision begins with absent and its reason', async () => {
  const draw: Draw = {
    ...{ studentId: 'Asha', personId: 'Asha', name: 'Asha Rao', rollNumber: '21CS-Asha', drawnAt: now, here: null },
  }
  open(
    { draws: [draw] },
    {
      'PUT /sessions/:sessionId/draws/:studentId': { draws: [{ ...draw, here: false }] },
      'GET /sessions/:sessionId/people/:personId/rulings': { ...noHistory, status: 'present' },
    },
  )
  await page.getByRole('button', { name: 'Not here: Asha Rao' }).click()
  const dialog = page.getByRole('dialog', { name: 'Asha Rao' })
  await expect.element(dialog.getByRole('radio', { name: 'Absent' })).toBeChecked()
  await expect.element(dialog.getByLabelText(/^Reason/)).toHaveValue('Drawn in the spot check, and not in the room')
})

test('once it is over all stand by roll number, and nothing counts down', async () => {
  open({ serverTime: now + 61 * minute, session: { ...running.session, endsAt: now - minute } })
  await expect.element(page.getByText('2 of 4 present')).toBeVisible()
  expect(rowsShown()).toEqual(['Asha', 'Bela', 'Chitra', 'Devi'])
  await expect.element(page.getByRole('timer')).not.toBeInTheDocument()
})

test('every filter is reached by the keyboard', async () => {
  open()
  await page.getByRole('button', { name: /^All 4/ }).click()
  await userEvent.keyboard('{Tab}{Enter}')
  await expect.element(page.getByRole('button', { name: /^Present 2/ })).toHaveAttribute('aria-pressed', 'true')
})

test('those who are not here are chosen and marked by hand in their line; a refusal keeps the choice', async () => {
  const asked = open({}, { 'POST /check-ins': refuse('own-passkey-missing') })
  await page.getByRole('checkbox', { name: /^Chitra Rao/ }).click()
  await page.getByRole('button', { name: 'Mark 1 by hand' }).click()
  const dialog = page.getByRole('dialog', { name: 'Mark by hand' })
  await dialog.getByLabelText('Reason').fill('Phone forgotten')
  await dialog.getByRole('button', { name: 'Sign with your passkey' }).click()
  await expect.element(dialog.getByText(/^Marks by hand are signed by your own passkey/)).toBeVisible()
  expect(asked.find(({ call }) => call === 'POST /check-ins')?.body).toEqual({
    ...{ way: 'hand', session: 'session', students: ['Chitra'], reason: 'Phone forgotten' },
  })
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByRole('checkbox', { name: /^Chitra Rao/ })).toBeChecked()
})

test('once it is over no one is chosen', async () => {
  open({ serverTime: now + 61 * minute, session: { ...running.session, endsAt: now - minute } })
  await expect.element(page.getByText('2 of 4 present')).toBeVisible()
  await expect.element(page.getByRole('checkbox')).not.toBeInTheDocument()
})

test('on a phone who is here and the time stay in view while the list scrolls', async () => {
  await page.viewport(390, 600)
  open({ people: Array.from({ length: 30 }, (_, place) => person(`P${place}`)) })
  await expect.element(page.getByText('Not yet here, 30')).toBeVisible()
  window.scrollTo(0, document.body.scrollHeight)
  const band = () => page.getByRole('timer').element().getBoundingClientRect()
  await expect.poll(() => band().top).toBeLessThan(80)
  page.getByRole('button', { name: 'Change P3 Rao' }).element().focus()
  const below = () => (document.activeElement?.getBoundingClientRect().top ?? 0) - band().bottom
  await expect.poll(below).toBeGreaterThan(0)
})

const numbers = (points: number) => ({
  ...{ counted: 25, points, percentBp: points * 4, percentage: `${points / 25}%`, isBelow: points < 1_875 },
  ...{ mayMiss: 0, mustAttend: null },
})

test('a row has what its person comes to so far, and the decision says what it would change', async () => {
  await page.viewport(1440, 900)
  const by = { present: numbers(1_900), late: numbers(1_900), 'left-early': numbers(1_900) }
  const cell = {
    ...noHistory,
    numbers: { now: numbers(1_800), by: { ...by, excused: numbers(1_800), absent: numbers(1_800) } },
  }
  const devis = people.map((one) => ({ ...one, ...(one.given === 'Devi' && { soFar: numbers(1_800) }) }))
  open({ people: devis }, { 'GET /sessions/:sessionId/people/:personId/rulings': cell })
  await expect.element(page.getByText('So far', { exact: true })).toBeVisible()
  const row = page.getByRole('listitem').filter({ hasText: 'Devi Rao' })
  await expect.element(row.getByText('72%')).toBeVisible()
  await expect.element(row.getByText('18 of 25')).toBeInTheDocument()
  await change('Devi').click()
  await expectCount(question('Devi').getByRole('status'), 0)
  await question('Devi').getByRole('radio', { name: 'Present' }).click()
  await expect.element(question('Devi').getByText('18 of 25 → 19 of 25, 76%')).toBeVisible()
})

const change = (name: string) => page.getByRole('button', { name: `Change ${name} Rao` })
const question = (name: string) => page.getByRole('dialog', { name: `${name} Rao` })
const devi = { ...noHistory, dispute: { at: now, isOpen: true, words: 'I sat in row 2.' } }
const ofDevi = { 'GET /sessions/:sessionId/people/:personId/rulings': devi } as const

test('a decision stands below its row, one at a time, and leads back to the row', async () => {
  await page.viewport(1440, 900)
  open({}, ofDevi)
  await change('Devi').click()
  await expect.element(question('Devi').getByRole('radio', { name: 'Absent' })).toHaveFocus()
  await expect.element(change('Devi')).toHaveAttribute('aria-expanded', 'true')
  expect(question('Devi').element().closest('li')?.textContent).toContain('21CS-Devi')
  await change('Asha').click()
  await expect.element(question('Asha')).toBeVisible()
  await expect.element(question('Devi')).not.toBeInTheDocument()
  await userEvent.keyboard('{Escape}')
  await expect.element(question('Asha')).not.toBeInTheDocument()
  await expect.element(change('Asha')).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(question('Asha')).toBeVisible()
  await change('Asha').click()
  await expect.element(question('Asha')).not.toBeInTheDocument()
})

test.each([1440, 390])('it stands: a dispute is answered without a change, at %i px', async (width) => {
  await page.viewport(width, 900)
  const asked = open({}, { ...ofDevi, 'POST /sessions/:sessionId/people/:personId/rulings': devi })
  await change('Devi').click()
  await expect.element(question('Devi').getByText('“I sat in row 2.”').first()).toBeVisible()
  await question('Devi').getByRole('radio', { name: 'Present' }).click()
  await question('Devi').getByLabelText('Reason').fill('The seat was empty.')
  await question('Devi').getByRole('button', { name: 'It stands' }).click()
  await expect.element(question('Devi')).not.toBeInTheDocument()
  expect(asked.find(({ call }) => call.startsWith('POST'))?.body).toEqual({
    ...{ status: 'absent', reason: 'The seat was empty.', after: 0 },
  })
  await expect.element(change('Devi')).toHaveFocus()
})

test('what was typed stays when the row goes meanwhile', async () => {
  await page.viewport(1440, 900)
  open({}, ofDevi)
  await change('Devi').click()
  await question('Devi').getByLabelText('Reason').fill('Seen in row 2.')
  await page.getByRole('searchbox').fill('Asha')
  await expect.element(change('Devi')).not.toBeInTheDocument()
  await expect.element(question('Devi').getByLabelText('Reason')).toHaveValue('Seen in row 2.')
})
