import { expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { workOutAttendance } from '#contract/attendance-working.ts'
import type { CheckInMark, CheckInOffer, FinishedCheckIn } from '#contract/check-in.ts'
import { paths } from '#contract/paths.ts'
import { answerCalls, noAnswer, refuse } from '../../testing/answer-calls.ts'
import { office, officeDocument } from '../../testing/people.ts'
import { endedSheet, markedRow, missingRow } from '../../testing/sheets.ts'
import { expectCount } from '../../testing/show-part.tsx'
import { showScreen } from '../../testing/show-screen.tsx'

const sheet = { ...endedSheet, rows: [missingRow, { ...missingRow, studentId: 'anil', name: 'Anil Das' }, markedRow] }
const { startedAt: startsAt, id, publicId, number, endsAt } = sheet.session
const session = { id, publicId, number, endsAt, startsAt, organisationId: office.$id, organisationName: office.name }
const offer: CheckInOffer = {
  way: 'hand',
  session,
  goodUntil: sheet.serverTime + 60_000,
  state: 'ready',
  student: null,
  ceremony: {
    id: 'ceremony-1',
    options: {
      challenge: 'Y2hhbGxlbmdl',
      rpId: 'localhost',
      allowCredentials: [],
      userVerification: 'required',
      timeout: 60_000,
    },
  },
  serverTime: sheet.serverTime,
}
const markOf = (studentId: string, name: string, outcome: CheckInMark['outcome']): CheckInMark => ({
  student: { id: studentId, name, rollNumber: '21CS001', working: workOutAttendance(1, 2) },
  outcome,
  markedAt: sheet.serverTime,
  way: 'hand',
})
const finished: FinishedCheckIn = {
  way: 'hand',
  session,
  marks: [markOf(missingRow.studentId, missingRow.name, 'counted'), markOf('anil', 'Anil Das', 'already-marked')],
  loggedIn: false,
  sharedBrowser: false,
  serverTime: sheet.serverTime,
}

function open(answers: Parameters<typeof answerCalls>[0] = {}, now = sheet) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen', 'room-code'] },
    'GET /attendance/running': { session: null, members: 2, serverTime: sheet.serverTime },
    'GET /sessions/:sessionId': now,
    ...answers,
  })
  showScreen('attendanceSheet', office, paths.attendanceSheet(office.$id, id))
  return asked
}

/** What navigator.credentials.get() gives. */
function stubPasskey() {
  const bytes = new TextEncoder().encode('bytes').buffer
  return vi
    .spyOn(navigator.credentials, 'get')
    .mockReset()
    .mockResolvedValue({
      id: 'Y3JlZGVudGlhbA',
      rawId: bytes,
      type: 'public-key',
      response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: null },
      getClientExtensionResults: () => ({}),
    } as unknown as Credential)
}

const choose = (name: RegExp) => page.getByRole('checkbox', { name })
const dialog = page.getByRole('dialog', { name: 'Mark by hand' })
const sign = dialog.getByRole('button', { name: 'Sign with your passkey' })

async function openDialog() {
  await choose(/^Meera Iyer/).click()
  await choose(/^Anil Das/).click()
  await expect.element(page.getByText('2 students chosen')).toBeVisible()
  await page.getByRole('button', { name: 'Mark by hand' }).click()
  await expect.element(dialog.getByLabelText('Reason')).toHaveFocus()
}

test('one gesture marks all who were chosen, and the answer says who was counted', async () => {
  const get = stubPasskey()
  const asked = open({ 'POST /check-ins': offer, 'POST /check-ins/:checkInId/finish': finished })
  await openDialog()
  await dialog.getByLabelText('Reason').fill('Phone forgotten')
  await sign.click()
  await expect.element(dialog.getByText('Marked by hand')).toBeVisible()
  await expect.element(dialog.getByText('Marked already, so nothing changed')).toBeVisible()
  expect(
    dialog
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(['Meera Iyer', 'Anil Das'])
  const [begun, ended] = asked.filter(({ call }) => call.startsWith('POST'))
  expect(begun?.body).toEqual({
    way: 'hand',
    session: id,
    students: [missingRow.studentId, 'anil'],
    reason: 'Phone forgotten',
  })
  expect(ended?.address).toBe('/api/v1/check-ins/ceremony-1/finish')
  expect(get).toHaveBeenCalledTimes(1)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expectCount(page.getByText('2 students chosen'), 0)
  await expect.element(choose(/^Meera Iyer/)).not.toBeChecked()
  await expect.element(page.getByRole('button', { name: /^Not marked 1/ })).toHaveFocus()
})

test('without a reason nothing is asked', async () => {
  const asked = open()
  await openDialog()
  await sign.click()
  await expect.element(dialog.getByLabelText('Reason')).toHaveAttribute('aria-invalid', 'true')
  expect(asked.filter(({ call }) => call.startsWith('POST'))).toEqual([])
})

test('a lost answer is asked for again, with one gesture', async () => {
  const get = stubPasskey()
  let tries = 0
  open({ 'POST /check-ins': offer, 'POST /check-ins/:checkInId/finish': () => (tries++ === 0 ? noAnswer : finished) })
  await openDialog()
  await dialog.getByLabelText('Reason').fill('Phone forgotten')
  await sign.click()
  await expect.element(dialog.getByText('Marked by hand')).toBeVisible()
  expect([tries, get.mock.calls.length]).toEqual([2, 1])
})

test.each([
  ['own-passkey-missing', 'Marks by hand are signed by your own passkey. Register one on your dashboard first.'],
  [
    'own-passkey-unusable',
    'Your passkey cannot sign now: it is new and must wait, may have been copied or has changed. Your profile says which.',
  ],
  ['passkey-login-needed', 'Log out, log in again with your passkey, and then mark by hand.'],
  ['hand-too-late', 'Students can be marked by hand until 24 hours after the end.'],
] as const)('the refusal %s says what can be done', async (reason, sentence) => {
  open({ 'POST /check-ins': refuse(reason) })
  await openDialog()
  await dialog.getByLabelText('Reason').fill('Phone forgotten')
  await sign.click()
  await expect.element(dialog.getByRole('alert').getByText(sentence)).toBeVisible()
})

test('only students without a mark can be chosen', async () => {
  open()
  await expect.element(choose(/^Meera Iyer/)).toBeVisible()
  await expectCount(page.getByRole('checkbox'), 2)
})

test('a day after the end none can be chosen', async () => {
  open({}, { ...sheet, serverTime: sheet.handUntil })
  await expect.element(page.getByText('Anil Das')).toBeVisible()
  await expectCount(page.getByRole('checkbox'), 0)
  await expectCount(page.getByText(/^Was a phone forgotten/), 0)
})
