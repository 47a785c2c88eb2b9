import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { UserModel } from '#contract/account.ts'
import type { PairedScreen, ScreenList, WaitingScreen } from '#contract/screens.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { office } from '../../testing/people.ts'
import { showPart, toast } from '../../testing/show-part.tsx'
import { ScreensSection } from './screens-section.tsx'

const now = Date.now()
const day = 86_400_000
const room: PairedScreen = {
  id: 'room-12',
  name: 'Room 12',
  browser: 'Firefox',
  system: 'Windows',
  address: '203.0.113.9',
  state: 'paired',
  approvedAt: now,
  endsAt: now + day,
  lastSeenAt: now,
}
const listOf = (...screens: PairedScreen[]): ScreenList => ({ screens, serverTime: now })
const noRooms = { 'GET /rooms': { rooms: [] } }
const found: WaitingScreen = {
  browser: 'Firefox',
  system: 'Windows',
  address: '203.0.113.9',
  isSameNetwork: false,
  askedAt: now,
  ends: [1, 7, 30].map((days) => ({ days, endsAt: now + days * day })),
  serverTime: now,
}

const show = (account = office) => showPart(<ScreensSection hasPasskey />, { account })
const acting = (role: StaffRole): UserModel => ({
  ...office,
  prefs: { acting: { institute: office.$id, role, name: 'Meera Iyer', title: '', holdsWhole: false } },
})
const dialog = () => page.getByRole('dialog', { name: 'Add a screen' })
const type = (label: string, text: string) => dialog().getByRole('textbox', { name: label }).fill(text)
const pressIn = (name: string) => dialog().getByRole('button', { name }).click()

test('a screen is added by its code, and approved for today', async () => {
  const asked = answerCalls({
    ...noRooms,
    'GET /screens': listOf(),
    'POST /screens/look-up': found,
    'POST /screens': listOf(room),
  })
  show()
  await expect.element(page.getByText('No screen is paired.')).toBeVisible()
  await page.getByRole('button', { name: 'Add a screen' }).click()
  await type('Code on the screen', 'k7qf-3m9t')
  await pressIn('Find the screen')
  await expect.element(dialog().getByText('Approve only a screen that stands before you.')).toBeVisible()
  await expect.element(dialog().getByText('Firefox on Windows')).toBeVisible()
  await expect.element(dialog().getByText('203.0.113.9, another than yours')).toBeVisible()
  await type('Name of the screen', 'Room 12')
  await pressIn('Approve this screen')
  await expect.element(toast('Screen approved')).toBeVisible()
  await expect.element(page.getByText('Room 12')).toBeVisible()
  expect(asked.find(({ call }) => call === 'POST /screens')?.body).toMatchObject({
    code: 'k7qf-3m9t',
    name: 'Room 12',
    days: 1,
  })
})

test('another end is chosen by a press', async () => {
  const asked = answerCalls({
    ...noRooms,
    'GET /screens': listOf(),
    'POST /screens/look-up': found,
    'POST /screens': listOf(room),
  })
  show()
  await page.getByRole('button', { name: 'Add a screen' }).click()
  await type('Code on the screen', 'k7qf-3m9t')
  await pressIn('Find the screen')
  await type('Name of the screen', 'Room 12')
  await pressIn('30 days')
  await pressIn('Approve this screen')
  await expect.element(toast('Screen approved')).toBeVisible()
  expect(asked.find(({ call }) => call === 'POST /screens')?.body).toMatchObject({ days: 30 })
})

test('a wrong code is said beside its field', async () => {
  answerCalls({ ...noRooms, 'GET /screens': listOf(), 'POST /screens/look-up': refuse('screen-code-wrong') })
  show()
  await page.getByRole('button', { name: 'Add a screen' }).click()
  await type('Code on the screen', 'bbbb-bbbb')
  await pressIn('Find the screen')
  await expect
    .element(dialog().getByText('No screen shows this code now. Please check it on the screen.'))
    .toBeVisible()
})

test('a screen is renamed, and ended', async () => {
  answerCalls({
    ...noRooms,
    'GET /screens': listOf(room),
    'PATCH /screens/:screenId': listOf({ ...room, name: 'Hall' }),
    'DELETE /screens/:screenId': listOf(),
  })
  show()
  await page.getByRole('button', { name: 'Rename Room 12' }).click()
  await page.getByRole('textbox', { name: 'Name of the screen' }).fill('Hall')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect.element(toast('Screen renamed')).toBeVisible()
  await page.getByRole('button', { name: 'End Hall' }).click()
  await expect.element(toast('Screen ended')).toBeVisible()
  await expect.element(page.getByText('No screen is paired.')).toBeVisible()
})

test('a screen is given to a room, and a new name alone leaves it there', async () => {
  const rooms = { rooms: [{ id: 'hall-2', name: 'Hall 2' }] }
  const asked = answerCalls({
    ...noRooms,
    'GET /screens': listOf(room),
    'GET /rooms': rooms,
    'PATCH /screens/:screenId': listOf({ ...room, roomId: 'hall-2' }),
  })
  show()
  await page.getByRole('button', { name: 'Rename Room 12' }).click()
  await page.getByLabelText('Shows').selectOptions('Sessions in Hall 2')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect.element(page.getByText('Sessions in Hall 2')).toBeVisible()
  await page.getByRole('button', { name: 'Rename Room 12' }).click()
  await expect.element(page.getByLabelText('Shows')).toHaveValue('hall-2')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect
    .poll(() => asked.filter(({ call }) => call.startsWith('PATCH')).map(({ body }) => body))
    .toEqual([{ name: 'Room 12', roomId: 'hall-2' }, { name: 'Room 12' }])
})

test('a screen that was stopped says why', async () => {
  answerCalls({ ...noRooms, 'GET /screens': listOf({ ...room, state: 'copied' }) })
  show()
  await expect.element(page.getByText(/^Stopped: two browsers used its pairing/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Rename Room 12' })).not.toBeInTheDocument()
})

test('a teacher adds and renames screens of the own sessions, and gives none to a room', async () => {
  const own: PairedScreen = { ...room, name: 'My desk', teacher: 'Meera Iyer' }
  const asked = answerCalls({
    'GET /rooms': { rooms: [{ id: 'hall-2', name: 'Hall 2' }] },
    'GET /screens': listOf(),
    'POST /screens/look-up': found,
    'POST /screens': listOf(own),
    'PATCH /screens/:screenId': listOf({ ...own, name: 'Lab' }),
  })
  show(acting('teacher'))
  await expect.element(page.getByText(/^A computer can show the code of your own sessions/)).toBeVisible()
  await page.getByRole('button', { name: 'Add a screen' }).click()
  await type('Code on the screen', 'k7qf-3m9t')
  await pressIn('Find the screen')
  await type('Name of the screen', 'My desk')
  await expect.element(dialog().getByLabelText('Shows')).not.toBeInTheDocument()
  await pressIn('Approve this screen')
  await expect.element(toast('Screen approved')).toBeVisible()
  await expect.element(page.getByText('Own sessions of Meera Iyer')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Rename My desk' }).click()
  await page.getByRole('textbox', { name: 'Name of the screen' }).fill('Lab')
  await expect.element(page.getByLabelText('Shows')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect.element(toast('Screen renamed')).toBeVisible()
  for (const { body } of asked) expect(body ?? {}).not.toHaveProperty('roomId')
})

test('the office reads whose sessions a teacher’s screen shows, and may give it to a room', async () => {
  const asked = answerCalls({
    'GET /rooms': { rooms: [{ id: 'hall-2', name: 'Hall 2' }] },
    'GET /screens': listOf({ ...room, teacher: 'Meera Iyer' }),
    'PATCH /screens/:screenId': listOf({ ...room, teacher: 'Meera Iyer', roomId: 'hall-2' }),
  })
  show(acting('desk'))
  await expect.element(page.getByText('Own sessions of Meera Iyer')).toBeVisible()
  await page.getByRole('button', { name: 'Rename Room 12' }).click()
  await expect.element(page.getByRole('option', { name: 'Own sessions of the teacher' })).toBeInTheDocument()
  await page.getByLabelText('Shows').selectOptions('Sessions in Hall 2')
  await page.getByRole('button', { name: 'Save name' }).click()
  await expect
    .poll(() => asked.find(({ call }) => call.startsWith('PATCH'))?.body)
    .toEqual({ name: 'Room 12', roomId: 'hall-2' })
})
