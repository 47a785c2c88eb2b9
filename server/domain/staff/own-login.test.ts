import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { documentCallsOfPeople } from '#contract/own-login-calls.ts'
import type { StaffRole } from '#contract/staff-rights.ts'
import { engines } from '#testing/create-database.ts'
import { insertStaff } from '#testing/insert-staff.ts'
import { makeCaller, makeContext } from '#testing/make-context.ts'
import { insertPasskey, makePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addSigningInstitute,
  addStudent,
  type CheckInDeps,
  checkInDeps,
  contextOf,
  logPhoneIn,
} from '#testing/room-world.ts'
import { type Act, acts } from '../acts.ts'
import { enter } from '../doors.ts'
import { verdictOf } from '../permissions.ts'
import type { RequestContext } from '../request-context.ts'
import { listStaff } from './manage-staff.ts'
import { changeOwnLogin } from './own-login.ts'

const hour = 60 * 60_000

describe.each(engines)('the own login of an institute on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addSigningInstitute(storage, 'institute')
    await addStudent(storage, 'meera', [])
    await addStudent(storage, 'ravi', [], { heldUntil: (await storage.now()) + 12 * hour })
  })
  afterEach(() => storages.close())

  async function addPerson(accountId: string, role: StaffRole): Promise<RequestContext> {
    const since = await storage.now()
    const person = { accountId, organisationId: 'institute', name: accountId, title: '', role, since, until: null }
    const staff = { ...person, id: `${accountId} as ${role}`, holdsWhole: false }
    await insertStaff(storage, staff)
    const phone = { staff }
    await logPhoneIn(storage, phone, accountId)
    return contextOf(phone)
  }
  const office = async () =>
    makeContext({
      caller: {
        ...makeCaller('institute', 'ORG', { factors: ['password', 'passkey'], authenticatedAt: await storage.now() }),
        readsOnlySince: await storage.accounts.findReadsOnly('institute'),
      },
    })
  const readsOnly = async () => (await storage.accounts.findReadsOnly('institute')) !== null

  test('becomes one that only reads by its owners or by itself, and opens by itself', async () => {
    const owner = await addPerson('meera', 'owner')
    await changeOwnLogin(deps, await enter('own-login.change', owner), { readsOnly: true })
    expect(await readsOnly()).toBe(true)
    await changeOwnLogin(deps, await enter('own-login.change', await office()), { readsOnly: false })
    expect(await readsOnly()).toBe(false)
    await changeOwnLogin(deps, await enter('own-login.change', await office()), { readsOnly: true })
    expect(await readsOnly()).toBe(true)
    await changeOwnLogin(deps, await enter('own-login.change', owner), { readsOnly: false })
    expect(await readsOnly()).toBe(false)
  })

  test('stays open while no owner has a passkey that works', async () => {
    const missing = { reason: 'owner-passkey-missing' }
    await addPerson('meera', 'registrar')
    await expect(
      changeOwnLogin(deps, await enter('own-login.change', await office()), { readsOnly: true }),
    ).rejects.toMatchObject(missing)
    await addPerson('ravi', 'owner')
    // Held: it replaced a lost one.
    await expect(
      changeOwnLogin(deps, await enter('own-login.change', await office()), { readsOnly: true }),
    ).rejects.toMatchObject(missing)
    expect(await readsOnly()).toBe(false)
  })

  test('stays open while it has no passkey of its own that works', async () => {
    const missing = { reason: 'own-login-passkey-missing' }
    const owner = await addPerson('meera', 'owner')
    const [passkey] = await storage.passkeys.listOf('institute')
    const { credentialId } = passkey ?? { credentialId: '' }
    await storage.passkeys.markSuspect(credentialId, 'counter', await storage.now())
    await expect(
      changeOwnLogin(deps, await enter('own-login.change', owner), { readsOnly: true }),
    ).rejects.toMatchObject(missing)
    await storage.passkeys.remove(credentialId, 'institute', await storage.now())
    for (const context of [owner, await office()]) {
      await expect(
        changeOwnLogin(deps, await enter('own-login.change', context), { readsOnly: true }),
      ).rejects.toMatchObject(missing)
    }
    const until = (await storage.now()) + 12 * hour
    await insertPasskey(storage, 'institute', await makePasskey('http://localhost:8080'), await storage.now(), until)
    // Held: it came by a recovery code.
    await expect(
      changeOwnLogin(deps, await enter('own-login.change', owner), { readsOnly: true }),
    ).rejects.toMatchObject(missing)
    expect((await listStaff(deps, await enter('staff.view', owner))).ownLogin).toMatchObject({
      canClose: false,
      hasPasskey: false,
    })
    storages.clock.advance(12 * hour)
    expect((await listStaff(deps, await enter('staff.view', owner))).ownLogin).toMatchObject({
      canClose: true,
      hasPasskey: true,
      held: [],
    })
  })

  test('is changed by no one but owners', async () => {
    const registrar = await addPerson('meera', 'registrar')
    await expect(enter('own-login.change', registrar)).rejects.toMatchObject({ reason: 'user_unauthorized' })
  })

  test('tells its owners and itself, once', async () => {
    const owner = await addPerson('meera', 'owner')
    for (const _ of [1, 2]) await changeOwnLogin(deps, await enter('own-login.change', owner), { readsOnly: true })
    const queued = await storage.outbox.take(10, 1)
    expect(queued.map(({ kind, accountId }) => `${kind} ${accountId}`).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'own-login-closed institute',
      'own-login-closed meera',
    ])
  })
})

test('the list of the specification’s calls that it leaves to the people is that of the permissions', () => {
  const ofDocuments = (Object.keys(acts) as Act[]).filter((act) =>
    /^(organisations|students)\.(update|delete)/.test(act),
  )
  const leftOfDocuments = ofDocuments.filter(
    (act) => verdictOf(act, 'ORG2') === 'allowed' && verdictOf(act, 'closed') !== 'allowed',
  )
  expect(leftOfDocuments.map((act) => act.replace('.update.', ' '))).toEqual([
    'organisations phoneNumber',
    'organisations classes',
    'students attendance',
    'organisations.delete',
  ])
  for (const act of leftOfDocuments) {
    const [collection = '', , field = ''] = act.split('.')
    const named = documentCallsOfPeople.filter((call) => call.includes(`/${collection}/`) && call.includes(field))
    expect([act, named.length > 0]).toEqual([act, true])
  }
})
