import { expect, test } from 'vitest'
import { isTopLevel, readClientData } from './client-data.ts'

const relyingParty = { id: 'attend.example.org', name: 'Rollkey', origin: 'https://attend.example.org' }

/** What the browser of an honest page says, with changes. */
function isAccepted(changes: object): boolean {
  const said = { type: 'webauthn.get', challenge: 'challenge', origin: relyingParty.origin, ...changes }
  const data = readClientData(Buffer.from(JSON.stringify(said)).toString('base64url'))
  return data !== undefined && isTopLevel(data, relyingParty)
}

test.each([{}, { crossOrigin: false }])('a ceremony on the own page is accepted: %j', (changes) => {
  expect(isAccepted(changes)).toBe(true)
})

test.each([
  ['on another site', { origin: 'https://evil.example' }],
  ['on another port', { origin: 'https://attend.example.org:8443' }],
  ['without encryption', { origin: 'http://attend.example.org' }],
  ['in a frame of another site', { crossOrigin: true }],
  ['in a frame that names the page around it', { topOrigin: 'https://evil.example' }],
])('a ceremony %s is refused', (_where, changes) => {
  expect(isAccepted(changes)).toBe(false)
})
