import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { workOutAttendance } from '#contract/attendance-working.ts'
import type { FinishedCheckIn } from '#contract/check-in.ts'
import type { ProductAnswer } from '../../client/call-product.ts'
import { speakLanguage } from '../../language/language.ts'
import { answerCalls, noAnswer, refuse } from '../../testing/answer-calls.ts'
import { asha, logInAnswer, mayRegister, office } from '../../testing/people.ts'
import { expectCount, showPart } from '../../testing/show-part.tsx'
import type { Begun, Offer } from './begin.ts'
import { CheckIn } from './check-in.tsx'

const now = Date.parse('2026-11-20T09:03:00Z')
const session: Offer['session'] = {
  id: 'session-26',
  publicId: 'GWPK7MQ234',
  number: 26,
  organisationId: office.$id,
  organisationName: 'Vidyasagar Institute of Technology',
  startsAt: now - 180_000,
  endsAt: now + 3_420_000,
}
const student = { id: asha.$id, name: 'Ananya Krishnan', rollNumber: '21CS1004', working: workOutAttendance(21, 25) }
const ceremony: NonNullable<Offer['ceremony']> = {
  id: 'ceremony-1',
  options: {
    challenge: 'Y2hhbGxlbmdl',
    rpId: 'localhost',
    allowCredentials: [],
    userVerification: 'required',
    timeout: 60_000,
  },
}
const code = { session: session.publicId, code: 'KDXT4M9TABCDEFGH23' }
const ready: Offer = {
  way: 'room-code',
  session,
  goodUntil: now + 168_000,
  state: 'ready',
  student,
  ceremony,
  serverTime: now,
}
const finished: FinishedCheckIn = {
  way: 'room-code',
  session,
  marks: [
    {
      student: { ...student, working: workOutAttendance(22, 26) },
      outcome: 'counted',
      markedAt: now,
      way: 'room-code',
    },
  ],
  loggedIn: false,
  sharedBrowser: false,
  serverTime: now,
}

const { width, height } = { width: 1280, height: 720 }
beforeEach(() => page.viewport(390, 844))
afterEach(async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the hint as the server sets it
  document.cookie = 'signed-in=; Max-Age=0; Path=/'
  sessionStorage.clear()
  await page.viewport(width, height)
})

/** The page with what the first script found. */
function open(offer: Partial<Offer>) {
  showPart(<CheckIn begun={{ code, answer: { kind: 'answer', value: { ...ready, ...offer } } }} />)
}
function openRefused(reason: string) {
  showPart(<CheckIn begun={{ code, answer: { kind: 'refused', reason, problem: {} } }} />)
}
/** As when the network broke off. `by`: what was asked with. */
function openUnanswered(by: Begun['code']) {
  showPart(<CheckIn begun={{ code: by, answer: { kind: 'lost' } }} />)
}
const networkIsBack = () => window.dispatchEvent(new Event('online'))

const spyOnGet = () => vi.spyOn(navigator.credentials, 'get').mockReset()

/** What navigator.credentials.get() gives: an assertion, or the browser's refusal. */
function stubPasskey(...answers: ('assertion' | 'refused')[]) {
  const get = spyOnGet()
  for (const answer of answers) {
    get.mockImplementationOnce(async () => {
      if (answer === 'refused') {
        await new Promise((resolve) => setTimeout(resolve, 500))
        throw new DOMException('The operation either timed out or was not allowed.', 'NotAllowedError')
      }
      const bytes = new TextEncoder().encode('bytes').buffer
      return {
        id: 'Y3JlZGVudGlhbA',
        rawId: bytes,
        type: 'public-key',
        response: { authenticatorData: bytes, clientDataJSON: bytes, signature: bytes, userHandle: null },
        getClientExtensionResults: () => ({}),
      } as unknown as Credential
    })
  }
  return get
}

const refuseToCreate = () =>
  vi.spyOn(navigator.credentials, 'create').mockReset().mockRejectedValue(new DOMException('no', 'NotAllowedError'))

const action = () => page.getByRole('button', { name: 'Check in', exact: true })
const heading = (name: string) => page.getByRole('heading', { level: 1, name })

test('one touch and one gesture mark the student, and the page says how the student stands', async () => {
  const get = stubPasskey('assertion')
  const vibrate = vi.fn(() => true)
  stubNavigator('vibrate', vibrate)
  const asked = answerCalls({ 'POST /check-ins/:checkInId/finish': finished })
  open({})
  await expect.element(heading('Check in to Vidyasagar Institute of Technology')).toBeVisible()
  await expect.element(page.getByText('21 of 25')).toBeVisible()
  await expect.element(page.getByText('A class is running, not counted yet')).toBeVisible()
  await action().click()
  await expect.element(heading('You are here')).toHaveFocus()
  await expect.element(page.getByText('Attendance marked successfully')).toBeVisible()
  await expect.element(page.getByText('3 more classes can be missed, staying at 75%')).toBeVisible()
  expect(get).toHaveBeenCalledTimes(1)
  expect(asked.map(({ address }) => address)).toEqual(['/api/v1/check-ins/ceremony-1/finish'])
  expect(vibrate).toHaveBeenCalledWith(30)
})

test.each([
  ['late', 'You are here, late', 'The course counts this check-in as late.'],
  ['after-closing', 'Too late to count', /the course counts it as missed/],
] as const)('a check-in of a course that is %s says what it counts', async (timing, title, words) => {
  stubPasskey('assertion')
  const [mark] = finished.marks
  if (!mark) throw new Error('No mark')
  const late = { ...finished, marks: [{ ...mark, timing }] }
  answerCalls({ 'POST /check-ins/:checkInId/finish': late })
  open({})
  await action().click()
  await expect.element(heading(title)).toHaveFocus()
  await expect.element(page.getByText(words)).toBeVisible()
  const marked = page.getByText('Attendance marked successfully')
  expect(marked.elements()).toHaveLength(timing === 'late' ? 1 : 0)
})

test.each([
  ['of who is enrolled', {}, 'You are here', 1],
  ['of a guest', { isGuest: true }, 'You are here as a guest', 0],
] as const)('a check-in of a course %s says whether it counts at once', async (_who, change, title, times) => {
  stubPasskey('assertion')
  const [mark] = finished.marks
  if (!mark) throw new Error('No mark')
  const marks = [{ ...mark, timing: 'on-time' as const, ...change }]
  answerCalls({ 'POST /check-ins/:checkInId/finish': { ...finished, marks } })
  open({})
  await action().click()
  await expect.element(heading(title)).toHaveFocus()
  expect(page.getByText('It counts in your percentage of this course at once.').elements()).toHaveLength(times)
})

const course = { id: 'course-1', code: 'CS201', title: 'Data Structures' }
const standing = (counted: number, points: number, percentBp: number) => {
  const percentage = `${percentBp / 100}%`
  return { counted, points, percentBp, percentage, isBelow: false, mayMiss: 3, mustAttend: 0 }
}
const ownSession: ProductAnswer<'GET /own/courses/:courseId/sessions/:sessionId'> = {
  goal: 80,
  by: 'sessions',
  before: standing(25, 2100, 8400),
  now: standing(26, 2200, 8461),
}
const noNumbers = { 'GET /own/courses/:courseId/sessions/:sessionId': refuse('document_not_found') }

/** A check-in of the course, after which the own numbers are asked for. */
async function checkInToCourse(own: typeof ownSession | ReturnType<typeof refuse> | typeof noAnswer) {
  stubPasskey('assertion')
  const [mark] = finished.marks
  if (!mark) throw new Error('No mark')
  const inCourse = { ...session, course }
  const ofCourse = { ...student, working: null }
  const asked = answerCalls({
    'POST /check-ins/:checkInId/finish': {
      ...finished,
      session: inCourse,
      marks: [{ ...mark, student: ofCourse, timing: 'on-time' }],
    },
    'GET /own/courses/:courseId/sessions/:sessionId': own,
  })
  open({ session: inCourse, student: ofCourse })
  await action().click()
  await expect.element(heading('You are here')).toHaveFocus()
  const addresses = () => asked.map(({ address }) => address)
  await expect.poll(addresses).toContain('/api/v1/own/courses/course-1/sessions/session-26')
}

test('after a check-in of a course the page says what it changes in the numbers', async () => {
  await checkInToCourse(ownSession)
  await expect.element(page.getByText('21 of 25 sessions')).toBeVisible()
  await expect.element(page.getByText('22 of 26 sessions')).toBeVisible()
  await expect.element(page.getByText('84.61%')).toBeVisible()
})

test('the first session of a course has no number before it', async () => {
  await checkInToCourse({ ...ownSession, before: standing(0, 0, 0), now: standing(1, 100, 10_000) })
  await expect.element(page.getByText('1 of 1 session')).toBeVisible()
  expect(page.getByText('Before this session').elements()).toHaveLength(0)
})

test.each([
  ['is refused', refuse('document_not_found')],
  ['has no answer', noAnswer],
] as const)('where the reading of the numbers %s, the mark is shown as without it', async (_how, answer) => {
  await checkInToCourse(answer)
  await expect.element(page.getByText('It counts in your percentage of this course at once.')).toBeVisible()
  expect(page.getByRole('heading', { level: 2 }).elements()).toHaveLength(0)
})

const officePage = `/dashboard/${asha.$id}/${office.$id}`
const coursePage = `/dashboard/${asha.$id}?course=course-1`
const link = (name: string) => page.getByRole('link', { name, exact: true })
const ask = page.getByText('Ask the teacher of Data Structures, or the office of Vidyasagar Institute of Technology.')

test.each([
  ['late', { timing: 'late' }, /^You are late\./],
  ['after closing', { timing: 'after-closing' }, 'This check-in will not count'],
  ['a guest', { timing: 'after-closing', isGuest: true }, 'This check-in counts nowhere'],
] as const)('who is %s reads it before the gesture', async (_who, stands, words) => {
  answerCalls({})
  open({ session: { ...session, course }, student: { ...student, working: null }, ...stands })
  await expect.element(page.getByText(words)).toBeVisible()
  await expect.element(action()).toBeVisible()
  expect(ask.elements()).toHaveLength('isGuest' in stands ? 1 : 0)
})

test('who is in time reads no warning before the gesture', async () => {
  answerCalls({})
  open({ session: { ...session, course }, timing: 'on-time' })
  await expect.element(action()).toBeVisible()
  expect(page.getByText(/will not count|counts nowhere|You are late/).elements()).toHaveLength(0)
})

test.each([
  ['already-marked', {}, 'You are here already', coursePage, 0],
  ['already-marked', { timing: 'after-closing' }, 'Too late to count', coursePage, 1],
  ['already-marked', { isGuest: true }, 'You are here as a guest', coursePage, 1],
  ['withdrawn', {}, 'Your mark was withdrawn', coursePage, 1],
  ['after-closing', {}, 'The check-in of this session is closed', coursePage, 1],
  ['not-in-course', {}, 'You are not enrolled in this course', undefined, 1],
] as const)(
  'an offer that is %s %j leads to the own page, and says whom to ask',
  async (state, stands, title, own, asks) => {
    answerCalls(noNumbers)
    const mark = { markedAt: now, way: 'room-code' } as const
    open({
      state,
      ceremony: null,
      session: { ...session, course },
      student: { ...student, working: null },
      mark,
      ...stands,
    })
    await expect.element(heading(title)).toBeVisible()
    if (own) await expect.element(link('See each session')).toHaveAttribute('href', own)
    else await expect.element(link('Your classes and courses')).toHaveAttribute('href', `/dashboard/${asha.$id}`)
    expect(ask.elements()).toHaveLength(asks)
    if (asks) await expect.element(link('Email and phone of the office')).toHaveAttribute('href', officePage)
  },
)

test('from the mark of one session another one can be scanned or typed', async () => {
  answerCalls({})
  open({ state: 'already-marked', ceremony: null, mark: { markedAt: now, way: 'room-code' } })
  await page.getByRole('button', { name: 'Check in to another session' }).click()
  await expect.element(heading('Scan the code on the screen')).toHaveFocus()
})

test('in a class the own page is that of the institute', async () => {
  answerCalls({})
  open({ state: 'withdrawn', ceremony: null, mark: { markedAt: now, way: 'room-code' } })
  await expect.element(link('See each session')).toHaveAttribute('href', officePage)
  await expect
    .element(page.getByText('Ask your teacher, or the office of Vidyasagar Institute of Technology.'))
    .toBeVisible()
})

test.each([
  ['attendance-ended', 'This session has ended'],
  ['not-in-course', 'You are not enrolled in this course'],
  ['after-closing', 'The check-in of this session is closed'],
] as const)('a finish that is refused by %s says whom to ask, without a login too', async (reason, title) => {
  stubPasskey('assertion')
  answerCalls({ 'POST /check-ins/:checkInId/finish': refuse(reason) })
  open({ state: 'log-in', student: null, session: { ...session, course } })
  await action().click()
  await expect.element(heading(title)).toBeVisible()
  await expect.element(ask).toBeVisible()
  await expect.element(link('Your classes and courses')).toHaveAttribute('href', '/login')
})

function stubNavigator(name: string, value: unknown) {
  vi.stubGlobal('navigator', new Proxy(navigator, { get: (of, key) => (key === name ? value : bindTo(of, key)) }))
}
const onDevice = (data: { readonly mobile: boolean; readonly platform: string }) => stubNavigator('userAgentData', data)

/** Methods of the browser's own objects want their owner. */
function bindTo(of: object, key: string | symbol): unknown {
  const value: unknown = Reflect.get(of, key)
  return typeof value === 'function' ? value.bind(of) : value
}

const joinedAfter = (after: number) => ({
  'GET /receipts': {
    receipts: [],
    joinedAfter: [{ organisationId: office.$id, joinedAt: Date.parse('2026-11-17T08:00:00Z'), after }],
  },
})

test.each([
  ['joined before the first class', { 'GET /receipts': { receipts: [] } }],
  ['is below 75 since joining', joinedAfter(24)],
  ['joined at a time that the server does not say', { 'GET /receipts': refuse('general_unknown') }],
])('the standing is that of the other screens, and calls no class missed, of who %s', async (_who, answers) => {
  answerCalls(answers)
  open({ state: 'already-marked', ceremony: null, student: { ...student, working: workOutAttendance(1, 26) } })
  const read = (role: 'term' | 'definition') => {
    const found = page.getByRole(role).elements()
    return found.map(({ textContent }) => textContent)
  }
  await expect.poll(() => read('term')).toEqual(['Total Classes', 'Total Attendance'])
  expect(read('definition')).toEqual(['26', '1'])
  await expect.element(page.getByText('74 classes in a row needed to reach 75%')).toBeVisible()
})

test('who joined after a class reads the classes since then first, and no forecast', async () => {
  let answer = (_list: ProductAnswer<'GET /receipts'>) => {}
  const list = new Promise<ProductAnswer<'GET /receipts'>>((resolve) => {
    answer = resolve
  })
  answerCalls({ 'GET /receipts': () => list })
  open({ state: 'already-marked', ceremony: null, student: { ...student, working: workOutAttendance(2, 26) } })
  await expect.element(page.getByText('Total Classes')).toBeVisible()
  await expectCount(page.getByText(/in a row/), 0)
  answer(joinedAfter(24)['GET /receipts'])
  await expect.element(page.getByText('2 of 2')).toBeVisible()
  await expect.element(page.getByText('since you joined on 17 Nov 2026')).toBeVisible()
  await expect.element(page.getByText('7.69%')).toBeVisible()
  await expectCount(page.getByText(/in a row/), 0)
})

test('the touch itself asks for the passkey, with nothing awaited before', async () => {
  const get = spyOnGet().mockReturnValue(new Promise(() => {}))
  answerCalls({})
  open({})
  const button = await action().findElement()
  ;(button as HTMLElement).click()
  expect(get).toHaveBeenCalledTimes(1)
  await expect.element(heading('Confirm with your passkey')).toBeVisible()
})

test('a finish whose answer is lost is sent again, and the page says so', async () => {
  stubPasskey('assertion')
  let tries = 0
  const asked = answerCalls({
    'POST /check-ins/:checkInId/finish': () => (tries++ === 0 ? noAnswer : finished),
  })
  open({})
  await action().click()
  await expect.element(heading('One moment')).toBeVisible()
  await expect.element(heading('You are here')).toBeVisible()
  expect(asked.map(({ body }) => JSON.stringify(body))).toEqual([
    JSON.stringify(asked[0]?.body),
    JSON.stringify(asked[0]?.body),
  ])
})

test('a passkey that is not used leaves the button, for the same ceremony', async () => {
  const get = stubPasskey('refused', 'assertion')
  answerCalls({ 'POST /check-ins/:checkInId/finish': finished })
  open({})
  await action().click()
  await expect.element(page.getByRole('alert').getByText(/^The passkey was not used/)).toBeVisible()
  await action().click()
  await expect.element(heading('You are here')).toBeVisible()
  expect(get).toHaveBeenCalledTimes(2)
})

test('a browser that refuses without a prompt is told which other one to use', async () => {
  spyOnGet().mockRejectedValueOnce(new DOMException('no', 'NotAllowedError'))
  answerCalls({})
  open({})
  await action().click()
  await expect
    .element(page.getByRole('alert').getByText(/type the eight letters at .*\/checkin in Safari or Chrome/))
    .toBeVisible()
})

test('a passkey that the server refuses burns the ceremony, and another one is ready', async () => {
  const get = stubPasskey('assertion', 'assertion')
  const other = { ...ready, ceremony: { ...ceremony, id: 'ceremony-2' } }
  const asked = answerCalls({
    'POST /check-ins/:checkInId/finish': ({ address }) =>
      address.includes('ceremony-1') ? refuse('check-in-refused') : finished,
    'POST /check-ins': other,
  })
  open({})
  await action().click()
  await expect.element(page.getByRole('alert').getByText(/^This passkey was not accepted/)).toBeVisible()
  await action().click()
  await expect.element(heading('You are here')).toBeVisible()
  expect(get).toHaveBeenCalledTimes(2)
  expect(asked.map(({ call }) => call)).toEqual([
    'POST /check-ins/:checkInId/finish',
    'POST /check-ins',
    'POST /check-ins/:checkInId/finish',
  ])
})

test('a phone that is not logged in may use its passkey first, and its password second', async () => {
  answerCalls({ 'POST /account/sessions/email': logInAnswer, 'POST /check-ins': ready })
  open({ state: 'log-in', student: null })
  await expect.element(action()).toBeVisible()
  await page.getByRole('button', { name: 'Use your password instead' }).click()
  await expect.element(heading('Log in to check in')).toHaveFocus()
  await page.getByLabelText('Email').fill(asha.email)
  await page.getByLabelText('Password', { exact: true }).fill('umbrella-monsoon-tramway-7')
  await page.getByRole('button', { name: 'Login' }).click()
  await expect.element(page.getByText('Ananya Krishnan')).toBeVisible()
  await expect.element(action()).toBeVisible()
})

test('an old code asks for another scan, and offers the typed one after a login', async () => {
  answerCalls({})
  openRefused('room-code-old')
  await expect.element(heading('That code is too old')).toBeVisible()
  await page.getByRole('button', { name: 'Log in to type the code' }).click()
  await expect.element(heading('Log in to check in')).toBeVisible()
})

test('the typed code is four letters and four, in any case, and may be pasted whole', async () => {
  // biome-ignore lint/suspicious/noDocumentCookie: the hint as the server sets it
  document.cookie = 'signed-in=1; Path=/'
  let tries = 0
  const asked = answerCalls({ 'POST /check-ins/scan': () => (tries++ === 0 ? refuse('room-code-old') : ready) })
  openRefused('room-code-old')
  const first = page.getByLabelText('First four letters of the code')
  const last = page.getByLabelText('Last four letters of the code')
  await page.getByRole('button', { name: 'Check in' }).click()
  await expect.element(page.getByText('Type all eight letters.')).toBeVisible()
  await expect.element(first).toHaveFocus()
  await first.fill('gwpk')
  await expect.element(last).toHaveFocus()
  await last.fill('7mq2')
  await page.getByRole('button', { name: 'Check in' }).click()
  await expect.element(page.getByText(/^This code is not on a screen of your institutes now/)).toBeVisible()
  await first.fill('KDXT-4M9T')
  await expect.element(last).toHaveValue('4M9T')
  await page.getByRole('button', { name: 'Check in' }).click()
  await expect.element(heading('Check in to Vidyasagar Institute of Technology')).toBeVisible()
  expect(asked.map(({ body }) => body)).toEqual([{ code: 'GWPK7MQ2' }, { code: 'KDXT4M9T' }])
})

test('without a passkey one can be registered, and the front desk knows the roll number', async () => {
  answerCalls({ 'POST /passkey/register': refuse('step-up-needed') })
  open({ state: 'no-passkey', ceremony: null })
  await expect.element(heading('No passkey yet')).toBeVisible()
  await expect.element(page.getByText('21CS1004')).toBeVisible()
  await page.getByRole('button', { name: 'Register Passkey' }).click()
  await expect.element(page.getByLabelText('Password', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Confirm and register' })).toBeVisible()
})

test('a student who has removed the last passkey gets the link for the next one here', async () => {
  const asked = answerCalls({
    'POST /passkey/register': refuse('passkey-step-up-needed'),
    'POST /passkey/replacement': { sentTo: asha.email },
  })
  open({ state: 'no-passkey', ceremony: null })
  await page.getByRole('button', { name: 'Register Passkey' }).click()
  await expect.element(heading('Register with a mailed link')).toHaveFocus()
  await expect
    .element(page.getByText(/^Your password alone is not enough here.* It works for attendance 12 hours/))
    .toBeVisible()
  await expect.element(page.getByText('21CS1004')).toBeVisible()
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect.element(page.getByRole('status')).toHaveTextContent(`The link is on its way to ${asha.email}`)
  await expectCount(page.getByRole('button', { name: 'Send me the link' }), 0)
  expect(asked.map(({ call }) => call)).toEqual(['POST /passkey/register', 'POST /passkey/replacement'])
})

test('a link that is refused says why, and can be asked for again', async () => {
  answerCalls({
    'POST /passkey/register': refuse('passkey-step-up-needed'),
    'POST /passkey/replacement': noAnswer,
  })
  open({ state: 'no-passkey', ceremony: null })
  await page.getByRole('button', { name: 'Register Passkey' }).click()
  await page.getByRole('button', { name: 'Send me the link' }).click()
  await expect.element(page.getByRole('alert')).toHaveTextContent('Network request failed')
  await expect.element(page.getByRole('button', { name: 'Send me the link' })).toBeEnabled()
})

test('on a computer the phone is asked for the passkey, and the page says so', async () => {
  answerCalls({ 'POST /passkey/register': mayRegister })
  const create = refuseToCreate()
  onDevice({ mobile: false, platform: 'Linux' })
  vi.spyOn(PublicKeyCredential, 'getClientCapabilities').mockResolvedValue({ hybridTransport: true })
  open({ state: 'no-passkey', ceremony: null })
  await expect.element(page.getByText(/^You are on a computer/)).toBeVisible()
  await page.getByRole('button', { name: 'Register Passkey' }).click()
  await expect.poll(() => create.mock.calls).toMatchObject([[{ publicKey: { hints: ['hybrid'] } }]])
})

test('on a phone the passkey is made there', async () => {
  answerCalls({ 'POST /passkey/register': mayRegister })
  const create = refuseToCreate()
  onDevice({ mobile: true, platform: 'Android' })
  open({ state: 'no-passkey', ceremony: null })
  await expectCount(page.getByText(/^You are on a computer/), 0)
  await page.getByRole('button', { name: 'Register Passkey' }).click()
  await expect.poll(() => create.mock.calls).toMatchObject([[{ publicKey: { hints: ['client-device'] } }]])
})

test('on a browser that another student used, the large button is Log out here', async () => {
  stubPasskey('assertion')
  answerCalls({
    'POST /check-ins/:checkInId/finish': { ...finished, sharedBrowser: true },
    'DELETE /account/sessions/:sessionId': () => undefined,
  })
  open({})
  await action().click()
  await page.getByRole('button', { name: 'Log out here' }).click()
  await expect.element(heading('You are logged out on this browser.')).toBeVisible()
})

test.each<[Offer['state'], string]>([
  ['not-a-member', 'You are not a student of Vidyasagar Institute of Technology'],
  ['already-marked', 'You are here already'],
  ['withdrawn', 'Your mark was withdrawn'],
  ['held', 'Your new passkey must wait'],
  ['refused', 'Your passkey is refused'],
  ['changed', 'Your passkey is refused'],
  ['not-a-student', 'An institute is logged in here'],
  ['unverified', 'Confirm your email first'],
])('an offer that is %s has a page of its own, without the button', async (state, title) => {
  answerCalls({})
  open({ state, ceremony: null })
  await expect.element(heading(title)).toBeVisible()
  await expectCount(action(), 0)
})

test('a held passkey says when it works', async () => {
  answerCalls({})
  open({ state: 'held', ceremony: null, heldUntil: Date.parse('2026-11-20T15:30:00') })
  await expect.element(page.getByText(/is held until .*20.*30/)).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'What to do today' })).toBeVisible()
  await expect.element(page.getByText(/^Ask at the front\. A person there can mark you by hand/)).toBeVisible()
})

test('without a login a held passkey says until when, too, and the password is another way', async () => {
  stubPasskey('assertion')
  const until = String(Date.parse('2026-11-20T15:30:00'))
  answerCalls({ 'POST /check-ins/:checkInId/finish': refuse('passkey-held', until) })
  open({ state: 'log-in', student: null })
  await action().click()
  await expect.element(page.getByText(/is held until .*20.*30/)).toBeVisible()
  await page.getByRole('button', { name: 'Use your password instead' }).click()
  await expect.element(heading('Log in to check in')).toBeVisible()
})

test.each([
  ['passkey-suspect', 'refused', /^It may have been copied/],
  ['passkey-changed', 'changed', /^It has changed since it was registered/],
] as const)(
  'a passkey that is refused by %s has signed for the last time, and the page says why',
  async (reason, state, why) => {
    stubPasskey('assertion')
    answerCalls({
      'POST /check-ins/:checkInId/finish': refuse(reason),
      'POST /check-ins': { ...ready, state, ceremony: null },
    })
    open({})
    await action().click()
    await expect.element(heading('Your passkey is refused')).toBeVisible()
    await expect.element(page.getByText(why)).toBeVisible()
    await expectCount(action(), 0)
  },
)

test('without a login, a passkey that is refused for good is not asked for again', async () => {
  stubPasskey('assertion')
  const asked = answerCalls({ 'POST /check-ins/:checkInId/finish': refuse('passkey-changed') })
  open({ state: 'log-in', student: null })
  await action().click()
  await expect.element(heading('Your passkey is refused')).toBeVisible()
  await expect.element(page.getByText(/^It has changed since it was registered/)).toBeVisible()
  expect(asked).toHaveLength(1)
})

test.each([
  ['scan-ticket-old', 'Your scan has run out'],
  ['attendance-ended', 'This session has ended'],
  ['room-code-off', 'Room codes are off'],
])('a scan that is refused by %s says why', async (reason, title) => {
  answerCalls({})
  openRefused(reason)
  await expect.element(heading(title)).toBeVisible()
})

test('a browser without passkeys sends the student to another one', async () => {
  vi.stubGlobal('PublicKeyCredential', undefined)
  answerCalls({})
  open({})
  await expect.element(heading('This browser cannot use passkeys')).toBeVisible()
})

test('the scan runs out on the page', async () => {
  answerCalls({})
  open({ goodUntil: now + 1_200 })
  await expect.element(heading('Your scan has run out')).toBeVisible()
})

test('speaks Hindi, and holds names of 80 letters', async () => {
  await speakLanguage('hi')
  answerCalls({})
  open({
    student: { ...student, name: 'Venkatanarasimharajuvaripeta '.repeat(3).slice(0, 80), rollNumber: '2'.repeat(32) },
    session: { ...session, organisationName: 'Sri'.repeat(27) },
  })
  await expect.element(page.getByRole('button', { name: 'उपस्थिति दर्ज करें', exact: true })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('names of 80 letters fit beside the mark, in one word too', async () => {
  answerCalls({})
  open({
    state: 'already-marked',
    ceremony: null,
    mark: { markedAt: now, way: 'room-code' },
    student: { ...student, name: 'W'.repeat(80), rollNumber: '2'.repeat(32) },
    session: { ...session, organisationName: 'M'.repeat(80) },
  })
  await expect.element(page.getByRole('link', { name: 'This was not me' })).toBeVisible()
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390)
})

test('the mark says whose it is, when and how it was made, and that the phone is logged in', async () => {
  stubPasskey('assertion')
  answerCalls({ 'POST /check-ins/:checkInId/finish': { ...finished, loggedIn: true } })
  open({ state: 'log-in', student: null })
  await action().click()
  await expect.element(heading('You are here')).toBeVisible()
  for (const text of ['Ananya Krishnan', '21CS1004', 'Room code', 'You are now logged in on this phone.'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await expect.element(page.getByText(/session 26, at \d+:\d\d/)).toBeVisible()
  await expect.element(page.getByRole('link', { name: 'This was not me' })).toBeVisible()
})

test('a phone that was logged in before is told nothing of a login, and without a mark there is none to dispute', async () => {
  stubPasskey('assertion')
  const [mark] = finished.marks
  if (mark === undefined) throw new Error('No mark.')
  answerCalls({
    'POST /check-ins/:checkInId/finish': {
      ...finished,
      marks: [{ ...mark, outcome: 'already-marked', markedAt: null }],
    },
  })
  open({})
  await action().click()
  await expect.element(heading('You are here already')).toBeVisible()
  await expectCount(page.getByText('You are now logged in on this phone.'), 0)
  await expectCount(page.getByRole('link', { name: 'This was not me' }), 0)
})

test.each([
  ['a class', session],
  ['a course', { ...session, course }],
])('a mark that was made before in %s says the same, and can be disputed', async (_where, shown) => {
  answerCalls(noNumbers)
  open({ state: 'already-marked', ceremony: null, mark: { markedAt: now, way: 'hand' }, session: shown })
  await expect.element(heading('You are here already')).toBeVisible()
  for (const text of ['Ananya Krishnan', '21CS1004', 'By hand'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible()
  await expect.element(page.getByText(/session 26, at \d+:\d\d/)).toBeVisible()
  const way = page.getByRole('link', { name: 'This was not me' })
  await expect.element(way).toHaveAttribute('href', `/dashboard/${asha.$id}?receipt=session-26`)
})

describe('an interrupted network', () => {
  test.each([
    ['a code that was not swapped', code, 'POST /check-ins/scan', code],
    ['a ticket', undefined, 'POST /check-ins', { way: 'room-code' }],
  ] as const)('asks again with %s as soon as it is back', async (_, by, call, body) => {
    // Without a word from the browser it would wait for a timer.
    vi.useFakeTimers({ toFake: ['setTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const line: { isCut: boolean } = { isCut: true }
    const gate = Promise.withResolvers<void>()
    const asked = answerCalls({ [call]: async () => (line.isCut ? gate.promise.then(() => noAnswer) : ready) })
    openUnanswered(by)
    await expect.element(heading('No connection')).toHaveFocus()
    await expect.element(page.getByText(/^Your phone did not reach Rollkey. It asks again by itself/)).toBeVisible()
    networkIsBack()
    await expect.poll(() => asked.length).toBe(1)
    const again = page.getByRole('button', { name: 'Try again' })
    await expect.element(again).toHaveAttribute('aria-busy', 'true')
    networkIsBack()
    gate.resolve()
    await expect.element(again).not.toHaveAttribute('aria-busy')
    expect(asked).toHaveLength(1)
    line.isCut = false
    networkIsBack()
    await expect.element(action()).toBeVisible()
    expect(asked).toMatchObject([
      { call, body },
      { call, body },
    ])
  })

  test('is asked again after a while without a word from the browser, and by a touch', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const asked = answerCalls({ 'POST /check-ins': () => (asked.length < 3 ? noAnswer : ready) })
    openUnanswered(undefined)
    await page.getByRole('button', { name: 'Try again' }).click()
    for (const times of [1, 2]) {
      await expect.poll(() => asked.length).toBe(times)
      await expect.element(heading('No connection')).toBeVisible()
      // The page waits so long.
      await vi.advanceTimersByTimeAsync(5_000)
    }
    await expect.element(action()).toBeVisible()
    expect(asked).toHaveLength(3)
  })

  test('leaves a code that is too old meanwhile to another scan', async () => {
    answerCalls({ 'POST /check-ins/scan': refuse('room-code-old') })
    openUnanswered(code)
    await expect.element(page.getByText(/^Each code lives ten seconds/)).toBeVisible()
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.element(heading('That code is too old')).toBeVisible()
  })

  test('asks for the answer to a mark again as soon as it is back', async () => {
    stubPasskey('assertion')
    const line: { isCut: boolean } = { isCut: true }
    answerCalls({ 'POST /check-ins/:checkInId/finish': () => (line.isCut ? noAnswer : finished) })
    open({})
    await action().click()
    // Each time the browser says so, the page does not wait for the next try.
    await expect.poll(() => networkIsBack() && heading('No answer yet').elements().length, { interval: 20 }).toBe(1)
    line.isCut = false
    networkIsBack()
    await expect.element(heading('You are here')).toBeVisible()
  })
})
