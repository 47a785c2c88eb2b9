import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CourseFigures, CourseSession } from '#contract/course-sessions.ts'
import type { Course } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import type { StaffList } from '#contract/staff.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { takeAway } from '../../testing/show-part.tsx'
import { showScreen } from '../../testing/show-screen.tsx'

const now = Date.UTC(2026, 10, 20, 5, 22)
const titles = ['Algorithms', 'Cell Biology for Engineers', 'Circuit Theory', 'Introduction to Thermodynamics and Heat']
const courses: readonly Course[] = Array.from({ length: 120 }, (_, at) => ({
  ...{ id: `course-${at}`, kind: 'course', code: `CS${201 + at}`, title: `${titles[at % 4]} ${at}` },
  ...{ department: '', term: 'Autumn 2026', parentId: null, people: 60 + at, sessions: 25, lastStartedAt: now },
  ...{
    teachers: [
      at === 7 ? { staffId: 'ravi', name: 'Prof. Ravi Kulkarni' } : { staffId: 'fd', name: 'Dr. Fatoumata Diallo' },
    ],
  },
  closedAt: at === 9 ? now : null,
}))
const figures: readonly CourseFigures[] = courses.map(({ id, code, title, people }, at) => ({
  ...{
    id,
    code,
    title,
    people,
    department: '',
    term: '',
    before: at === 2 ? 3 : 0,
    held: 25,
    notTaken: at === 2 ? 1 : 0,
    goal: 75,
  },
  ...(at % 5 === 2 ? { below: 41, counted: 1000, points: 73_600 } : { below: 6, counted: 1000, points: 84_610 }),
  percentage: at % 5 === 2 ? '73.6%' : '84.61%',
}))
const running: CourseSession = {
  ...{ id: 'session-26', publicId: 'public', number: 26, room: { id: 'a110', name: 'A 110' } },
  ...{ course: { id: 'course-3', code: 'CS204', title: '' }, startedAt: now, endsAt: now + 3_600_000 },
  ...{ lateAfterMs: 600_000, closesAfterMs: null, hasRoomCode: true, status: 'held', isTaken: true },
  ...{ present: 58, people: 64, apart: { guests: 0, afterClosing: 0 } },
}

const staff: StaffList = {
  ownLogin: { readsOnlySince: null, canClose: false, hasPasskey: true, held: [] },
  people: [
    {
      ...{ id: 'ravi', name: 'Prof. Ravi Kulkarni', title: '', role: 'owner', email: 'ravi@kaveri.example' },
      ...{ holdsWhole: false, isYou: true, passkeys: 1, since: now, until: null, lastHereAt: now, held: [] },
    },
  ],
  invitations: [],
}

const afterOf = (address: string) => Number(new URLSearchParams(address.split('?')[1]).get('after'))

function open(account: typeof office = office, path = paths.courses(office.$id)) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /passkeys': noPasskeys,
    'GET /institute': { ...officeDocument, passKey: true },
    'GET /staff': staff,
    'GET /people': {
      people: [],
      counts: { all: 2, 'not-registered': 2, 'not-verified': 0, 'no-passkey': 0, held: 0 },
      sections: ['CS203', '10A'],
    },
    'GET /courses': { courses },
    'GET /today': { running: [running], notTaken: [], courses: [], rooms: [], serverTime: now },
    'GET /groups/:groupId/figures': {
      ...{ people: 412, before: 0, held: 62, notTaken: 0, below: 24, goal: 75 },
      ...{ counted: 1000, points: 91_200, percentage: '91.2%' },
    },
    'GET /reports/courses': ({ address }) => {
      const after = afterOf(address)
      return { courses: figures.slice(after, after + 50), serverTime: now }
    },
  })
  showScreen('courses', account, path)
  return asked
}

const table = () => page.getByRole('table')
const rows = () => table().getByRole('row').elements().slice(1)
const textOf = (row: Element | undefined) =>
  [...(row?.querySelectorAll('td') ?? [])].map(({ textContent }) => textContent?.trim())
const pagesRead = (asked: ReturnType<typeof open>) =>
  asked.filter(({ call }) => call === 'GET /reports/courses').map(({ address }) => afterOf(address))

test('the whole institute is the first line, and each course says what it comes to', async () => {
  await page.viewport(1440, 880)
  const asked = open()
  await expect.element(page.getByText('91.2%').first()).toBeVisible()
  await expect.element(page.getByText('73.6%').first()).toBeVisible()
  const whole = page.getByRole('link', { name: 'Whole institute', exact: true })
  await expect.element(whole).toHaveAttribute('href', paths.organisationDashboard(office.$id))
  expect(rows()[0]?.textContent).toContain('Whole institute')
  expect(textOf(rows()[3])).toEqual([
    ...[
      'CS203',
      'Circuit Theory 2Dr. Fatoumata Diallo',
      '623 before',
      '251 not taken',
      '73.6%73.6%, below 75%',
      '41',
      '',
      'Register',
    ],
  ])
  expect(textOf(rows()[4])[6]).toBe('Running 58 of 64A 110')
  await expect
    .element(page.getByRole('link', { name: 'Open CS204' }))
    .toHaveAttribute('href', paths.courseSession(office.$id, 'session-26'))
  // A closed course stands apart from the others.
  expect(rows().length).toBe(51)
  expect(pagesRead(asked)).toEqual([0, 50])
})

test('a course is found by its teacher, and figures come for what is on the screen', async () => {
  await page.viewport(1440, 880)
  const asked = open()
  await page.getByRole('searchbox', { name: 'Find by course, code or teacher' }).fill('kulkarni')
  await expect.poll(() => rows().map((row) => textOf(row)[0])).toEqual(['CS208'])
  await page.getByRole('searchbox').fill('cs315')
  await expect.element(page.getByText('84.61%').first()).toBeVisible()
  await expect.poll(() => pagesRead(asked)).toContain(100)
  await page.getByRole('searchbox').fill('')
  await page.getByRole('button', { name: 'Closed 1' }).click()
  await expect.poll(() => rows().map((row) => textOf(row)[0])).toEqual(['CS210'])
  await page.getByRole('button', { name: 'Running 1' }).click()
  await expect.poll(() => rows().map((row) => textOf(row)[0])).toEqual(['CS204'])
})

test('who teaches some of them finds these by an address of their own', async () => {
  await page.viewport(1440, 880)
  const acting = { institute: office.$id, name: 'Ravi Kulkarni', title: '', role: 'owner', holdsWhole: false } as const
  open({ ...office, prefs: { acting } }, `${paths.courses(office.$id)}?show=mine`)
  await expect.poll(() => rows().map((row) => textOf(row)[0])).toEqual(['CS208'])
  await page.getByRole('button', { name: 'All 119' }).click()
  await expect.poll(() => rows().length).toBe(51)
})

test('the address has the search and how many are shown', async () => {
  await page.viewport(1440, 880)
  open(office, `${paths.courses(office.$id)}?page=2`)
  await expect.poll(() => rows().length).toBe(101)
  await page.getByRole('searchbox').fill('CS204')
  await expect.poll(() => rows().map((row) => textOf(row)[0])).toEqual(['CS204'])
  await takeAway()
  open(office, `${paths.courses(office.$id)}?search=CS204`)
  await expect.poll(() => rows().map((row) => textOf(row)[0])).toEqual(['CS204'])
})

test('the numbers of all people in all courses are a file away', async () => {
  open()
  await expect.element(page.getByText('73.6%').first()).toBeVisible()
  expect(page.getByRole('button', { name: /^Mine/ }).elements()).toHaveLength(0)
  await page.getByText('Export', { exact: true }).click()
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
})

test('courses are made of sections that have none', async () => {
  open()
  await page.getByRole('button', { name: 'Make courses of sections' }).click()
  const dialog = page.getByRole('dialog', { name: 'Make courses of sections' })
  await expect.element(dialog.getByRole('checkbox', { name: '10A' })).toBeVisible()
  expect(dialog.getByRole('checkbox').elements()).toHaveLength(1)
})
