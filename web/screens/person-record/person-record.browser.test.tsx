import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { paths } from '#contract/paths.ts'
import type { PersonRecord, RecordedSession } from '#contract/person-record.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { expectCount } from '../../testing/show-part.tsx'
import { showScreen } from '../../testing/show-screen.tsx'

const personId = 'person00000000000000'
const studentId = 'ishita00000000000000'
const begin = Date.UTC(2026, 10, 17, 10)
const day = 86_400_000
const all = { counted: 62, attended: 58, percentage: 93.54, mayMiss: 15, mustAttend: 0 }
const whole: NonNullable<PersonRecord['whole']> = {
  id: studentId,
  firstName: 'Ishita',
  lastName: 'Rao',
  rollNumber: '21EE2098',
  joinedAt: begin,
  total: 58,
  classes: 62,
  official: all,
  shown: all,
  working: all,
  differences: [],
}
const working = {
  counted: 25,
  points: 1800,
  percentBp: 7200,
  percentage: '72%',
  isBelow: true,
  mayMiss: 0,
  mustAttend: 3,
}
const maths = {
  id: 'maths000000000000000',
  code: 'MA203',
  title: 'Engineering Mathematics III',
  isEnrolled: true,
  goal: 75,
  by: 'sessions' as const,
  working,
  since: begin,
}
const plain = { isAfterClosing: false, isLeftOut: false, isGuest: false, mark: null, ruling: null }
const session = (number: number, letter: string, more: Partial<RecordedSession> = {}): RecordedSession => ({
  id: `session${number}`.padEnd(20, '0'),
  number,
  startedAt: begin + number * day,
  endsAt: begin + number * day + 3_600_000,
  letter,
  counts: true,
  cell: { ...plain, status: letter === 'P' ? 'present' : 'absent' },
  ...more,
})
const rulings = { sequence: 1, minutes: null, reason: 'A bus broke down.', decidedAt: begin + 9 * day }
const entries: readonly RecordedSession[] = [
  session(4, 'A', { dispute: { at: begin + 5 * day, words: 'I sat in the third row.' } }),
  session(3, 'L', {
    cell: {
      ...plain,
      status: 'late',
      mark: { markedAt: begin + 3 * day + 1_000_000, begunAt: begin + 3 * day + 1_000_000, way: 'room-code' },
      ruling: {
        ...rulings,
        status: 'late',
        cause: 'staff',
        by: { name: 'Samuel Okoro', title: '', role: 'registrar' },
      },
    },
  }),
  session(2, 'P', {
    cell: {
      ...plain,
      status: 'present',
      mark: { markedAt: begin + 2 * day + 200_000, begunAt: begin + 2 * day + 200_000, way: 'room-code' },
    },
  }),
]
const record: PersonRecord = {
  person: { personId, studentId, rollNumber: '21EE2098', given: 'Ishita', family: 'Rao', section: 'B' },
  whole,
  courses: [maths],
  sessions: { of: 'whole', total: 0, entries: [] },
  serverTime: begin,
}
const ofMaths: PersonRecord = { ...record, sessions: { of: 'course', courseId: maths.id, total: 3, entries } }

type Answer = NonNullable<Parameters<typeof answerCalls>[0]['GET /people/:personId/record']>
function open(answer: Answer, query = '') {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'full', ways: ['screen'] },
    'GET /people/:personId/record': answer,
  })
  const account = { ...office, prefs: { hasPeople: true } } as const
  showScreen('personRecord', account, `${paths.personRecord(office.$id, personId)}${query}`)
  return asked
}
const lines = page.getByRole('region', { name: 'Attendance' }).getByRole('listitem')

test('a line for each group has the percentage, what is counted, and since when', async () => {
  open(record)
  await expect.element(page.getByRole('heading', { name: 'Ishita Rao', level: 1 })).toBeVisible()
  await expect.element(lines.nth(0).filter({ hasText: '93.54%' })).toBeVisible()
  await expect.element(lines.nth(0).filter({ hasText: '58 of 62 classes' })).toBeVisible()
  await expect.element(lines.nth(1).filter({ hasText: '72%' })).toBeVisible()
  await expect.element(lines.nth(1).filter({ hasText: '18 of 25 sessions' })).toBeVisible()
  await expect.element(lines.nth(1).filter({ hasText: 'enrolled since' })).toBeVisible()
})

test('a line shows its sessions with mark, decision and dispute', async () => {
  open(({ address }) => (address.includes('group=') ? ofMaths : record))
  await page.getByRole('link', { name: maths.title }).click()
  const rows = page.getByRole('region', { name: `Sessions: ${maths.title}` }).getByRole('row')
  await expect.element(rows.nth(1).filter({ hasText: 'Absent' })).toBeVisible()
  await expect.element(rows.nth(1).filter({ hasText: '“I sat in the third row.”' })).toBeVisible()
  await expect.element(rows.nth(2).filter({ hasText: '“A bus broke down.”by Samuel Okoro' })).toBeVisible()
  await expect.element(rows.nth(3).filter({ hasText: 'Room code' })).toBeVisible()
  await expect.element(page.getByRole('link', { name: maths.title })).toHaveAttribute('aria-current', 'true')
})

test('sessions that cannot be read leave every percentage as it was', async () => {
  open(({ address }) => (address.includes('group=') ? refuse('general_rate_limit_exceeded') : record))
  await page.getByRole('link', { name: maths.title }).click()
  await expect.element(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await expect.element(lines.nth(0).filter({ hasText: '93.54%' })).toBeVisible()
  await expect.element(lines.nth(1).filter({ hasText: '72%' })).toBeVisible()
})

test('who has left is told with the day', async () => {
  open({ ...record, person: { ...record.person, leftAt: Date.UTC(2026, 10, 2, 12) } })
  await expect.element(page.getByText('left on 2 Nov 2026')).toBeVisible()
})

test('who joined late is read by the classes since joining first, without a forecast', async () => {
  const late = { counted: 62, attended: 2, percentage: 3.22, mayMiss: 0, mustAttend: 178 }
  const sinceJoining = { after: 60, counted: 2, attended: 2 }
  const own = { counted: 2, attended: 2, percentage: 100, mayMiss: 0, mustAttend: 0 }
  const joined = { ...whole, total: 2, official: late, shown: late, working: own, sinceJoining }
  open({ ...record, whole: { ...joined, differences: ['joined-later'] } })
  await expect.element(lines.nth(0).getByText('2 of 2', { exact: true })).toBeVisible()
  await expect.element(page.getByText('joined after class 60')).toBeVisible()
  await expect.element(lines.nth(0).filter({ hasText: 'Percentage of all 62 classes: 3.22%' })).toBeVisible()
  await expectCount(lines.nth(0).getByText(/in a row/), 0)
})

test('a person of no group of the reader is none', async () => {
  open(refuse('document_not_found'))
  await expect.element(page.getByRole('heading', { name: 'There is no such person here' })).toBeVisible()
})
