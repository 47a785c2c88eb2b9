import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { CourseRegister as Register } from '#contract/course-sessions.ts'
import { paths } from '#contract/paths.ts'
import type { CellHistory } from '#contract/rulings.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { noHistory } from '../../testing/sheets.ts'
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

function open(account: typeof office = office, rulings: Parameters<typeof answerCalls>[0] = {}) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /institute': { ...officeDocument, passKey: true },
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /groups/:groupId/register': register,
    'GET /reports/courses/:courseId/export': refuse('step-up-needed-to-export'),
    'GET /passkeys': noPasskeys,
    'GET /sessions/:sessionId/people/:personId/rulings': noHistory,
    'POST /sessions/:sessionId/people/:personId/rulings': noHistory,
    ...rulings,
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
    ['/api/v1/sessions/session-40/people/Asha/rulings', { status: 'present', reason: 'A bus was late.', after: 0 }],
    ['/api/v1/sessions/session-40/people/Bela/rulings', { status: 'late', reason: 'A bus was late.', after: 0 }],
  ])
})

test('what is taken back says which reason, cut to what a reason may be', async () => {
  await page.viewport(1280, 800)
  const asked = open()
  await expectUncovered('Asha', 40)
  const sent = () => asked.filter(({ call }) => call.startsWith('POST')).map(({ body }) => body)
  const long = 'x'.repeat(300)
  for (const reason of ['A bus was late.', long]) {
    await page.getByLabelText('Reason').fill(reason)
    const before = sent().length
    grid().element().focus()
    await userEvent.keyboard('p')
    await expect.poll(() => sent().length).toBe(before + 1)
    await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(() => sent().length).toBe(before + 2)
  }
  expect(sent()).toMatchObject([
    { status: 'present', reason: 'A bus was late.' },
    { status: 'absent', reason: 'Taken back: A bus was late.' },
    { status: 'present', reason: long },
    { status: 'absent', reason: `Taken back: ${long.slice(12)}` },
  ])
})

test('an undo that was refused is not lost', async () => {
  await page.viewport(1280, 800)
  let isLocked = false
  const answer = () => (isLocked ? refuse('session-locked') : noHistory)
  const asked = open(office, {
    'GET /sessions/:sessionId/people/:personId/rulings': noHistory,
    'POST /sessions/:sessionId/people/:personId/rulings': answer,
  })
  await expectUncovered('Asha', 40)
  const sent = () => asked.filter(({ call }) => call.startsWith('POST')).length
  await page.getByLabelText('Reason').fill('A bus was late.')
  grid().element().focus()
  for (const [keys, locked] of [
    ['p', false],
    ['{Control>}z{/Control}', true],
    ['{Control>}z{/Control}', false],
  ] as const) {
    isLocked = locked
    const before = sent()
    await userEvent.keyboard(keys)
    await expect.poll(sent).toBe(before + 1)
    await expect.poll(() => document.querySelector('[aria-busy="true"]')).toBeNull()
  }
})

const ravi = { name: 'Ravi Kulkarni', title: '', role: 'teacher' } as const
const first: CellHistory['rulings'][number] = {
  ...{ sequence: 1, status: 'excused', minutes: null, reason: 'A letter came.', cause: 'staff', by: ravi },
  ...{ decidedAt: begin + 40 * day, isAfterLock: false, note: null, decidedBy: 'ravi' },
}

/** Another person decides before the first decision is sent. */
const second = {
  'GET /sessions/:sessionId/people/:personId/rulings': { ...noHistory, rulings: [first] },
  'POST /sessions/:sessionId/people/:personId/rulings': refuse('ruled-meanwhile'),
} as const

test.each([
  [1440, 'light'],
  [390, 'dark'],
] as const)(
  'who comes second on a cell reads who decided what until it is closed, at %i px, %s',
  async (width, theme) => {
    await page.viewport(width, 844)
    document.documentElement.dataset.theme = theme
    const asked = open(office, second)
    await expectUncovered('Asha', 40)
    await page.getByLabelText('Reason').fill('A bus was late.')
    grid().element().focus()
    await userEvent.keyboard('p')
    const dialog = page.getByRole('dialog', { name: 'Asha Rao' })
    const alert = dialog.getByRole('alert')
    await expect.element(alert.getByText('Your decision was not saved')).toBeVisible()
    for (const part of ['Excused', 'by Ravi Kulkarni, Teacher', '“A letter came.”', '12 Sept 2026'])
      await expect.element(alert.getByText(part, { exact: false })).toBeVisible()
    // What the person wanted is chosen, and one more press says it over the other.
    await expect.element(dialog.getByRole('button', { pressed: true })).toHaveTextContent('Present')
    await dialog.getByLabelText('Reason').fill('Seen in the room.')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect
      .poll(() => asked.filter(({ call }) => call.startsWith('POST')).at(-1)?.body)
      .toMatchObject({ after: 1 })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    delete document.documentElement.dataset.theme
  },
)

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

test('a viewer reads a register, and takes it as a file', async () => {
  await page.viewport(1280, 800)
  const acting = { institute: office.$id, role: 'viewer', name: 'Rosa', title: '', holdsWhole: true } as const
  open({ ...office, prefs: { acting } })
  await expect.element(page.getByRole('button', { name: 'Print' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
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
