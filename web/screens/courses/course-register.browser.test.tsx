import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { CourseRegister as Register, RuledCell } from '#contract/course-sessions.ts'
import type { CourseDetail } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import type { CellHistory } from '#contract/rulings.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { noHistory } from '../../testing/sheets.ts'
import { expectCount } from '../../testing/show-part.tsx'
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
    isEnrolled: true,
    letters: `${at === 2 ? '·' : 'P'}${'P'.repeat(38)}A`,
    rulings: [],
    working,
  })),
  enrolled: { people: 2, before: 1 },
  serverTime: begin + 41 * day,
}

const course: CourseDetail = {
  ...{ id: 'maths', kind: 'course', code: 'M1', title: 'Mathematics', department: '', term: 'Autumn 2026' },
  ...{ parentId: null, teachers: [{ staffId: 'rosa', name: 'Rosa Pinto' }], people: 2, sessions: 40 },
  ...{ lastStartedAt: null, closedAt: null, policy: defaultCoursePolicy, firstDay: '2026-08-01', sections: [] },
}
const figures = {
  people: 2,
  before: 1,
  held: 40,
  notTaken: 0,
  below: 0,
  goal: 75,
  ...{ counted: 120, points: 11_700 },
  percentage: '97.5%',
}

function open(account: typeof office = office, rulings: Parameters<typeof answerCalls>[0] = {}, query = '') {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /institute': { ...officeDocument, passKey: true },
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /groups/:groupId/register': register,
    'GET /groups/:groupId/figures': figures,
    'GET /courses/:courseId': course,
    'GET /today': { running: [], notTaken: [], courses: [], rooms: [], serverTime: begin },
    'GET /reports/courses/:courseId/export': refuse('step-up-needed-to-export'),
    'GET /passkeys': noPasskeys,
    'GET /sessions/:sessionId/people/:personId/rulings': noHistory,
    'POST /sessions/:sessionId/people/:personId/rulings': noHistory,
    ...rulings,
  })
  showScreen('courseRegister', account, paths.courseRegister(office.$id, 'maths') + query)
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
  await page.viewport(800, 844)
  open()
  await expectUncovered('Asha', 40)
  await userEvent.keyboard('{Home}')
  await expectUncovered('Asha', 1)
  await userEvent.keyboard('{End}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowLeft}{ArrowDown}')
  await expectUncovered('Bela', 36)
})

/** The answer to the ruling with this number on the cell of the person in the newest session. */
function ruledAs(letter: string, sequence: number, points = 4_000): RuledCell {
  return {
    ...noHistory,
    rulings: [{ ...first, sequence }],
    row: { letters: `${'P'.repeat(39)}${letter}`, working: { ...working, points, percentage: `${points / 40}%` } },
  }
}

const sentIn = (asked: ReturnType<typeof open>) =>
  asked.filter(({ call }) => call.startsWith('POST')).map(({ address, body }) => [address, body] as const)
const readIn = (asked: ReturnType<typeof open>) =>
  asked.filter(({ call }) => call === 'GET /groups/:groupId/register').length
const letterOf = (name: string, session: number) => cell(name, session).element().textContent
const dialog = () => page.getByRole('dialog')
const rulingOf = (person: string) => `/api/v1/sessions/session-40/people/${person}/rulings`

test('the first letter asks for the reason at its cell; it stays for the next cells, and a letter is then enough', async () => {
  await page.viewport(1440, 900)
  const asked = open()
  await expectUncovered('Asha', 40)
  await expect.element(grid()).toHaveFocus()
  await userEvent.keyboard('p')
  await expect.element(dialog().getByRole('radio', { name: 'Present' })).toBeChecked()
  await expect.element(cell('Asha', 40)).toHaveAccessibleName(/Present/)
  await expect.element(dialog().getByText('39 of 40 → 40 of 40, 100%')).toBeVisible()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByLabelText('Reason')).toHaveAccessibleDescription('Please say why.')
  // The next letter does not wait until the question has closed.
  await userEvent.keyboard('A bus was late.{Enter}{ArrowDown}l')
  await expect.poll(() => sentIn(asked).length).toBe(2)
  expect(sentIn(asked)).toEqual([
    [rulingOf('Asha'), { status: 'present', reason: 'A bus was late.', after: 0 }],
    [rulingOf('Bela'), { status: 'late', reason: 'A bus was late.', after: 0 }],
  ])
})

test('in the question letters choose, Esc leaves, and a press opens what Enter opens', async () => {
  await page.viewport(1440, 900)
  const asked = open()
  await expectUncovered('Bela', 30)
  await cell('Bela', 30).click()
  await expect.element(dialog().getByRole('radio', { name: 'Present' })).toHaveFocus()
  await userEvent.keyboard('x')
  await expect.element(dialog().getByRole('radio', { name: 'Excused' })).toBeChecked()
  await expect.element(dialog().getByLabelText('Reason')).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  await expect.element(grid()).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  await expect.element(dialog().getByRole('radio', { name: 'Present' })).toBeChecked()
  expect(sentIn(asked)).toEqual([])
})

/** Keeps a reason, by a ruling that is answered at once. */
async function keepReason(): Promise<void> {
  await expect.element(grid()).toHaveFocus()
  await userEvent.keyboard('p')
  await expect.element(dialog().getByLabelText('Reason')).toHaveFocus()
  await userEvent.keyboard('A bus was late.{Enter}')
  await expect.element(grid()).toHaveFocus()
}

test('letters that are typed before an answer came all hold, those of one cell one after the other, and nothing is read again', async () => {
  await page.viewport(1440, 900)
  const held: (() => void)[] = []
  const answers: Readonly<Record<string, RuledCell[]>> = {
    Asha: [ruledAs('P', 1), ruledAs('L', 2), ruledAs('X', 3)],
    Bela: [ruledAs('E', 1, 3_900)],
  }
  let isHeld = false
  const asked = open(office, {
    'POST /sessions/:sessionId/people/:personId/rulings': async ({ address }) => {
      if (isHeld) await new Promise<void>((resolve) => held.push(resolve))
      return answers[address.split('/').at(-2) ?? '']?.shift() ?? refuse('ruled-meanwhile')
    },
  })
  await keepReason()
  await expect.poll(() => cell('Asha', 40).element().closest('[data-row]')?.textContent).toContain('100%')
  isHeld = true
  await userEvent.keyboard('lx{ArrowDown}e')
  expect([letterOf('Asha', 40), letterOf('Bela', 40)]).toEqual(['X', 'E'])
  expect(cell('Asha', 40).element().getAttribute('data-waiting')).toBe('true')
  // The second letter of a cell waits for the answer to the first.
  await expect.poll(() => held.length).toBe(2)
  for (const let1 of held.splice(0)) let1()
  await expect.poll(() => held.length).toBe(1)
  expect([letterOf('Asha', 40), letterOf('Bela', 40)]).toEqual(['X', 'E'])
  held[0]?.()
  await expect.poll(() => document.querySelector('[data-waiting="true"]')).toBeNull()
  expect([letterOf('Asha', 40), letterOf('Bela', 40)]).toEqual(['X', 'E'])
  expect(sentIn(asked).map(([address, body]) => [address, (body as { after: number }).after])).toEqual([
    ...[0, 1].map((after) => [rulingOf('Asha'), after]),
    [rulingOf('Bela'), 0],
    [rulingOf('Asha'), 2],
  ])
  expect(readIn(asked)).toBe(1)
})

test('a letter that is refused goes back, and the page says why', async () => {
  await page.viewport(1440, 900)
  let isLocked = false
  open(office, {
    'POST /sessions/:sessionId/people/:personId/rulings': () => (isLocked ? refuse('session-locked') : ruledAs('P', 1)),
  })
  await keepReason()
  isLocked = true
  await userEvent.keyboard('{ArrowDown}x')
  await expect.element(page.getByRole('alert').first()).toBeVisible()
  await expect.poll(() => letterOf('Bela', 40)).toBe('A')
})

test('the first word about a session reads the register again: all cells of it count from then on', async () => {
  await page.viewport(1440, 900)
  const untaken = sessions.map((one, at) => (at === 39 ? { ...one, isTaken: false, counts: false } : one))
  const asked = open(office, {
    'GET /groups/:groupId/register': { ...register, sessions: untaken },
    'POST /sessions/:sessionId/people/:personId/rulings': ruledAs('P', 1),
  })
  await keepReason()
  await expect.poll(() => readIn(asked)).toBe(2)
})

test('what is taken back says which reason, cut to what a reason may be', async () => {
  await page.viewport(1440, 900)
  let sequence = 0
  const asked = open(office, {
    'POST /sessions/:sessionId/people/:personId/rulings': () => {
      sequence += 1
      return ruledAs(sequence % 2 ? 'P' : 'A', sequence)
    },
  })
  const sent = () => sentIn(asked).map(([, body]) => body)
  const long = 'x'.repeat(300)
  for (const reason of ['A bus was late.', long]) {
    await expect.element(grid()).toHaveFocus()
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => dialog().element().contains(document.activeElement)).toBe(true)
    await userEvent.keyboard('p')
    await dialog().getByLabelText('Reason').fill(reason)
    const before = sent().length
    await userEvent.keyboard('{Enter}')
    await expect.poll(() => sent().length).toBe(before + 1)
    await expect.poll(() => document.querySelector('[data-waiting="true"]')).toBeNull()
    await expect.element(grid()).toHaveFocus()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(() => sent().length).toBe(before + 2)
    await expect.poll(() => document.querySelector('[data-waiting="true"]')).toBeNull()
  }
  expect(sent()).toMatchObject([
    { status: 'present', reason: 'A bus was late.' },
    { status: 'absent', reason: 'Taken back: A bus was late.' },
    { status: 'present', reason: long },
    { status: 'absent', reason: `Taken back: ${long.slice(12)}` },
  ])
})

test('an undo that was refused is not lost', async () => {
  await page.viewport(1440, 900)
  let isLocked = false
  const asked = open(office, {
    'POST /sessions/:sessionId/people/:personId/rulings': () => (isLocked ? refuse('session-locked') : ruledAs('P', 1)),
  })
  await keepReason()
  const sent = () => sentIn(asked).length
  for (const locked of [true, false]) {
    await expect.poll(() => document.querySelector('[data-waiting="true"]')).toBeNull()
    isLocked = locked
    const before = sent()
    await userEvent.keyboard('{Control>}z{/Control}')
    await expect.poll(sent).toBe(before + 1)
  }
})

test('cells are 27 by 24, the question 408 wide, and the cell at hand has ink within and marigold without', async () => {
  await page.viewport(1440, 900)
  open()
  await expectUncovered('Asha', 40)
  const row = cell('Asha', 40).element().closest('[data-row]')
  expect([cell('Asha', 40).element().getBoundingClientRect().width, row?.getBoundingClientRect().height]).toEqual([
    27, 24,
  ])
  const hand = document.querySelector('[class*="hand"]')
  if (!hand) throw new Error('There is no cell at hand')
  const { borderTopWidth, outlineWidth, borderTopColor, outlineColor } = getComputedStyle(hand)
  expect([borderTopWidth, outlineWidth]).toEqual(['2px', '3px'])
  expect(borderTopColor).not.toBe(outlineColor)
  expect(hand.getBoundingClientRect().left).toBe(cell('Asha', 40).element().getBoundingClientRect().left)
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => dialog().element().getBoundingClientRect().width).toBe(408)
})

const teacher = {
  ...office,
  prefs: { acting: { institute: office.$id, role: 'teacher', name: 'Rosa', title: '', holdsWhole: false } },
} as const

test('a teacher reads since when an older cell is locked; the office does not', async () => {
  await page.viewport(1440, 900)
  open(teacher)
  await expectUncovered('Asha', 40)
  expect(cell('Asha', 40).element().getAttribute('data-locked')).toBe('false')
  await userEvent.keyboard('{Home}a')
  await expect.element(dialog().getByText('Locked since 17 Aug 2026, ask the office')).toBeVisible()
  expect(dialog().getByRole('radio').elements()).toHaveLength(0)
})

test('people are found by name or number, and those below the goal stay in sight until they are let go', async () => {
  await page.viewport(1440, 900)
  const below = { ...working, isBelow: true, percentage: '70%', mayMiss: 0, mustAttend: 8 }
  open(office, {
    'GET /groups/:groupId/register': {
      ...register,
      people: register.people.map((person, at) => (at === 1 ? { ...person, working: below } : person)),
    },
    'POST /sessions/:sessionId/people/:personId/rulings': ruledAs('P', 1),
  })
  await expectUncovered('Asha', 40)
  const rows = () => [...document.querySelectorAll('[role="rowheader"]')].map(({ textContent }) => textContent)
  await page.getByRole('searchbox').fill('r2')
  await expect.poll(rows).toEqual(['Chidi Rao'])
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Below 75% 1' }).click()
  await expect.poll(rows).toEqual(['Bela Rao'])
  grid().element().focus()
  await keepReason()
  await expect.element(page.getByRole('button', { name: 'Below 75% 0' })).toHaveAttribute('aria-pressed', 'true')
  expect(rows()).toEqual(['Bela Rao'])
})

test('the address has whom a register shows', async () => {
  await page.viewport(1440, 900)
  open(office, {}, '?show=below&search=rao')
  await expect.element(page.getByRole('searchbox')).toHaveValue('rao')
  await expect.element(page.getByRole('button', { name: 'Below 75% 0' })).toHaveAttribute('aria-pressed', 'true')
  await expect.element(page.getByText('No one is found.')).toBeVisible()
})

test('the head of a column leads to the sheet of its session, by keys too', async () => {
  await page.viewport(1440, 900)
  open()
  await expectUncovered('Asha', 40)
  const link = page.getByRole('link', { name: 'Session 40, Fri 11 Sept, 0%' })
  expect(link.element().getAttribute('href')).toBe(paths.courseSession(office.$id, 'session-40'))
  await userEvent.keyboard('{ArrowUp}')
  expect(grid().element().getAttribute('aria-activedescendant')).toBe('head-39')
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
    grid().element().focus()
    await userEvent.keyboard('p')
    await expect.element(page.getByLabelText('Reason')).toHaveFocus()
    await userEvent.keyboard('A bus was late.{Enter}')
    const dialog = page.getByRole('dialog', { name: 'Asha Rao' })
    const alert = dialog.getByRole('alert')
    await expect.element(alert.getByText('Your decision was not saved')).toBeVisible()
    for (const part of ['Excused', 'by Ravi Kulkarni, Teacher', '“A letter came.”', '12 Sept 2026'])
      await expect.element(alert.getByText(part, { exact: false })).toBeVisible()
    // What the person wanted is chosen, and one more press says it over the other.
    await expect.element(dialog.getByRole('radio', { name: 'Present' })).toBeChecked()
    await dialog.getByLabelText('Reason').fill('Seen in the room.')
    await dialog.getByRole('button', { name: 'Change' }).click()
    await expect
      .poll(() => asked.filter(({ call }) => call.startsWith('POST')).at(-1)?.body)
      .toMatchObject({ after: 1 })
    await dialog.getByRole('button', { name: 'Close' }).click()
    await expect.element(dialog).not.toBeInTheDocument()
    delete document.documentElement.dataset.theme
  },
)

test('a printer gets every session of everyone, on sheets of 24 sessions', async () => {
  await page.viewport(1280, 800)
  open()
  await expectUncovered('Asha', 40)
  expect(document.querySelectorAll('table')).toHaveLength(0)
  // The teachers are read beside the register.
  await expect
    .poll(() => {
      dispatchEvent(new Event('afterprint'))
      dispatchEvent(new Event('beforeprint'))
      return document.querySelector('[class*="paper"]')?.textContent
    })
    .toContain('Teachers: Rosa Pinto')
  const sheets = [...document.querySelectorAll('table')]
  expect(sheets.map((sheet) => sheet.querySelectorAll('thead th').length)).toEqual([1 + 24, 1 + 16 + 1])
  const letters = sheets.flatMap((sheet) => [...(sheet.querySelectorAll('tbody tr')[0]?.querySelectorAll('td') ?? [])])
  for (const said of [
    'Kaveri College',
    'M1 · Mathematics',
    'Teachers: Rosa Pinto',
    'Term: Autumn 2026',
    '3 Aug 2026 to 11 Sept 2026',
  ])
    expect(document.querySelector('[class*="paper"]')?.textContent).toContain(said)
  expect(document.querySelectorAll('[class*="sign"]')).toHaveLength(1)
  // Who was on no sheet is not on the paper.
  expect(sheets[0]?.querySelectorAll('tbody tr')).toHaveLength(3)
  expect(letters.map(({ textContent }) => textContent).join('')).toBe(`${register.people[0]?.letters}97.5% 39 of 40`)
  expect(sheets[0]?.querySelectorAll('tbody tr')[2]?.querySelector('td')?.textContent).toBe('·')
  dispatchEvent(new Event('afterprint'))
  await expect.poll(() => document.querySelectorAll('table').length).toBe(0)
})

test('a register is exported as a file, after a confirmation', async () => {
  await page.viewport(1280, 800)
  const asked = open()
  await page.getByText('Export', { exact: true }).click()
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
  await page.getByText('Export', { exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
})

test('a phone shows a card for each person, the newest sessions first, and asks in a sheet from below', async () => {
  await page.viewport(390, 844)
  open()
  await expect.element(cell('Asha', 40)).toBeVisible()
  const shown = () => document.querySelectorAll('[data-row="0"] [data-column]').length
  expect(shown()).toBe(12)
  expect(cell('Asha', 28).elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Earlier sessions' }).click()
  await expect.element(cell('Asha', 28)).toBeVisible()
  await cell('Bela', 28).click()
  await expect.element(dialog().getByRole('radio', { name: 'Present' })).toBeChecked()
  await expect
    .poll(() => {
      const { left, right, bottom } = dialog().element().getBoundingClientRect()
      return [left, right, bottom]
    })
    .toEqual([0, 390, 844])
  await userEvent.keyboard('{Escape}')
  await expect.element(grid()).toHaveFocus()
  await userEvent.keyboard('{ArrowRight}')
  expect(grid().element().getAttribute('aria-activedescendant')).toBe('cell-1-28')
  expect(document.documentElement.scrollWidth).toBe(390)
})

test('the ways of an owner stay within a phone, and the open one is in sight', async () => {
  await page.viewport(390, 844)
  const acting = { institute: office.$id, role: 'owner', name: 'Rosa', title: '', holdsWhole: true } as const
  open({ ...office, prefs: { acting } })
  await expect.element(cell('Asha', 40)).toBeVisible()
  expect(document.documentElement.scrollWidth).toBe(390)
  const { left, right } = page
    .getByLabelText('Parts of the institute')
    .getByRole('link', { name: 'Courses' })
    .element()
    .getBoundingClientRect()
  expect(left >= 0 && right <= 390).toBe(true)
})

test('a month folds to one column with its share, and opens again, by press and by key', async () => {
  await page.viewport(1440, 900)
  open()
  await expect.element(cell('Asha', 40)).toBeVisible()
  await page.getByRole('button', { name: 'Aug' }).click()
  await expect.element(page.getByRole('button', { name: 'Aug, 100%' })).toHaveAttribute('aria-expanded', 'false')
  await expectCount(cell('Asha', 29), 0)
  await expect.element(page.getByRole('gridcell', { name: 'Asha Rao, Aug: 100%' })).toHaveTextContent('100')
  await expect.element(cell('Asha', 30)).toBeVisible()
  // The keys pass the month as one cell, in which no letter says anything.
  grid().element().focus()
  await userEvent.keyboard('{Home}l{ArrowRight}')
  await expect.element(cell('Asha', 30)).toHaveAttribute('aria-selected', 'true')
  await userEvent.keyboard('{ArrowLeft}{Enter}')
  await expect.element(cell('Asha', 29)).toBeVisible()
  await userEvent.keyboard('{ArrowRight}')
  await expect.element(cell('Asha', 2)).toHaveAttribute('aria-selected', 'true')
})

test('a long term opens with its newest month alone', async () => {
  await page.viewport(1440, 900)
  const long = Array.from({ length: 70 }, (_, at) => ({
    ...sessions[0],
    ...{ id: `session-${at + 1}`, number: at + 1, status: 'held' as const, isTaken: true, isOver: true, counts: true },
    ...{ startedAt: begin + at * day, endsAt: begin + at * day + 3_600_000 },
  }))
  const people = register.people.map((person) => ({ ...person, letters: 'P'.repeat(70) }))
  open(office, { 'GET /groups/:groupId/register': { ...register, sessions: long, people } })
  await expect.element(cell('Asha', 70)).toBeVisible()
  await expectCount(cell('Asha', 30), 0)
  await page.getByRole('button', { name: 'Sept, 100%' }).click()
  await expect.element(cell('Asha', 30)).toBeVisible()
})
