import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { OwnPasskeys } from '#contract/passkey.ts'
import type { ReceiptList } from '#contract/receipts.ts'
import { answerCalls } from '../../testing/answer-calls.ts'
import { asha, noPasskeys, ownPasskey } from '../../testing/people.ts'
import { expectCount, showPart } from '../../testing/show-part.tsx'
import { RunningNow } from './running-now.tsx'

const endsAt = Date.now() + 600_000
const session = {
  attendanceSessionId: 'session1000000000000',
  organisationName: 'Kaveri College',
  courseTitle: 'Data Structures',
  endsAt,
  room: 'A 110',
  hasRoomCode: true,
}
const receipt = {
  attendanceSessionId: session.attendanceSessionId,
  organisationId: 'K7QF3M9T',
  organisationName: 'Kaveri College',
  markedAt: Date.now(),
  flaggedAt: null,
}
const inCourse = (state: 'present' | 'late' | 'after-closing') => ({
  ...receipt,
  course: { id: 'course', title: 'Data Structures', number: 26, state },
})

function show(
  running: NonNullable<ReceiptList['running']>[number],
  receipts: ReceiptList['receipts'] = [],
  readiness: OwnPasskeys['readiness'] = { state: 'ready', heldUntil: null },
) {
  answerCalls({
    'GET /receipts': { receipts, running: [running] },
    'GET /passkeys': { ...noPasskeys, passkeys: [ownPasskey], readiness },
  })
  showPart(<RunningNow />, { account: asha })
}

const band = (name: string) => page.getByRole('region', { name })
const checkIn = page.getByRole('link', { name: 'Check in' })

test('who is not marked reads what runs where, and how to check in', async () => {
  show(session)
  await expect.element(band('Data Structures runs in A 110')).toBeVisible()
  await expect.element(checkIn).toHaveAttribute('href', '/checkin')
})

test.each(['present', 'late'] as const)('who is marked is here: %s', async (state) => {
  show(session, [inCourse(state)])
  await expect.element(band('Data Structures runs in A 110').getByText('You are here', { exact: true })).toBeVisible()
  await expectCount(checkIn, 0)
})

test.each(['present', 'left-early'] as const)('who was called in a roll call is here: %s', async (status) => {
  show({ ...session, status })
  await expect.element(band('Data Structures runs in A 110').getByText('You are here', { exact: true })).toBeVisible()
  await expectCount(checkIn, 0)
})

test.each([
  ['excused', 'Your institute: you are excused.', 0],
  ['absent', 'Your institute: you count as absent.', 1],
] as const)('who is %s by a decision reads so, and checks in only if absent', async (status, says, ways) => {
  show({ ...session, status })
  await expect.element(page.getByText(says)).toBeVisible()
  await expectCount(checkIn, ways)
})

test('who came after closing is not called here', async () => {
  show(session, [inCourse('after-closing')])
  await expect.element(page.getByText('Session 26. It does not count: it came after closing.')).toBeVisible()
  await expectCount(page.getByText(/You are here|you are here/), 0)
})

test('a class without a room is named by its institute, and a mark that was withdrawn is not here', async () => {
  const { courseTitle: _, ...ofClass } = session
  const ruling = { status: 'absent', reason: 'Not seen.', decidedAt: Date.now(), cause: 'staff' } as const
  show({ ...ofClass, room: null }, [{ ...receipt, total: 3, classes: 4, ruling }])
  await expect
    .element(band('A class of Kaveri College runs').getByText('Your institute has withdrawn this mark.'))
    .toBeVisible()
})

test('a held passkey sends the student to the front', async () => {
  const heldUntil = Date.parse('2026-11-02T22:10:00')
  show(session, [], { state: 'held', heldUntil })
  await expect.element(page.getByText('Ask at the front until 2 Nov 2026, 22:10')).toBeVisible()
  await expectCount(checkIn, 0)
})

test('where no phone checks in, the screen is named', async () => {
  show({ ...session, hasRoomCode: false })
  await expect.element(page.getByText('You are marked at the institute’s screen')).toBeVisible()
  await expectCount(checkIn, 0)
})

test('what is over is not shown', async () => {
  show({ ...session, endsAt: Date.now() - 1 })
  await expectCount(page.getByRole('region', { name: /runs/ }), 0)
})
