import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { answerCalls } from '../../testing/answer-calls.ts'
import { ashaDocument, office, officeDocument } from '../../testing/people.ts'
import { showPart } from '../../testing/show-part.tsx'
import { Kiosk } from './kiosk.tsx'
import type { PanelState } from './panel-state.ts'
import { StatePanel } from './state-panel.tsx'

const phone = { width: 390, height: 844 }
const { width, height } = { width: 1280, height: 720 }

beforeEach(() => page.viewport(phone.width, phone.height))
afterEach(() => page.viewport(width, height))

test('on a phone the button that marks is in sight, and there is none for the full screen', async () => {
  // A browser that can ask phones, so that no notice stands above the form.
  vi.stubGlobal('PublicKeyCredential', { getClientCapabilities: async () => ({ hybridTransport: true }) })
  const startedAt = Date.now()
  const endsAt = startedAt + 3_600_000
  answerCalls({
    'GET /attendance/running': {
      session: { id: 'session', number: 1, startedAt, endsAt, present: 0, latest: [] },
      members: 1,
      serverTime: startedAt,
    },
  })
  // Its name takes two lines.
  const organisation = {
    ...officeDocument,
    name: 'Vidyasagar Institute of Technology',
    students: [],
    sessionExpiry: endsAt,
  }
  showPart(<Kiosk organisation={organisation} clockOffset={0} isChecking={false} onEnd={() => {}} />, {
    account: office,
  })
  await expect.element(page.getByRole('button', { name: 'End session' })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Full screen' })).not.toBeInTheDocument()
  const send = page.getByRole('main').getByRole('button', { name: 'Mark Attendance' }).element()
  expect(send.getBoundingClientRect().bottom).toBeLessThanOrEqual(phone.height)
})

const student = { ...ashaDocument, firstName: 'Asha', lastName: 'Rao', rollNumber: '21CS042' }
const typed = '21CS042'
const busy = { kind: 'busy', typed, isLeftOpen: false } as const
const failed = { kind: 'failed', student, message: 'Failed to mark your attendance' } as const
const states: readonly [string, PanelState][] = [
  ['a look-up', { ...busy, student: undefined }],
  ['a ceremony', { ...busy, student }],
  ['a ceremony that is left open', { ...busy, student, isLeftOpen: true }],
  ['a mark', { kind: 'marked', student, at: 0 }],
  ['a repeated mark', { kind: 'already-marked', student }],
  ['an unknown roll number', { ...failed, student: undefined, typed, next: 'not-found' }],
  ['a passkey that is refused', { ...failed, next: 'not-verified' }],
  ['a ceremony without an answer', { ...failed, next: 'cancelled' }],
]

test.each(states)('on a phone %s moves nothing below the board', async (_, state) => {
  const show = (shown: PanelState) => <StatePanel state={shown} session="running" onCancel={() => {}} />
  showPart(
    <>
      {show({ kind: 'idle' })}
      {show(state)}
    </>,
  )
  const heights = () => [...document.querySelectorAll('section[class*=panel]')].map((one) => one.clientHeight)
  await expect.poll(heights).toHaveLength(2)
  const [before, after] = heights()
  expect(after).toBe(before)
})
