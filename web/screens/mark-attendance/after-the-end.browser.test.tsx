import { beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { RunningSession } from '#contract/attendance.ts'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { endedNow } from '../../testing/sheets.ts'
import { expectCount, showPart } from '../../testing/show-part.tsx'
import { MarkingScreen } from './marking-screen.tsx'

const startedAt = Date.now()
const endsAt = startedAt + 3_600_000
const paths = { sheet: `/admin/dashboard/${office.$id}/sessions/session` }
type Session = NonNullable<RunningSession['session']>
/** `isTakenBack`: the session gives its number back. */
type Held = { isOver: boolean; isTakenBack?: boolean; nextWays?: Session['ways'] }

/** With 'Ananya K.' as the setting: the server gives no roll number then. */
const latest: Session['latest'] = [{ studentId: 'ananya', name: 'Ananya K.', rollNumber: '', markedAt: startedAt }]
const code: CurrentRoomCode = {
  publicId: 'GWPK7MQ234',
  code: 'GWPK7MQ2KDXT4M9TBB',
  step: 1,
  endsIn: 6_400,
  count: 143,
  members: 212,
  newest: ['Ananya K.'],
  endsAt,
  serverTime: startedAt,
}

beforeEach(() => page.viewport(1280, 720))

/** A screen whose session runs until it is over. */
async function open(session: Partial<Session>, held: Held = { isOver: false }): Promise<Held> {
  const runs: Session = {
    id: 'session',
    publicId: 'GWPK7MQ234',
    number: 26,
    ways: ['screen', 'room-code'],
    startedAt,
    endsAt,
    present: 143,
    latest,
    ...session,
  }
  const running: RunningSession = {
    session: runs,
    members: 212,
    serverTime: startedAt,
  }
  const over: RunningSession = {
    session: null,
    last: held.isTakenBack
      ? null
      : { id: 'session', number: 26, drawUntil: startedAt + 600_000, handUntil: startedAt + 86_400_000 },
    members: 212,
    serverTime: startedAt + 1,
  }
  answerCalls({
    'GET /attendance/running': () => (held.isOver ? over : { ...running, nextWays: held.nextWays }),
    'GET /sessions/:sessionId/room-code': () => (held.isOver ? refuse('attendance-ended') : code),
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'POST /sessions/:sessionId/end': () => {
      held.isOver = true
      return endedNow(runs)
    },
  })
  const classes = held.isTakenBack ? 25 : 26
  const organisation = { ...officeDocument, students: [], classes, sessionExpiry: endsAt }
  showPart(<MarkingScreen organisation={organisation} isChecking={false} onEnd={() => {}} />, {
    account: office,
  })
  await expect.element(page.getByRole('button', { name: 'End session' })).toBeVisible()
  return held
}

async function end(shown = 'This session has ended'): Promise<void> {
  await page.getByRole('button', { name: 'End session' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
  await expect.element(page.getByText(shown)).toBeVisible()
}

test('after the end a whole room goes on seeing the count and the names as the settings have them', async () => {
  await open({})
  await expect.element(page.getByRole('img', { name: 'Code to check in' })).toBeVisible()
  await end()
  await expectCount(page.getByRole('img', { name: 'Code to check in' }), 0)
  await expectCount(page.getByText('GWPK', { exact: true }), 0)
  await expect.element(page.getByText('143 of 212 here').first()).toBeVisible()
  await expect.element(page.getByText('Ananya K.')).toBeVisible()
  await expectCount(page.getByLabelText('Enter University Roll Number'), 0)
  await expectCount(page.getByRole('button', { name: 'One at a time' }), 0)
  const start = page.getByRole('button', { name: 'Start Attendance' })
  await expect.element(start).toBeVisible()
  await expectCount(page.getByRole('dialog'), 0)
  await expect.element(start).not.toHaveFocus()
  expect(document.querySelectorAll('main time')).toHaveLength(0)
})

test('a session that ends one at a time comes back to the whole room, where it took the room code', async () => {
  await open({})
  await page.getByRole('button', { name: 'One at a time' }).click()
  await expect.element(page.getByLabelText('Enter University Roll Number')).toHaveFocus()
  await end()
  await expect.element(page.getByText('143 of 212 here').first()).toBeVisible()
  await expect.element(page.getByText('Ananya K.')).toBeVisible()
})

test('a session without room code ends in the view of one at a time', async () => {
  await open({ ways: ['screen'] })
  await end()
  await expect.element(page.getByText('143 of 212')).toBeVisible()
  await expect.element(page.getByText('Start the next session when the next class begins.')).toBeVisible()
})

test('the list of the newest marks has roll number and time beside a full name alone', async () => {
  await open({ ways: ['screen'] })
  await expect.element(page.getByRole('listitem').filter({ hasText: 'Ananya K.' })).toBeVisible()
  expect(document.querySelectorAll('main time')).toHaveLength(0)
})

test('full names come with roll number and time', async () => {
  const full = { studentId: 'ananya', name: 'Ananya Krishnan', rollNumber: '21CS1004', markedAt: startedAt }
  await open({ ways: ['screen'], latest: [full] })
  await expect.element(page.getByText('Ananya Krishnan')).toBeVisible()
  await expect.element(page.getByText('21CS1004')).toBeVisible()
  expect(document.querySelectorAll('main time')).toHaveLength(1)
})

test('without names the list is the count alone', async () => {
  await open({ ways: ['screen'], latest: [] })
  await expect.element(page.getByText('143 of 212')).toBeVisible()
  await expectCount(page.getByText('Students who were marked present appear in this list.'), 0)
})

test.each([
  ['where it took the room code', { ways: ['screen', 'room-code'] }],
  ['where it did not', { ways: ['screen'] }],
] as const)('the institute’s screen leads from its session that has ended to the sheet, %s', async (_, session) => {
  await open(session)
  await end()
  await expect.element(page.getByRole('link', { name: 'Who is here' })).toHaveAttribute('href', paths.sheet)
  await expect.element(page.getByText(/by hand until .* can be drawn until/)).toBeVisible()
})

test.each([['screen', 'room-code'], ['screen']] as const)(
  'a session that was taken back reads so, and leads nowhere (%s %s)',
  async (...ways) => {
    await open({ ways }, { isOver: false, isTakenBack: true })
    await end('Session taken back')
    await expectCount(page.getByText('This session has ended'), 0)
    await expectCount(page.getByRole('link', { name: 'Who is here' }), 0)
  },
)

test('the question about the end says what can be done afterwards', async () => {
  await open({})
  await page.getByRole('button', { name: 'End session' }).click()
  await expect
    .element(page.getByText(/mark students by hand for 24 hours, and draw students for 10 minutes/))
    .toBeVisible()
})

test.each([
  ['off in the settings, too', ['screen'], 'in your institute’s settings.'],
  ['on in the settings', ['screen', 'room-code'], 'at ‘Who is here’.'],
] as const)(
  'where room code is off in the session, the way to switch it on is right: %s',
  async (_, nextWays, where) => {
    vi.stubGlobal('PublicKeyCredential', { getClientCapabilities: async () => ({ hybridTransport: false }) })
    await open({ ways: ['screen'] }, { isOver: false, nextWays })
    await expect.element(page.getByText(new RegExp(`can be switched on ${where}$`))).toBeVisible()
  },
)
