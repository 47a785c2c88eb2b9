import { expect, test } from 'vitest'
import { appwriteCalls as contract } from '#contract/appwrite-calls.ts'
import type { Call } from '../http/call.ts'
import { accountCalls } from './account/account-calls.ts'
import { documentCalls } from './databases/document-calls.ts'
import { pingCall } from './ping-call.ts'

const served = [...accountCalls, ...documentCalls, pingCall]
const namesOf = ({ method, path }: Call) => [path].flat().map((one) => `${method} ${one}`)

test('the contract names every call of the protocol that is served, and no other', () => {
  expect(new Set(served.flatMap(namesOf))).toEqual(new Set(Object.keys(contract)))
})

test('a call of the protocol takes a body exactly where the contract says what is in it', () => {
  const takesBody = served.filter(({ readsBody }) => readsBody).flatMap(namesOf)
  const hasInput = Object.entries(contract).filter(([, call]) => 'input' in call)
  expect(new Set(takesBody)).toEqual(new Set(hasInput.map(([name]) => name)))
})
