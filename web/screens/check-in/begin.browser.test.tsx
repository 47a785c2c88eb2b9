import { afterEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { showPart } from '../../testing/show-part.tsx'
import { mayHaveScan, type Offer, swapCode } from './begin.ts'
import { CheckIn } from './check-in.tsx'

/** A phone whose clock is wrong, or is set while a student stands in class. */

const [minute, day] = [60_000, 24 * 3_600_000]
const now = Date.parse('2026-11-20T09:03:00Z')
const offer: Offer = {
  way: 'room-code',
  session: {
    id: 'session-26',
    publicId: 'GWPK7MQ234',
    number: 26,
    organisationId: 'K7QF3M9T',
    organisationName: 'Kaveri College',
    startsAt: now,
    endsAt: now + 60 * minute,
  },
  state: 'log-in',
  student: null,
  goodUntil: now + 3 * minute,
  ceremony: {
    id: 'ceremony-1',
    options: {
      challenge: 'Y2hh',
      rpId: 'localhost',
      allowCredentials: [],
      userVerification: 'required',
      timeout: minute,
    },
  },
  serverTime: now,
}

/** Sets the phone's clock. */
function setClock(ahead: number): void {
  const { now: read } = Date
  vi.spyOn(Date, 'now').mockImplementation(() => read() + ahead)
}

afterEach(() => {
  vi.restoreAllMocks()
  sessionStorage.clear()
})

test('a tab knows that it has scanned, whatever the clock of the phone says', async () => {
  answerCalls({ 'POST /check-ins/scan': offer })
  expect(mayHaveScan()).toBe(false)
  await swapCode({ code: 'ABCDEFGH' })
  setClock(day)
  expect(mayHaveScan()).toBe(true)
})

const open = () => showPart(<CheckIn begun={{ code: undefined, answer: { kind: 'answer', value: offer } }} />)
const slept = 2 * minute
/** What is left after the first tick. */
const counted = /^2:\d\d$/

test('a phone that has slept asks again how long its scan is good', async () => {
  const later = { ...offer, serverTime: now + slept }
  const asked = answerCalls({ 'POST /check-ins': later })
  open()
  await expect.element(page.getByText(counted)).toBeVisible()
  setClock(slept)
  await expect.element(page.getByText(/^1:00$|^0:\d\d$/)).toBeVisible()
  expect(asked).toHaveLength(1)
})

test('a phone that has slept past its scan is asked for another one', async () => {
  answerCalls({ 'POST /check-ins': refuse('scan-ticket-old') })
  open()
  await expect.element(page.getByText(counted)).toBeVisible()
  setClock(slept)
  await expect.element(page.getByText('Your scan has run out')).toBeVisible()
})

test('a page that is seen again keeps the check-in that the student may be touching', async () => {
  const asked = answerCalls({})
  open()
  await expect.element(page.getByText(counted)).toBeVisible()
  document.dispatchEvent(new Event('visibilitychange'))
  expect(asked).toHaveLength(0)
})
