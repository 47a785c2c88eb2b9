import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { Today as Answer } from '#contract/course-sessions.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { Today } from './today.tsx'

const now = Date.now()
const hall = { id: 'hall', name: 'Hall' }
const begun = { id: 'class-62', number: 62, startedAt: now - 600_000, endsAt: now + 3_000_000 }
const running = { ...begun, room: hall, present: 3, people: 402 }
const today: Answer = {
  running: [],
  notTaken: [],
  courses: [{ id: 'maths', code: 'M1', title: 'Mathematics', people: 30, nextNumber: 4 }],
  whole: { people: 402, nextNumber: 62, running: null },
  rooms: [hall],
  serverTime: now,
}

const acting = { institute: office.$id, role: 'registrar', name: 'Ravi', title: '', holdsWhole: true } as const
const account = { ...office, labels: ['STF'], prefs: { acting } } as const

function open(answer: Partial<Answer> = {}) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /today': { ...today, ...answer },
    'GET /attendance/flagged': { total: 0, disputes: [] },
    'GET /reports/courses': { courses: [], serverTime: now },
    'POST /groups/:groupId/sessions': {
      session: { ...begun, publicId: 'GWPK7MQ234', groupId: office.$id },
      serverTime: now,
    },
  })
  showPart(<Today />, { account })
  return asked
}

const inMain = (name: string) => page.getByRole('button', { name, exact: true })
const starts = (asked: ReturnType<typeof open>) =>
  asked.filter(({ call }) => call.startsWith('POST')).map(({ address, body }) => [address, body])

const pick = (name: string) => inMain(name).click()
const choose = async (room: string) => {
  await page.getByRole('radio', { name: new RegExp(`^${room}`) }).click()
  await page.getByRole('button', { name: 'Done' }).click()
}

test('a class starts from Today in a room, asks first, and asks for no minutes', async () => {
  await page.viewport(1280, 800)
  localStorage.clear()
  const asked = open()
  await pick('Without a room: change the room of Whole institute')
  expect(page.getByRole('dialog', { name: 'Room' }).getByLabelText('Or so many minutes').elements()).toHaveLength(0)
  await choose('Hall')
  await inMain('Start Attendance').click()
  await inMain('Start for everyone (402 people)?').click()
  await expect.poll(() => starts(asked).length).toBe(1)
  expect(starts(asked)).toEqual([[`/api/v1/groups/${office.$id}/sessions`, { expected: 62, roomId: 'hall' }]])
})

test('a class that runs has its room on Today, and the office ends it there for a course', async () => {
  await page.viewport(390, 844)
  localStorage.clear()
  const asked = open({ whole: { people: 402, nextNumber: 63, running } })
  const band = page.getByRole('article', { name: 'Whole institute' })
  await expect.element(band.filter({ hasText: 'Hall' })).toBeVisible()
  await expect.element(band.getByText('3 of 402')).toBeVisible()
  expect(inMain('Start Attendance').elements()).toHaveLength(0)
  await pick('Without a room, 60 min: change room and minutes of M1')
  await choose('Hall')
  await inMain('End Whole institute and start').click()
  await expect.poll(() => starts(asked).length).toBe(1)
  expect(starts(asked)[0]?.[1]).toEqual({ expected: 4, minutes: 60, roomId: 'hall', endsOther: running.id })
})

test('who starts no classes reads nothing of them', async () => {
  await page.viewport(1280, 800)
  const { whole: _, ...others } = today
  answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': { ...officeDocument, passKey: true },
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /today': others,
    'GET /reports/courses': { courses: [], serverTime: now },
    'GET /attendance/flagged': { total: 0, disputes: [] },
  })
  const teacher = { ...acting, role: 'teacher', holdsWhole: false } as const
  showPart(<Today />, { account: { ...account, prefs: { acting: teacher } } })
  await expect.element(inMain('Start M1')).toBeVisible()
  expect(page.getByRole('button', { name: /Whole institute/ }).elements()).toHaveLength(0)
})
