import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Collection } from '#contract/identifiers.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { joinInstitute } from '../institutes/join-institute.ts'
import type { RequestContext } from '../request-context.ts'
import { listenToChannel } from './listen-to-channel.ts'

const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }
const accounts = {
  institute: makeAccount('institute', { label: 'ORG', hasProfile: true, isEmailVerified: true }),
  elsewhere: makeAccount('elsewhere', { label: 'ORG', hasProfile: true, isEmailVerified: true }),
  asha: makeAccount('asha', { label: 'STD', hasProfile: true, isEmailVerified: true }),
  bala: makeAccount('bala', { label: 'STD', hasProfile: true, isEmailVerified: true }),
}
type Name = keyof typeof accounts

let storages: TestStorage
let storage: Awaited<ReturnType<TestStorage['open']>>

beforeEach(async () => {
  storages = await createTestStorage('sqlite')
  storage = await storages.open()
  for (const account of Object.values(accounts)) await storage.accounts.insert(account)
  for (const id of ['institute', 'elsewhere']) {
    const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }
    await storage.organisations.insert({ id, name: id, email: `${id}@Example.org`, ...contact, ...address })
  }
  for (const id of ['asha', 'bala']) {
    const names = { firstName: 'Name', lastName: id, rollNumber: id }
    await storage.students.insert({ id, email: `${id}@Example.org`, ...contact, ...names })
    await storage.transaction((stores) => joinInstitute(stores, contextOf('asha'), 'institute', { id, rollNumber: id }))
  }
})
afterEach(() => storages.close())

function contextOf(name: Name, account: object = {}): RequestContext {
  const caller = makeCaller(name, 'STD', { id: 'session' })
  return makeContext({ caller: { ...caller, account: { ...accounts[name], ...account } } })
}

const outcomeOf = (listening: Promise<void>) =>
  listening.then(
    () => 'open',
    (error: { type: string }) => error.type,
  )
const ofDocument = (name: Name, collection: Collection, documentId: string) =>
  outcomeOf(listenToChannel({ storage }, contextOf(name), { kind: 'document', collection, documentId }))

test('a channel of one document is open to its owner and the student’s institutes alone', async () => {
  const seen: [Name, Collection, string][] = [
    ['asha', 'students', 'asha'],
    ['institute', 'students', 'asha'],
    ['institute', 'organisations', 'institute'],
  ]
  for (const [name, collection, id] of seen) {
    expect([name, id, await ofDocument(name, collection, id)]).toEqual([name, id, 'open'])
  }
  const closed: [Name, Collection, string][] = [
    ['asha', 'students', 'bala'],
    ['asha', 'students', 'unknown'],
    ['asha', 'organisations', 'institute'],
    ['asha', 'organisations', 'asha'],
    ['elsewhere', 'students', 'asha'],
    ['elsewhere', 'students', 'unknown'],
    ['institute', 'students', 'institute'],
    ['institute', 'organisations', 'elsewhere'],
  ]
  for (const [name, collection, id] of closed) {
    expect([name, id, await ofDocument(name, collection, id)]).toEqual([name, id, 'user_unauthorized'])
  }
})

test('an account without a verified email listens to its account alone', async () => {
  const context = contextOf('asha', { isEmailVerified: false })
  expect(await outcomeOf(listenToChannel({ storage }, context, { kind: 'account' }))).toBe('open')
  const own = { kind: 'document', collection: 'students', documentId: 'asha' } as const
  for (const channel of [own, { kind: 'documents' } as const]) {
    expect(await outcomeOf(listenToChannel({ storage }, context, channel))).toBe('user_unauthorized')
  }
})
