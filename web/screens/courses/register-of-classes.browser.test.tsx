import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { CourseRegister, GroupFigures } from '#contract/course-sessions.ts'
import { paths } from '#contract/paths.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { noHistory } from '../../testing/sheets.ts'
import { showScreen } from '../../testing/show-screen.tsx'

const day = 86_400_000
const begin = Date.UTC(2026, 7, 3, 9)

const sessions = Array.from({ length: 62 }, (_, at) => ({
  id: `class-${at + 1}`,
  number: at + 1,
  startedAt: begin + at * day,
  endsAt: begin + at * day + 3_600_000,
  status: 'held' as const,
  isTaken: true,
  isOver: true,
  counts: true,
}))
const longName = 'Balasubramaniam Venkataraghavan of the Very Long Family'
const people = Array.from({ length: 60 }, (_, at) => ({
  personId: `person-${at}`,
  studentId: `student-${at}`,
  rollNumber: `21CS${1001 + at}`,
  given: at === 3 ? longName : `Person ${at}`,
  family: 'Rao',
  isEnrolled: true,
  letters: `${at % 7 === 0 ? '----' : 'PPPP'}${'P'.repeat(57)}${at === 0 ? 'P' : 'A'}`,
  rulings: [],
  working: {
    ...{ counted: 62, points: at % 7 === 0 ? 4_500 : 6_100, percentBp: 7_258, mayMiss: 0, mustAttend: 6 },
    ...(at % 7 === 0 ? { percentage: '72.58%', isBelow: true } : { percentage: '98.38%', isBelow: false }),
  },
}))
const register: CourseRegister = {
  ...{ sessions, people, enrolled: { people: 58, before: 2 }, serverTime: begin + 63 * day },
}

const figures: GroupFigures = {
  ...{ people: 58, before: 0, held: 61, notTaken: 0, below: 8, goal: 75 },
  ...{ counted: 3538, points: 320_000, percentage: '90.44%' },
}

const points = sessions.map(({ number, startedAt }) => ({
  ...{ firstNumber: number, lastNumber: number, startedAt, present: 55, expected: 58 },
}))

function open(
  answers: Parameters<typeof answerCalls>[0] = {},
  screen: 'courseRegister' | 'courseNumbers' = 'courseRegister',
) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /groups/:groupId/register': register,
    'GET /groups/:groupId/figures': figures,
    'GET /groups/:groupId/reports/attendance-over-time': { points, sessionsPerPoint: 1, students: null },
    'GET /reports/attendance-book/export': refuse('step-up-needed-to-export'),
    'GET /passkeys': noPasskeys,
    'GET /sessions/:sessionId/people/:personId/rulings': noHistory,
    'POST /sessions/:sessionId/people/:personId/rulings': noHistory,
    ...answers,
  })
  showScreen(screen, office, paths[screen](office.$id, office.$id))
  return asked
}

const grid = () => page.getByRole('grid', { name: 'Register' })

test('in the register of the whole institute a letter withdraws a mark, or says that a student was there', async () => {
  await page.viewport(1280, 800)
  const asked = open()
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveTextContent('Whole institute')
  const sent = () =>
    asked.filter(({ call }) => call.startsWith('POST')).map(({ address, body }) => [address, body] as const)
  await expect.element(grid()).toHaveFocus()
  // A class knows neither late nor excused, and what stands already is no decision.
  await userEvent.keyboard('lxep')
  await userEvent.keyboard('a')
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByLabelText('Reason')).toHaveFocus()
  expect(dialog.getByRole('radio').elements()).toHaveLength(2)
  await userEvent.keyboard('Seen in the hall.{Enter}')
  await expect.element(grid()).toHaveFocus()
  await userEvent.keyboard('{ArrowDown}ap')
  await expect.poll(() => sent().length).toBe(2)
  expect(sent()).toEqual([
    ['/api/v1/sessions/class-62/people/person-0/rulings', { status: 'absent', reason: 'Seen in the hall.', after: 0 }],
    ['/api/v1/sessions/class-62/people/person-1/rulings', { status: 'present', reason: 'Seen in the hall.', after: 0 }],
  ])
})

test('the history of a cell leads to the decision of a class', async () => {
  await page.viewport(1280, 800)
  open({
    'GET /sessions/:sessionId/people/:personId/rulings': {
      ...noHistory,
      status: 'present',
      mark: { markedAt: begin + 61 * day, way: 'room-code', isSigned: false },
    },
  })
  await expect.element(grid()).toBeVisible()
  grid().element().focus()
  await userEvent.keyboard('{Enter}')
  await page.getByRole('button', { name: 'History' }).click()
  const dialog = page.getByRole('dialog', { name: 'Decide about a mark' })
  await expect.element(dialog.getByText('Session 62', { exact: false })).toBeVisible()
  await expect.poll(() => dialog.getByRole('button', { pressed: true }).elements().length).toBe(1)
  expect(dialog.getByRole('button', { name: 'Late' }).elements()).toHaveLength(0)
})

test('its file is the attendance book', async () => {
  await page.viewport(1280, 800)
  const asked = open()
  await page.getByText('Export', { exact: true }).click()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible()
  const path = '/api/v1/reports/attendance-book/export?format=csv'
  expect(asked.filter(({ address }) => address.startsWith(path))).toHaveLength(1)
})

test('of more people than a register has it leads to Reports', async () => {
  await page.viewport(390, 844)
  open({ 'GET /groups/:groupId/register': refuse('register-too-large') })
  await expect
    .poll(() => page.getByRole('main').getByRole('link').elements().at(-1)?.getAttribute('href'))
    .toBe(paths.reports(office.$id))
})

test('the numbers of the whole institute stand beside its register, and its settings have one place', async () => {
  await page.viewport(1280, 800)
  open({}, 'courseNumbers')
  await expect.element(page.getByRole('region', { name: 'Where the 60 stand' })).toBeVisible()
  await expect.element(page.getByRole('slider', { name: 'Attendance per session' })).toBeVisible()
  await expect.element(page.getByRole('region', { name: 'Watch list' }).getByText('Person 7 Rao')).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'Numbers' })).toHaveAttribute('aria-current', 'page')
  await expect.element(page.getByRole('link', { name: 'Settings' })).toHaveAttribute('href', paths.settings(office.$id))
})

test('of more people than a register has the numbers are those of Reports', async () => {
  await page.viewport(390, 844)
  open({ 'GET /groups/:groupId/register': refuse('register-too-large') }, 'courseNumbers')
  await expect.element(page.getByRole('slider', { name: 'Attendance per session' })).toBeVisible()
  await expect.element(page.getByRole('main').getByRole('link', { name: 'Open Reports' })).toBeVisible()
})
