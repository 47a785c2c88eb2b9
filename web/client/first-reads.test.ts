import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { refusalPreference } from '#contract/expected-refusals.ts'
import {
  awaitFirstReads,
  bringForward,
  catchUp,
  keepRead,
  leaveLive,
  noteTold,
  takeFirstRead,
  takeSettledRead,
} from './first-reads.ts'

const answer = Promise.resolve({ response: new Response(), body: Promise.resolve({}), at: 0 })

beforeEach(() => {
  vi.useFakeTimers()
  const read = () => ({ sentAt: performance.now(), answer })
  const reads = new Map([
    ['/a', read()],
    ['/b', read()],
  ])
  globalThis.rollkeyFirstReads = { reads, areSent: Promise.resolve() }
})

afterEach(() => {
  leaveLive()
  vi.useRealTimers()
  globalThis.rollkeyFirstReads = undefined
})

test('a first read is given once', () => {
  expect(takeFirstRead('GET', '/a')).toEqual({ given: answer })
  expect(takeFirstRead('GET', '/a')).toEqual({})
})

describe('an answer that is here before the screen', () => {
  const settle = () => awaitFirstReads(() => undefined)

  test('is given at once, and once', async () => {
    expect(takeSettledRead('/a')).toBeUndefined()
    await settle()
    expect(takeSettledRead('/a')).toEqual({})
    expect(takeSettledRead('/a')).toBeUndefined()
    expect(takeFirstRead('GET', '/a')).toEqual({})
  })

  test('is asked for as any other where it is a refusal', async () => {
    const asAnswer = { headers: { [refusalPreference.appliedName]: refusalPreference.value } }
    const refused = [new Response(null, { status: 403 }), new Response(null, asAnswer)]
    const reads = globalThis.rollkeyFirstReads?.reads
    const answers = refused.map(async (response) => ({ ...(await answer), response }))
    for (const [at, one] of answers.entries()) reads?.set(`/${at}`, { sentAt: performance.now(), answer: one })
    await settle()
    for (const [at, given] of answers.entries()) {
      expect(takeSettledRead(`/${at}`)).toBeUndefined()
      expect(takeFirstRead('GET', `/${at}`)).toEqual({ given })
    }
  })

  test('is confirmed by the server where it may be old by then', async () => {
    await settle()
    noteTold()
    await catchUp(async () => undefined)
    expect(takeSettledRead('/a')).toBeUndefined()
    expect(takeFirstRead('GET', '/a')).toEqual({ known: answer })
  })

  test('says the server’s time as it came, and for how long it was asked', async () => {
    const answered = Promise.resolve({
      response: new Response(),
      body: Promise.resolve({ serverTime: 10_000 }),
      at: performance.now() + 40,
    })
    globalThis.rollkeyFirstReads?.reads.set('/a', { sentAt: performance.now(), answer: answered })
    vi.advanceTimersByTime(100)
    const onAnswer = vi.fn()
    await awaitFirstReads(onAnswer)
    expect(onAnswer).toHaveBeenCalledWith({ serverTime: 10_060 }, 40)
  })
})

test('after an act none is given: it may have changed what was read, or who is logged in', () => {
  expect(takeFirstRead('POST', '/a')).toEqual({})
  expect(takeFirstRead('GET', '/b')).toEqual({})
})

test('a screen that opens later reads for itself', () => {
  vi.advanceTimersByTime(30_000)
  expect(takeFirstRead('GET', '/a')).toEqual({})
})

describe('once the live connection stands', () => {
  /** What is known of these reads while the screens read again. */
  async function readAgain(...addresses: readonly string[]) {
    const taken: object[] = []
    await catchUp(async () => void taken.push(...addresses.map((address) => takeFirstRead('GET', address))))
    return taken
  }

  test('what was asked before it is confirmed by the server, and what was asked after it is not asked again', async () => {
    takeFirstRead('GET', '/a')
    noteTold()
    const later = Promise.resolve(await answer)
    void keepRead('GET', '/later', later)
    expect(await readAgain('/a', '/b', '/later', '/unknown')).toEqual([
      { known: answer },
      { known: answer },
      { given: later },
      {},
    ])
  })

  test('a change that it told of makes old what was asked before the change', async () => {
    noteTold()
    void keepRead('GET', '/later', answer)
    noteTold()
    expect(await readAgain('/later')).toEqual([{ known: answer }])
  })

  test('a first read that no screen has taken by then is confirmed when one takes it', async () => {
    noteTold()
    await readAgain()
    expect(takeFirstRead('GET', '/a')).toEqual({ known: answer })
  })

  test('when all is read, every read asks the server again, and none is kept', async () => {
    takeFirstRead('GET', '/a')
    noteTold()
    await readAgain()
    void keepRead('GET', '/later', answer)
    expect([takeFirstRead('GET', '/a'), takeFirstRead('GET', '/later')]).toEqual([{}, {}])
  })

  test('the next session is given nothing of this one', async () => {
    await readAgain()
    leaveLive()
    expect(takeFirstRead('GET', '/b')).toEqual({})
  })
})

test('the server’s time goes on while an answer waits', () => {
  const at = performance.now()
  vi.advanceTimersByTime(1_500)
  expect(bringForward({ serverTime: 10_000, name: 'a' }, at)).toEqual({ serverTime: 11_500, name: 'a' })
  expect(bringForward([1], at)).toEqual([1])
})
