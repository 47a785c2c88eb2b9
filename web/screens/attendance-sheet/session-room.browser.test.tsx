import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { paths } from '#contract/paths.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { runningSheet } from '../../testing/sheets.ts'
import { showScreen } from '../../testing/show-screen.tsx'

const { session, serverTime } = runningSheet
const { ways: _, isOver: __, ...begun } = session

function open(hasPeople: boolean) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen', 'room-code'] },
    'GET /attendance/running': { session: null, members: 2, serverTime },
    'GET /sessions/:sessionId': { ...runningSheet, session: { ...session, roomId: 'hall' } },
    'GET /today': {
      ...{ running: [], notTaken: [], courses: [], serverTime },
      rooms: [
        { id: 'hall', name: 'Hall' },
        { id: 'lab', name: 'Lab' },
      ],
    },
    'PUT /sessions/:sessionId/room': { session: { ...begun, groupId: office.$id }, serverTime },
  })
  const account = hasPeople ? { ...office, prefs: { hasPeople: true as const } } : office
  showScreen('attendanceSheet', account, paths.attendanceSheet(office.$id, session.id))
  return asked
}

test('a class that runs moves to another room from its sheet', async () => {
  const asked = open(true)
  await page.getByRole('button', { name: 'Hall: change the room of Session 26' }).click()
  const list = page.getByRole('dialog', { name: 'Room' })
  await expect.element(list.getByRole('radio', { name: /^Hall/ })).toBeChecked()
  // Each key chooses, and none moves it.
  await userEvent.keyboard('{Tab}{ArrowDown}{ArrowDown}{ArrowUp}')
  await expect.element(list.getByRole('radio', { name: /^Lab/ })).toBeChecked()
  expect(asked.filter(({ call }) => call.startsWith('PUT'))).toEqual([])
  await list.getByRole('button', { name: 'Done' }).click()
  const moves = () => asked.filter(({ call }) => call.startsWith('PUT'))
  await expect.poll(() => moves().map(({ body }) => body)).toEqual([{ roomId: 'lab' }])
})

test('an institute without people reads nothing of rooms', async () => {
  const asked = open(false)
  await expect.element(page.getByRole('region', { name: 'This session runs' })).toBeVisible()
  expect(asked.filter(({ address }) => address.endsWith('/today'))).toEqual([])
})
