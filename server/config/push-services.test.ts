import { expect, test } from 'vitest'
import { isOfPushService, readPushServices } from './push-services.ts'

test.each([
  'https://fcm.googleapis.com/fcm/send/cRf:APA91',
  'https://updates.push.services.mozilla.com/wpush/v2/gAAAA',
  'https://web.push.apple.com/QGk3',
  'https://wns2-db5p.notify.windows.com/w/?token=BQYAAA',
])('takes %s', (endpoint) => {
  expect(isOfPushService(endpoint, [])).toBe(true)
})

test.each([
  'http://fcm.googleapis.com/fcm/send/x',
  'https://fcm.googleapis.com:8443/fcm/send/x',
  'https://fcm.googleapis.com@attacker.example/x',
  'https://user:password@fcm.googleapis.com/x',
  'https://fcm.googleapis.com.attacker.example/x',
  'https://attacker.example/?fcm.googleapis.com',
  'https://attackernotify.windows.com/x',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/x',
  'https://[::1]/x',
  'file:///etc/passwd',
  'fcm.googleapis.com',
  '',
])('refuses %j', (endpoint) => {
  expect(isOfPushService(endpoint, [])).toBe(false)
})

test('takes a configured origin, and only that', () => {
  const configured = ['http://127.0.0.1:9000', 'https://push.example']
  expect(isOfPushService('http://127.0.0.1:9000/push/x', configured)).toBe(true)
  expect(isOfPushService('https://push.example/push/x', configured)).toBe(true)
  expect(isOfPushService('http://127.0.0.1:9001/push/x', configured)).toBe(false)
  expect(isOfPushService('http://push.example/push/x', configured)).toBe(false)
})

test.each([
  ['https://push.example', ['https://push.example']],
  ['https://a.example, http://localhost:9000', ['https://a.example', 'http://localhost:9000']],
])('reads %j', (text, origins) => {
  expect(readPushServices(text)).toEqual(origins)
})

test.each([
  'http://push.example',
  'https://push.example/',
  'https://push.example/path',
  'push.example',
  'https://a.example,',
])('does not read %j', (text) => {
  expect(readPushServices(text)).toBeUndefined()
})
