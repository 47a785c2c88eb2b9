import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CourseFigures } from '#contract/course-sessions.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { CoursesReport } from './courses-report.tsx'

const figures = (n: number): CourseFigures => ({
  id: `course-${n}`,
  code: `C${n}`,
  title: `Course ${n}`,
  department: '',
  term: '',
  people: 30,
  before: 2,
  held: 12,
  notTaken: 1,
  below: 4,
  goal: 75,
  counted: 360,
  points: 28_100,
  percentage: '78.05%',
})

function open(count: number, account: typeof office = office) {
  const all = Array.from({ length: count }, (_, n) => figures(n + 1))
  answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /reports/courses': ({ address }) => {
      const after = Number(new URL(address, 'http://localhost').searchParams.get('after'))
      return { courses: all.slice(after, after + 50), serverTime: 1 }
    },
  })
  showPart(<CoursesReport />, { account })
}

const rows = () => page.getByRole('table').getByRole('row')

test('nothing is worked out before it is asked for, and each course then has its numbers', async () => {
  open(1)
  expect(page.getByRole('table').elements()).toHaveLength(0)
  await page.getByRole('button', { name: 'Show the numbers' }).click()
  await expect.poll(() => rows().elements().length).toBe(2)
  const cells = [...(rows().nth(1).element().querySelectorAll('td') ?? [])].map(({ textContent }) => textContent)
  expect(cells.slice(1, 6)).toEqual(['30', '2', '12', '1', '4'])
  await expect.element(page.getByText('78.05%, good')).toBeInTheDocument()
  await expect
    .element(page.getByRole('link', { name: 'C1' }))
    .toHaveAttribute('href', expect.stringContaining('/courses/course-1/register'))
})

test('fifty courses come with each answer', async () => {
  open(60)
  await page.getByRole('button', { name: 'Show the numbers' }).click()
  await expect.poll(() => rows().elements().length).toBe(51)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows().elements().length).toBe(61)
  expect(page.getByRole('button', { name: 'Show more' }).elements()).toHaveLength(0)
})

test('a viewer reads the numbers, and takes them as a file', async () => {
  const acting = { institute: office.$id, role: 'viewer', name: 'Rosa', title: '', holdsWhole: true } as const
  open(1, { ...office, prefs: { acting } })
  await page.getByRole('button', { name: 'Show the numbers' }).click()
  await expect.poll(() => rows().elements().length).toBe(2)
  await expect.element(page.getByRole('button', { name: 'Export CSV' })).toBeVisible()
})
