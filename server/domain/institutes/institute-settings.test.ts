import { afterEach, beforeEach, expect, test } from 'vitest'
import { checkInvariants } from '#testing/check-invariants.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { enter } from '../doors.ts'
import { changeInstituteSettings, readInstituteSettings } from './institute-settings.ts'

let storages: TestStorage
let storage: Awaited<ReturnType<TestStorage['open']>>

beforeEach(async () => {
  storages = await createTestStorage('sqlite')
  storage = await storages.open()
  await storage.accounts.insert(makeAccount('institute', { label: 'ORG', hasProfile: true, isEmailVerified: true }))
  const contact = { phoneNumber: '12345678', permissions: [], createdAt: 1, updatedAt: 1 }
  const address = { addressLine1: 'Street', addressLine2: '', state: 'State', city: 'City' }
  await storage.organisations.insert({ id: 'institute', name: 'I', email: 'i@Example.org', ...contact, ...address })
})
afterEach(async () => {
  await checkInvariants(storages.database)
  await storages.close()
})

const visitAt = (authenticatedAt: number) =>
  makeContext({ caller: makeCaller('institute', 'ORG', { factors: ['password'], authenticatedAt }) })
const change = async (input: Parameters<typeof changeInstituteSettings>[2], ago = 0) =>
  changeInstituteSettings({ storage }, await enter('settings.change', visitAt((await storage.now()) - ago)), input)
const read = async () => readInstituteSettings({ storage }, await enter('settings.view', visitAt(await storage.now())))
const logged = async () =>
  rowsOf(await storages.readTables(), 'audit_log').map(({ action, outcome, detail }) => [action, outcome, detail])

test('an institute that has chosen nothing has no zone of its own, and short names', async () => {
  expect(await read()).toEqual({ timeZone: null, displayNames: 'short', ways: ['screen'] })
})

test('a change names what it changes, leaves the rest, and is written down', async () => {
  await change({ timeZone: 'Asia/Kolkata' })
  await change({ displayNames: 'off' })
  expect(await read()).toEqual({ timeZone: 'Asia/Kolkata', displayNames: 'off', ways: ['screen'] })
  await change({ displayNames: 'off' })
  await change({ timeZone: null })
  expect(await read()).toEqual({ timeZone: null, displayNames: 'off', ways: ['screen'] })
  expect(await logged()).toEqual([
    ['settings.change', 'done', '{"organisationId":"institute","timeZone":"Asia/Kolkata"}'],
    ['settings.change', 'done', '{"organisationId":"institute","displayNames":"off"}'],
    ['settings.change', 'unchanged', '{"organisationId":"institute"}'],
    ['settings.change', 'done', '{"organisationId":"institute","timeZone":null}'],
  ])
})

test('a change needs a password or a passkey of the last ten minutes', async () => {
  await expect(change({ displayNames: 'full' }, 601_000)).rejects.toMatchObject({ reason: 'step-up-needed' })
  expect(await read()).toMatchObject({ displayNames: 'short' })
})
