import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { FinishedCheckIn } from '#contract/check-in.ts'
import { leftOpenMs } from '#contract/rules.ts'
import { queryClient } from '../../app/query-client.ts'
import { runningSessionKey } from '../../live/live-keys.ts'
import { answerCalls, noAnswer, refuse } from '../../testing/answer-calls.ts'
import { answerPasskey, finished, now, offer, session } from '../../testing/check-ins.ts'
import { asha, ashaDocument, office, officeDocument } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { MarkingScreen } from './marking-screen.tsx'

const running = {
  session: { ...session, ways: ['screen'] as const, present: 0, latest: [] },
  members: 1,
  serverTime: now,
}
const found = { total: 1, documents: [ashaDocument] }
const documents = 'GET /databases/:databaseId/collections/:collectionId/documents'

beforeEach(() => {
  // A browser that can ask phones, so that no notice stands above the form.
  const support = { getClientCapabilities: async () => ({ hybridTransport: true }) }
  vi.stubGlobal('PublicKeyCredential', Object.assign(class {}, support))
  vi.spyOn(navigator.credentials, 'get').mockReset()
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

const field = page.getByLabelText('Enter University Roll Number')
const send = page.getByRole('button', { name: 'Mark Attendance' })
const cancel = page.getByRole('button', { name: 'Cancel' })
const bluetooth = /Switch on Bluetooth/

/** The next passkey that is asked for does not answer. Returns what gives it up, once it is asked. */
function leavePasskey(): () => AbortSignal | undefined {
  let signal: AbortSignal | undefined
  vi.spyOn(navigator.credentials, 'get').mockImplementation((options) => {
    signal = options?.signal
    return new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal?.reason))
    })
  })
  return () => signal
}

function show(): void {
  const organisation = { ...officeDocument, students: [], classes: session.number, sessionExpiry: session.endsAt }
  showPart(<MarkingScreen organisation={organisation} isChecking={false} onEnd={() => {}} />, {
    account: office,
  })
}

/** Types into the form of the screen, and presses Enter. */
async function enter(text = '21CS042'): Promise<void> {
  show()
  await field.fill(text)
  await userEvent.keyboard('{Enter}')
}
const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()

test('a student is marked by two calls, the passkey between them', async () => {
  answerPasskey()
  const asked = answerCalls({
    'GET /attendance/running': running,
    'POST /check-ins': offer,
    'POST /check-ins/:checkInId/finish': finished('counted'),
  })
  await enter()
  await says('Attendance marked successfully')
  await says('Asha Rao')
  const calls = asked.filter(({ call }) => call !== 'GET /attendance/running')
  expect(calls.map(({ address }) => address)).toEqual(['/api/v1/check-ins', '/api/v1/check-ins/check-in-1/finish'])
  expect(calls[0]?.body).toEqual({ way: 'screen', rollNumber: '21CS042' })
})

test('since when a student is present is the time on the server', async () => {
  answerPasskey()
  const [mark] = finished('counted').marks
  const markedAt = new Date(now).setHours(9, 41)
  answerCalls({
    'GET /attendance/running': running,
    'POST /check-ins': offer,
    'POST /check-ins/:checkInId/finish': { ...finished('counted'), marks: mark ? [{ ...mark, markedAt }] : [] },
  })
  await enter()
  await says(/^Present since 0?9:41/)
})

test('an email may be typed into either field', async () => {
  answerPasskey()
  const asked = answerCalls({
    'GET /attendance/running': running,
    'POST /check-ins': offer,
    'POST /check-ins/:checkInId/finish': finished('counted'),
  })
  await enter(asha.email)
  await says('Attendance marked successfully')
  expect(asked.find(({ call }) => call === 'POST /check-ins')?.body).toEqual({ way: 'screen', email: asha.email })
})

test('a finish whose answer is lost is sent again, with the same assertion, and the board asks for a moment', async () => {
  answerPasskey()
  let tries = 0
  const third = Promise.withResolvers<FinishedCheckIn>()
  const asked = answerCalls({
    'GET /attendance/running': running,
    'POST /check-ins': offer,
    'POST /check-ins/:checkInId/finish': () => (tries++ < 2 ? noAnswer : third.promise),
  })
  await enter()
  await expect.element(page.getByText('One moment', { exact: true })).toBeVisible()
  third.resolve(finished('counted'))
  await says('Attendance marked successfully')
  const sent = asked.filter(({ call }) => call === 'POST /check-ins/:checkInId/finish').map(({ body }) => body)
  expect(sent).toHaveLength(3)
  expect(new Set(sent.map((body) => JSON.stringify(body))).size).toBe(1)
})

test('a mark that waits for the server can be given up at once', async () => {
  answerPasskey()
  answerCalls({
    'GET /attendance/running': running,
    'POST /check-ins': offer,
    'POST /check-ins/:checkInId/finish': noAnswer,
  })
  await enter()
  await expect.element(page.getByText('One moment', { exact: true })).toBeVisible()
  await cancel.click()
  await expect.element(page.getByText('One moment', { exact: true })).not.toBeInTheDocument()
  await expect.element(field).toHaveFocus()
})

test('a look-up without an answer can be given up', async () => {
  answerCalls({ 'GET /attendance/running': running, 'POST /check-ins': () => new Promise<never>(() => {}) })
  await enter()
  await says('Looking you up')
  await cancel.click()
  await says('Next student, please')
  await expect.element(field).toHaveFocus()
  await expect.element(field).toHaveValue('')
})

test('so can a look-up of whom a refusal is about', async () => {
  answerCalls({
    'GET /attendance/running': running,
    'POST /check-ins': refuse('passkey-suspect'),
    [documents]: () => new Promise<never>(() => {}),
  })
  await enter()
  await cancel.click()
  await says('Next student, please')
})

test('while a mark is written the next student sees that Enter waits', async () => {
  answerPasskey()
  const answer = Promise.withResolvers<FinishedCheckIn>()
  answerCalls({
    'GET /attendance/running': running,
    'POST /check-ins': offer,
    'POST /check-ins/:checkInId/finish': () => answer.promise,
  })
  await enter()
  await expect.element(send).toHaveAttribute('aria-busy', 'true')
  await says('Asha Rao')
  await expect.element(field).toHaveAttribute('readonly')
  answer.resolve(finished('counted'))
  await says('Attendance marked successfully')
  await expect.element(field).not.toHaveAttribute('readonly')
})

test('a ceremony that is left open is asked about, and Bluetooth is named, also when it is given up', async () => {
  leavePasskey()
  answerCalls({ 'GET /attendance/running': running, 'POST /check-ins': offer })
  show()
  await field.fill('21CS042')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await userEvent.keyboard('{Enter}')
  await says('Scan the code with your phone to use your passkey')
  await expect.element(page.getByText(bluetooth)).not.toBeInTheDocument()
  vi.advanceTimersByTime(leftOpenMs)
  await expect.element(page.getByText('Still there?', { exact: true })).toBeVisible()
  await says(bluetooth)
  await cancel.click()
  await says('Next student, please')
  await says(bluetooth)
})

test('after a ceremony that came to nothing Bluetooth is named, also where the passkey stays on one device', async () => {
  vi.spyOn(navigator.credentials, 'get').mockRejectedValue(new DOMException('…', 'NotAllowedError'))
  answerCalls({
    'GET /attendance/running': running,
    'POST /check-ins': offer,
    'GET /members/:studentId/passkey': { state: 'one-device', heldUntil: null },
  })
  await enter()
  await says(bluetooth)
})

test('a ceremony that is open when the session is ended is given up', async () => {
  const asked = leavePasskey()
  answerCalls({
    'GET /attendance/running': running,
    'POST /check-ins': offer,
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
  })
  await enter()
  await says('Scan the code with your phone to use your passkey')
  queryClient.setQueryData(runningSessionKey(office.$id), { session: null, members: 1, serverTime: Date.now() })
  await says('This session has ended')
  expect(asked()?.aborted).toBe(true)
  await expect.element(field).not.toBeInTheDocument()
})

test.each(['already-marked', 'withdrawn'] as const)(
  'a mark that is %s is announced as made already',
  async (outcome) => {
    answerPasskey()
    answerCalls({
      'GET /attendance/running': running,
      'POST /check-ins': offer,
      'POST /check-ins/:checkInId/finish': finished(outcome),
    })
    await enter()
    await says('Attendance has already been marked')
  },
)

test('an answer of the passkey that is not accepted says so', async () => {
  answerPasskey()
  answerCalls({
    'GET /attendance/running': running,
    'POST /check-ins': offer,
    'POST /check-ins/:checkInId/finish': refuse('check-in-refused'),
  })
  await enter()
  await says('Failed to mark your attendance')
  await says('Asha Rao')
})

test('a mark that is refused because the session is over ends it here, too, without a live connection', async () => {
  let reads = 0
  answerCalls({
    'GET /attendance/running': () => (reads++ === 0 ? running : { session: null, members: 1, serverTime: Date.now() }),
    'POST /check-ins': refuse('attendance-not-started'),
    [documents]: found,
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
  })
  await enter()
  await says('Ask your lecturer to start a session.')
  await expect.element(page.getByRole('button', { name: 'Start Attendance' })).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()
})

describe('a refusal names the student whom it is about:', () => {
  test.each([
    ['student-passkey-missing', 'This student has not registered a passkey yet.'],
    ['passkey-suspect', /may have been copied/],
    ['passkey-changed', /replace this passkey in your profile/],
    ['student-email-not-verified', 'This student has not verified their email yet.'],
    ['attendance-not-started', /session/],
  ] as const)('%s', async (reason, sentence) => {
    const asked = answerCalls({
      'GET /attendance/running': running,
      'POST /check-ins': refuse(reason),
      [documents]: found,
    })
    await enter()
    await says(sentence)
    await says('Asha Rao')
    expect(navigator.credentials.get).not.toHaveBeenCalled()
    expect(asked.filter(({ call }) => call === documents)).toHaveLength(1)
  })

  test('a passkey that is held, with the end of the wait', async () => {
    answerCalls({
      'GET /attendance/running': running,
      'POST /check-ins': refuse('passkey-held'),
      [documents]: found,
      'GET /members/:studentId/passkey': { state: 'held', heldUntil: now + 7_200_000 },
    })
    await enter()
    await says('Asha Rao')
    await says('This passkey is new and waits for the institute to confirm it.')
  })

  test('a roll number of no student', async () => {
    answerCalls({
      'GET /attendance/running': running,
      'POST /check-ins': refuse('document_not_found'),
      [documents]: { total: 0, documents: [] },
    })
    await enter('21CS999')
    await says('21CS999')
    await expect.element(page.getByText('Asha Rao')).not.toBeInTheDocument()
  })
})
