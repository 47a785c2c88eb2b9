import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { signedInHintCookie } from '#contract/identifiers.ts'
import { answerCalls, refuse } from '../testing/answer-calls.ts'
import { noPasskeys } from '../testing/people.ts'
import { callProduct } from './call-product.ts'
import { refusals } from './refusals.ts'
import { changeToken } from './session-token.ts'
import { forgetSignedInHint, mayBeSignedIn } from './signed-in-hint.ts'

const listPasskeys = () => callProduct('GET /passkeys', {})
const removePasskey = (passkeyId: string) => callProduct('DELETE /passkeys/:passkeyId', { passkeyId })

const notLoggedIn = refuse('general_unauthorized_scope')

beforeEach(() => {
  // biome-ignore lint/suspicious/noDocumentCookie: as the server sets it
  document.cookie = `${signedInHintCookie}=1; Path=/; SameSite=Strict`
  return forgetSignedInHint
})

/** What could go on without waiting has had every chance to. */
async function someTurns(): Promise<void> {
  for (let turn = 0; turn < 20; turn++) await new Promise((resolve) => setTimeout(resolve))
}

/** The types of the refusals that the app hears of. */
function noteRefusals(): readonly string[] {
  const noted: string[] = []
  onTestFinished(refusals.subscribe(({ type }) => noted.push(type)))
  return noted
}

test('a read that a change of the token overtakes waits for its end, and is sent again', async () => {
  const change = Promise.withResolvers<void>()
  let isChanged = false
  const asked = answerCalls({
    'DELETE /passkeys/:passkeyId': async () => {
      await change.promise
      isChanged = true
      return noPasskeys
    },
    'GET /passkeys': () => (isChanged ? noPasskeys : notLoggedIn),
  })
  const noted = noteRefusals()
  const removal = removePasskey('a')
  await expect.poll(() => asked.length).toBe(1)
  const read = listPasskeys()
  await expect.poll(() => asked.length).toBe(2)
  change.resolve()
  expect(await read).toEqual(noPasskeys)
  await removal
  expect(asked.map(({ call }) => call)).toEqual(['DELETE /passkeys/:passkeyId', 'GET /passkeys', 'GET /passkeys'])
  expect(noted).toEqual([])
})

test('a read that is sent again ends before another tab gets the next token', async () => {
  let token = 'second'
  const again = Promise.withResolvers<void>()
  const asked = answerCalls({
    // The token with which it was sent is judged when it arrives.
    'GET /passkeys': async () => {
      const sentWith = asked.length === 1 ? 'first' : token
      if (asked.length > 1) await again.promise
      return sentWith === token ? noPasskeys : notLoggedIn
    },
  })
  const noted = noteRefusals()
  const read = listPasskeys()
  await expect.poll(() => asked.length).toBe(2)
  const change = changeToken(async () => {
    token = 'third'
  })
  await someTurns()
  again.resolve()
  expect(await read).toEqual(noPasskeys)
  await change
  expect(noted).toEqual([])
  expect(mayBeSignedIn()).toBe(true)
})

test('two changes of the token go one after the other', async () => {
  const first = Promise.withResolvers<void>()
  const asked = answerCalls({
    'DELETE /passkeys/:passkeyId': async () => {
      if (asked.length === 1) await first.promise
      return noPasskeys
    },
  })
  const changes = [removePasskey('a'), removePasskey('b')]
  await expect.poll(() => asked.length).toBe(1)
  await someTurns()
  expect(asked).toHaveLength(1)
  first.resolve()
  await Promise.all(changes)
  expect(asked).toHaveLength(2)
})

test('while a change of the token takes long, a refusal is no end of the login', async () => {
  const change = Promise.withResolvers<void>()
  answerCalls({
    'DELETE /passkeys/:passkeyId': async () => {
      await change.promise
      return noPasskeys
    },
    'GET /passkeys': notLoggedIn,
  })
  const noted = noteRefusals()
  const removal = removePasskey('a')
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(AbortSignal.abort())
  await expect(listPasskeys()).rejects.toMatchObject({ type: 'network_failed' })
  expect(noted).not.toContain('general_unauthorized_scope')
  expect(mayBeSignedIn()).toBe(true)
  change.resolve()
  await removal
})

test('a session that has ended is refused twice, and the app hears of it once', async () => {
  const asked = answerCalls({ 'GET /passkeys': notLoggedIn })
  const noted = noteRefusals()
  await expect(listPasskeys()).rejects.toMatchObject({ type: 'general_unauthorized_scope' })
  expect(asked).toHaveLength(2)
  expect(noted).toEqual(['general_unauthorized_scope'])
})

test('of many reads that the end of a login refuses, one is sent again, and none that begins then', async () => {
  const again = Promise.withResolvers<void>()
  const asked = answerCalls({
    'GET /passkeys': async () => {
      if (asked.length > 3) await again.promise
      return notLoggedIn
    },
    'GET /settings': notLoggedIn,
  })
  const reads: Promise<unknown>[] = [listPasskeys(), listPasskeys(), listPasskeys()]
  for (const read of reads) read.catch(() => undefined)
  await expect.poll(() => asked.length).toBe(4)
  reads.push(callProduct('GET /settings', {}))
  again.resolve()
  for (const read of reads) await expect(read).rejects.toMatchObject({ type: 'general_unauthorized_scope' })
  expect(asked.map(({ call }) => call)).toEqual(Array.from({ length: 4 }, () => 'GET /passkeys'))
  // Another page of this browser asks nothing either.
  expect(mayBeSignedIn()).toBe(false)
})

test('a change of the token that is refused does not wait for itself', async () => {
  // It would wait until the patience ends.
  vi.spyOn(AbortSignal, 'timeout').mockReturnValue(new AbortController().signal)
  const asked = answerCalls({ 'DELETE /passkeys/:passkeyId': notLoggedIn })
  await expect(removePasskey('a')).rejects.toMatchObject({ type: 'general_unauthorized_scope' })
  expect(asked).toHaveLength(2)
})

test('a guest is refused once', async () => {
  forgetSignedInHint()
  const asked = answerCalls({ 'GET /passkeys': notLoggedIn })
  await expect(listPasskeys()).rejects.toMatchObject({ type: 'general_unauthorized_scope' })
  expect(asked).toHaveLength(1)
})
