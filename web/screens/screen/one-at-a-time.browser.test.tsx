import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ScreenDisplay } from '#contract/screens.ts'
import { makeKey } from '../../client/screen-key.ts'
import { answerCalls, noAnswer, refuse } from '../../testing/answer-calls.ts'
import { answerPasskey, finished, now, offer, session, student } from '../../testing/check-ins.ts'
import { findOverflow } from '../../testing/find-overflow.ts'
import { longInstitute } from '../../testing/long-people.ts'
import { press, showPart, takeAway, toast } from '../../testing/show-part.tsx'
import { showInfo } from '../../ui/index.ts'
import { Screen } from './screen.tsx'

const code = {
  publicId: session.publicId,
  code: 'GWPK7MQ2KDXT4M9TBB',
  step: 1,
  endsIn: 60_000,
  count: 143,
  members: 212,
  newest: ['Oluwaseun Adebayo'],
  endsAt: session.endsAt,
  serverTime: now,
}
const display = (room: typeof code | null): ScreenDisplay => ({
  name: 'Room 12',
  endsAt: now + 6 * 3_600_000,
  organisation: { id: 'K7QF3M9T', name: 'Kaveri College' },
  session: {
    id: session.id,
    number: 26,
    startedAt: now,
    endsAt: session.endsAt,
    ways: room ? ['screen', 'room-code'] : ['screen'],
    count: 143,
    members: 212,
    room,
  },
  serverTime: now,
})
const paired = { state: 'approved', serverTime: now } as const
const shows = (answer: ScreenDisplay) => ({ 'GET /screens/pairing': paired, 'GET /screen': answer }) as const

beforeEach(async () => {
  await page.viewport(1440, 900)
  await makeKey()
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
const codeToScan = page.getByRole('img', { name: 'Code to check in' })
const oneAtATime = page.getByRole('button', { name: /^One at a time/ })
const says = (text: string | RegExp) => expect.element(page.getByText(text).first()).toBeVisible()

async function enter(text: string): Promise<void> {
  await field.fill(text)
  await userEvent.keyboard('{Enter}')
}

test('where the session takes no code, a student is marked by two calls, the passkey between them', async () => {
  answerPasskey()
  const asked = answerCalls({
    ...shows(display(null)),
    'POST /check-ins': offer,
    'POST /check-ins/:checkInId/finish': finished('counted'),
  })
  showPart(<Screen />)
  await expect.element(field).toHaveFocus()
  await expect.element(codeToScan).not.toBeInTheDocument()
  await says('143 of 212 here')
  await enter('21CS042')
  await says('Attendance marked successfully')
  await says(student.name)
  await says(/^Present since/)
  const calls = asked.filter(({ call }) => call.startsWith('POST'))
  expect(calls.map(({ address }) => address)).toEqual(['/api/v1/check-ins', '/api/v1/check-ins/check-in-1/finish'])
  expect(calls[0]?.body).toEqual({ way: 'screen', rollNumber: '21CS042' })
  await expect.element(field).toHaveFocus()
})

test('a finish whose answer is lost is sent again, with the same assertion', async () => {
  answerPasskey()
  let tries = 0
  const asked = answerCalls({
    ...shows(display(null)),
    'POST /check-ins': offer,
    'POST /check-ins/:checkInId/finish': () => (++tries === 1 ? noAnswer : finished('counted')),
  })
  showPart(<Screen />)
  await enter('21CS042')
  await says('Attendance marked successfully')
  const finishes = asked.filter(({ call }) => call === 'POST /check-ins/:checkInId/finish')
  expect(finishes).toHaveLength(2)
  expect(finishes[1]?.body).toEqual(finishes[0]?.body)
})

test.each([
  ['document_not_found', 'No user found with the following credentials', /^Check the number/],
  ['student-passkey-missing', /passkey/, /register a passkey, then come back/],
] as const)('a refused student is told what to do next, and nothing is looked up: %s', async (reason, title, next) => {
  const asked = answerCalls({ ...shows(display(null)), 'POST /check-ins': () => refuse(reason) })
  showPart(<Screen />)
  await enter('21CS042')
  await says(title)
  await says(next)
  expect(new Set(asked.map(({ call }) => call))).toEqual(
    new Set(['GET /screens/pairing', 'GET /screen', 'POST /check-ins']),
  )
})

test('a screen that is ended in the middle says so, and gives the ceremony up', async () => {
  let signal: AbortSignal | undefined
  vi.spyOn(navigator.credentials, 'get').mockImplementation(async (options) => {
    signal = options?.signal
    return new Promise(() => undefined)
  })
  const stages = [display(null)]
  answerCalls({
    'GET /screens/pairing': paired,
    'GET /screen': () => stages[0] ?? refuse('screen-ended'),
    'POST /check-ins': offer,
  })
  showPart(<Screen />)
  await enter('21CS042')
  await says('Scan the code with your phone to use your passkey')
  stages.pop()
  await expect.element(page.getByRole('heading', { name: 'This screen is not paired any more' })).toBeVisible()
  await expect.poll(() => signal?.aborted).toBe(true)
})

test('with a code, the code stays in sight beside the form, and a press goes back to the whole room', async () => {
  answerCalls(shows(display(code)))
  showPart(<Screen />)
  await expect.element(codeToScan).toBeVisible()
  await expect.element(field).not.toBeInTheDocument()
  await press(oneAtATime, 'Enter')
  await expect.element(field).toHaveFocus()
  await expect.element(codeToScan).toBeVisible()
  await press(page.getByRole('button', { name: /^Whole room/ }), 'Enter')
  await expect.element(field).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: /^Whole room/ })).toHaveFocus()
  await says('Oluwaseun Adebayo')
})

test('with a code, the whole room comes back by itself, also from what was typed and left', async () => {
  answerCalls(shows(display(code)))
  showPart(<Screen />)
  await oneAtATime.click()
  await expect.element(field).toHaveFocus()
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  await field.fill('21CS')
  vi.advanceTimersByTime(19_000)
  await expect.element(field).toBeVisible()
  vi.advanceTimersByTime(1_000)
  await expect.element(field).not.toBeInTheDocument()
  await expect.element(codeToScan).toBeVisible()
})

test.each([390, 768, 1100, 1440, 1920])(
  '%i px wide there is room for long names, with a code and without',
  async (width) => {
    await page.viewport(width, 900)
    const long = { name: longInstitute, organisation: { id: 'K7QF3M9T', name: longInstitute } }
    for (const room of [code, null]) {
      answerCalls(shows({ ...display(room), ...long }))
      showPart(<Screen />)
      if (room) await oneAtATime.click()
      await expect.element(field).toBeVisible()
      expect(findOverflow()).toEqual([])
      await takeAway()
    }
  },
)

test.each([390, 768])('%i px wide the code and the whole form are in sight when the form opens', async (width) => {
  const height = width === 390 ? 844 : 1024
  await page.viewport(width, height)
  answerCalls(shows(display(code)))
  showPart(<Screen />)
  await oneAtATime.click()
  await expect.element(field).toHaveFocus()
  expect(codeToScan.element().getBoundingClientRect().top).toBeGreaterThanOrEqual(0)
  const button = page.getByRole('button', { name: /^Mark Attendance/ })
  expect(button.element().getBoundingClientRect().bottom).toBeLessThanOrEqual(height)
})

test('a message stands over the middle of the form, not of the screen', async () => {
  answerCalls(shows(display(null)))
  showPart(<Screen />)
  await expect.element(field).toBeVisible()
  showInfo('Attendance marked successfully')
  await expect.element(toast('Attendance marked successfully')).toBeVisible()
  const message = document.querySelector('.toasts')?.getBoundingClientRect()
  const form = field.element().getBoundingClientRect()
  const middle = (box: DOMRect | undefined) => (box ? (box.left + box.right) / 2 : 0)
  expect(Math.abs(middle(message) - middle(form))).toBeLessThan(40)
})
