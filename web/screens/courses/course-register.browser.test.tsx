import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { CourseRegister as Register } from '#contract/course-sessions.ts'
import { paths } from '#contract/paths.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { showScreen } from '../../testing/show-screen.tsx'

const day = 86_400_000
const begin = Date.UTC(2026, 7, 3, 9)

/** Forty sessions of three people, who were all present but in the last one. */
const sessions = Array.from({ length: 40 }, (_, at) => ({
  id: `session-${at + 1}`,
  number: at + 1,
  startedAt: begin + at * day,
  endsAt: begin + at * day + 3_600_000,
  status: 'held' as const,
  isTaken: true,
  isOver: true,
  counts: true,
}))
const working = {
  counted: 40,
  points: 3900,
  percentBp: 9750,
  percentage: '97.5%',
  isBelow: false,
  mayMiss: 12,
  mustAttend: null,
  missedInRow: 1,
}
const register: Register = {
  course: { id: 'maths', code: 'M1', title: 'Mathematics' },
  policy: defaultCoursePolicy,
  sessions,
  people: ['Asha', 'Bela', 'Chidi'].map((given, at) => ({
    personId: given,
    studentId: null,
    rollNumber: `R${at}`,
    given,
    family: 'Rao',
    // Chidi came later, and the first session is left out.
    letters: `${at === 2 ? '·' : 'P'}${'P'.repeat(38)}A`,
    working,
  })),
  enrolled: { people: 2, before: 1 },
  rulings: [],
  serverTime: begin + 41 * day,
}

function open(account: typeof office = office) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /institute': { ...officeDocument, passKey: true },
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /groups/:groupId/register': register,
    'GET /reports/courses/:courseId/export': refuse('step-up-needed-to-export'),
    'GET /passkeys': noPasskeys,
    'GET /course-sessions/:sessionId/people/:personId/rulings': { mark: null, rulings: [] },
    'POST /course-sessions/:sessionId/people/:personId/rulings': { mark: null, rulings: [] },
  })
  showScreen('courseRegister', account, paths.courseRegister(office.$id, 'maths'))
  return asked
}

const grid = () => page.getByRole('grid', { name: 'Register' })
const cell = (name: string, session: number) =>
  page.getByRole('gridcell', { name: `${name} Rao, session ${session}: `, exact: false })

/** The cell stands between the names and the percentages, which cover what is below them. */
async function expectUncovered(name: string, session: number): Promise<void> {
  await expect
    .poll(() => {
      const { left, right, top, bottom } = cell(name, session).element().getBoundingClientRect()
      const at = document.elementFromPoint((left + right) / 2, (top + bottom) / 2)
      // A page that is translated has elements within the cell.
      return at?.closest('[role="gridcell"]')?.id === cell(name, session).element().id
    })
    .toBe(true)
}

test('a register opens on its newest session, and keys bring each cell out from below the names', async () => {
  await page.viewport(390, 844)
  open()
  await expectUncovered('Asha', 40)
  grid().element().focus()
  await userEvent.keyboard('{Home}')
  await expectUncovered('Asha', 1)
  await userEvent.keyboard('{End}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowDown}')
  await expectUncovered('Bela', 36)
})

test('a letter needs a reason, which stays for the next cells', async () => {
  await page.viewport(1280, 800)
  const asked = open()
  await expectUncovered('Asha', 40)
  grid().element().focus()
  await userEvent.keyboard('p')
  await expect.element(page.getByText('Please say why.')).toBeVisible()
  await page.getByLabelText('Reason').fill('A bus was late.')
  grid().element().focus()
  await userEvent.keyboard('p{ArrowDown}')
  await userEvent.keyboard('l')
  const rulings = () => asked.filter(({ address }) => address.endsWith('/rulings'))
  await expect.poll(() => rulings().length).toBe(2)
  expect(rulings().map(({ address, body }) => [address, body])).toEqual([
    [
      '/api/v1/course-sessions/session-40/people/Asha/rulings',
      { status: 'present', reason: 'A bus was late.', after: 0 },
    ],
    ['/api/v1/course-sessions/session-40/people/Bela/rulings', { status: 'late', reason: 'A bus was late.', after: 0 }],
  ])
})

test('a cell opens with what stands in it', async () => {
  await page.viewport(1280, 800)
  open()
  await expectUncovered('Asha', 40)
  grid().element().focus()
  await userEvent.keyboard('{Enter}')
  const dialog = page.getByRole('dialog', { name: 'Asha Rao' })
  await expect.element(dialog.getByRole('button', { pressed: true })).toHaveTextContent('Absent')
})

test('a printer gets every session of everyone, on sheets of 24 sessions', async () => {
  await page.viewport(1280, 800)
  open()
  await expectUncovered('Asha', 40)
  expect(document.querySelectorAll('table')).toHaveLength(0)
  dispatchEvent(new Event('beforeprint'))
  const sheets = [...document.querySelectorAll('table')]
  expect(sheets.map((sheet) => sheet.querySelectorAll('thead th').length)).toEqual([1 + 24, 1 + 16 + 1])
  const letters = sheets.flatMap((sheet) => [...(sheet.querySelectorAll('tbody tr')[0]?.querySelectorAll('td') ?? [])])
  expect(letters.map(({ textContent }) => textContent).join('')).toBe(`${register.people[0]?.letters}97.5% 39 of 40`)
  expect(sheets[0]?.querySelectorAll('tbody tr')[2]?.querySelector('td')?.textContent).toBe('·')
  dispatchEvent(new Event('afterprint'))
  await expect.poll(() => document.querySelectorAll('table').length).toBe(0)
})

test('a register is exported as a file, after a confirmation', async () => {
  await page.viewport(1280, 800)
  const asked = open()
  await page.getByRole('button', { name: 'Export CSV' }).click()
  await expect.element(page.getByRole('dialog', { name: 'Confirm that it is you' })).toBeVisible()
  const path = '/api/v1/reports/courses/maths/export?format=csv'
  expect(asked.filter(({ address }) => address.startsWith(path))).toHaveLength(1)
})

test('a viewer reads a register, and exports none', async () => {
  await page.viewport(1280, 800)
  const acting = { institute: office.$id, role: 'viewer', name: 'Rosa', title: '', holdsWhole: true } as const
  open({ ...office, prefs: { acting } })
  await expect.element(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).not.toBeInTheDocument()
})

test('the ways of an owner stay within a phone, and the open one is in sight', async () => {
  await page.viewport(390, 844)
  const acting = { institute: office.$id, role: 'owner', name: 'Rosa', title: '', holdsWhole: true } as const
  open({ ...office, prefs: { acting } })
  await expectUncovered('Asha', 40)
  expect(document.documentElement.scrollWidth).toBe(390)
  const { left, right } = page.getByRole('link', { name: 'Courses' }).element().getBoundingClientRect()
  expect(left >= 0 && right <= 390).toBe(true)
})
