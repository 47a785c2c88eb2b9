import { useState } from 'react'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { networkFailed, RequestError } from '../../client/request-error.ts'
import { showPart } from '../../testing/show-part.tsx'
import { RoomCode } from './room-code.tsx'
import { useAskedCode } from './use-asked-code.ts'

const stepMs = 10_000
/** Of each way of a question and its answer, ms. */
let way = 0
let isCut = false
/** Each question, as the time at which it came. */
let questions: number[] = []
/** What the display has shown, one entry for each change. */
let seen: string[] = []

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval', 'performance'] })
  way = 0
  isCut = false
  questions = []
  seen = []
})

afterEach(() => {
  vi.useRealTimers()
})

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** As the server does: the code of the moment in which the question reaches it. */
async function ask(): Promise<CurrentRoomCode> {
  questions.push(performance.now())
  await wait(way)
  if (isCut) throw new RequestError('', networkFailed, 0)
  const now = performance.now()
  const step = Math.floor(now / stepMs)
  const endsIn = Math.ceil((step + 1) * stepMs - now)
  await wait(way)
  return {
    publicId: 'GWPK7MQ234',
    code: 'GWPK7MQ2KDXT4M9TBB',
    step,
    endsIn,
    count: 1,
    members: 2,
    newest: [],
    endsAt: 3_600_000,
    serverTime: 0,
  }
}

function Display({ heard }: { heard?: number }) {
  const asking = { ask, codeOf: (code: CurrentRoomCode) => code, onRefused: () => {} }
  const { now } = useAskedCode('session', { ...asking, ...(heard !== undefined && { heard }) })
  const shown = now.code ? `step ${now.code.step}` : now.isComing ? 'coming' : 'nothing'
  if (seen.at(-1) !== shown) seen.push(shown)
  return <RoomCode now={now} />
}

/** Lets time pass, and the page draw in between. */
async function pass(ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 100) {
    await vi.advanceTimersByTimeAsync(100)
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel()
      port1.onmessage = () => resolve()
      port2.postMessage(undefined)
    })
  }
}

test('before the first code it says that the code is coming', async () => {
  way = 1_250
  showPart(<Display />)
  await pass(2_000)
  await expect.element(page.getByText('The code is coming')).toBeVisible()
  expect(page.getByText('No connection').elements()).toEqual([])
})

test('without any answer it says after six seconds that there is no connection', async () => {
  isCut = true
  showPart(<Display />)
  await pass(7_000)
  expect(seen).toEqual(['coming', 'nothing'])
  expect(page.getByText('No connection').elements()).toHaveLength(1)
})

test.each([50, 500, 1_250])('a line with %i ms each way leaves no hole at a change of code', async (each) => {
  way = each
  showPart(<Display />)
  await pass(180_000)
  expect(seen[0]).toBe('coming')
  expect(seen.slice(1).filter((shown) => !shown.startsWith('step'))).toEqual([])
  expect(seen.length).toBeGreaterThan(17)
})

test('a code goes before the server refuses it', async () => {
  showPart(<Display />)
  await pass(1_000)
  const step = Math.floor(performance.now() / stepMs)
  isCut = true
  while (!seen.includes('nothing')) await pass(100)
  expect(performance.now()).toBeLessThan((step + 2) * stepMs)
})

test('a page that hears of changes asks at the end of each code alone, and at once of a change', async () => {
  way = 50
  let hear: (at: number) => void = () => {}
  function Live() {
    const [heard, setHeard] = useState(0)
    hear = setHeard
    return <Display heard={heard} />
  }
  showPart(<Live />)
  await pass(1_000)
  questions = []
  await pass(60_000)
  expect(questions.length).toBeLessThanOrEqual(6)
  expect(seen.slice(1).filter((shown) => !shown.startsWith('step'))).toEqual([])
  const before = questions.length
  hear(1)
  await pass(200)
  expect(questions.length).toBeGreaterThan(before)
})

test('what is heard during a question is asked once more after it', async () => {
  way = 500
  let hear: (at: number) => void = () => {}
  function Live() {
    const [heard, setHeard] = useState(0)
    hear = setHeard
    return <Display heard={heard} />
  }
  showPart(<Live />)
  await pass(500)
  for (const at of [1, 2, 3]) hear(at)
  await pass(1_500)
  // At once, and a little after the first answer. React mounts a page twice in tests.
  expect(new Set(questions).size).toBe(2)
})
