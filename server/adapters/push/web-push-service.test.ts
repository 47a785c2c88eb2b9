import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PushGoneError, UnsendablePushError } from '#server/domain/mail/push-service.ts'
import { type PushServiceStandIn, startPushService } from '#testing/push-service-stand-in.ts'
import { makeVapidKeys, readVapidKeys } from './vapid-keys.ts'
import { createWebPushService, type WebPushService } from './web-push-service.ts'

describe('a push', () => {
  const keys = readVapidKeys(makeVapidKeys())
  let standIn: PushServiceStandIn
  let service: WebPushService
  beforeAll(async () => {
    standIn = await startPushService()
    service = createWebPushService({ keys, contactEmail: 'us@example.org', configuredOrigins: [standIn.origin] })
  })
  afterAll(async () => {
    service.close()
    await standIn.close()
  })

  const flatten = ({ endpoint, keys }: { endpoint: string; keys: { p256dh: string; auth: string } }) => ({
    endpoint,
    ...keys,
  })

  test('reaches the browser, which alone can read it, with the signature of this installation', async () => {
    const browser = standIn.openBrowser()
    await service.send({ subscription: flatten(browser.subscription), payload: 'नमस्ते' })
    const push = await browser.next()
    expect(push.message).toBe('नमस्ते')
    expect(push.senderKey).toBe(keys.publicKey)
    expect(push.claims).toMatchObject({ aud: standIn.origin, sub: 'mailto:us@example.org' })
    expect(push.headers).toMatchObject({ ttl: '86400', urgency: 'normal', 'content-type': 'application/octet-stream' })
  })

  test.each([
    [404, PushGoneError],
    [410, PushGoneError],
    [400, UnsendablePushError],
    [401, UnsendablePushError],
    [403, UnsendablePushError],
    [413, UnsendablePushError],
    // Redirects are not followed: no answer may send the server to another address.
    [301, UnsendablePushError],
    [307, UnsendablePushError],
  ])('that is answered with %i is not tried again', async (status, error) => {
    const browser = standIn.openBrowser()
    browser.answer = status
    const sent = service.send({ subscription: flatten(browser.subscription), payload: 'x' })
    await expect(sent).rejects.toThrow(error)
    expect(browser.requests).toBe(1)
  })

  test.each([408, 425, 429, 500, 503])('that is answered with %i may be tried again', async (status) => {
    const browser = standIn.openBrowser()
    browser.answer = status
    const error = await service.send({ subscription: flatten(browser.subscription), payload: 'x' }).catch((one) => one)
    expect(error).toBeInstanceOf(Error)
    expect(error).not.toBeInstanceOf(UnsendablePushError)
    expect(error).not.toBeInstanceOf(PushGoneError)
  })

  test('goes only to addresses of known push services', async () => {
    const browser = standIn.openBrowser()
    const strict = createWebPushService({ keys, contactEmail: 'us@example.org', configuredOrigins: [] })
    const sent = strict.send({ subscription: flatten(browser.subscription), payload: 'x' })
    await expect(sent).rejects.toThrow(UnsendablePushError)
    expect(browser.requests).toBe(0)
  })

  test('cannot be made for a key that is no point on the curve', async () => {
    const browser = standIn.openBrowser()
    const p256dh = Buffer.concat([Buffer.from([4]), Buffer.alloc(64, 1)]).toString('base64url')
    const sent = service.send({ subscription: { ...flatten(browser.subscription), p256dh }, payload: 'x' })
    await expect(sent).rejects.toThrow(UnsendablePushError)
    expect(browser.requests).toBe(0)
  })

  test('fails when the push service does not answer in time, and when the service closes', async () => {
    const browser = standIn.openBrowser()
    const hasty = createWebPushService({
      keys,
      contactEmail: 'us@example.org',
      configuredOrigins: [standIn.origin],
      deadlineMs: 0,
    })
    const subscription = flatten(browser.subscription)
    await expect(hasty.send({ subscription, payload: 'x' })).rejects.toThrow(/timeout/)
    hasty.close()
    await expect(hasty.send({ subscription, payload: 'x' })).rejects.toThrow(/abort/)
  })
})

test('each pair of keys is new, and 65 and 32 bytes long', () => {
  const pairs = Array.from({ length: 50 }, () => readVapidKeys(makeVapidKeys()))
  const bytes = (text: string) => Buffer.from(text, 'base64url').length
  expect(new Set(pairs.map(({ publicKey }) => publicKey)).size).toBe(50)
  expect(new Set(pairs.map(({ publicKey, privateKey }) => `${bytes(publicKey)} ${bytes(privateKey)}`))).toEqual(
    new Set(['65 32']),
  )
})
