import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StaffRole } from '#contract/staff-rights.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { engines } from '#testing/create-database.ts'
import { insertLogin } from '#testing/insert-login.ts'
import { insertStaff } from '#testing/insert-staff.ts'
import { insertPasskey, makePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkInDeps,
  contextOf,
  logPhoneIn,
  type Phone,
} from '#testing/room-world.ts'
import { passkeyIdOf } from '../audit/passkey-id.ts'
import { enter } from '../doors.ts'
import { isHeld } from '../passkeys/held-passkey.ts'
import { confirmStaffPasskey, sendPasskeyLink } from './lost-passkey.ts'
import type { Staff } from './stores.ts'

const hour = 60 * 60_000

describe.each(engines)('a lost passkey of a person of an institute on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    for (const id of ['institute', 'elsewhere']) await addInstitute(storage, id)
    // Ravi's only passkey has just replaced a lost one.
    await addStudent(storage, 'ravi', [], { heldUntil: (await storage.now()) + 12 * hour })
    for (const id of ['meera', 'asha']) await addStudent(storage, id, [])
  })
  afterEach(() => storages.close())

  async function addPerson(accountId: string, role: StaffRole, organisationId = 'institute'): Promise<Staff> {
    const staff: Staff = {
      id: `${accountId} at ${organisationId}`,
      organisationId,
      accountId,
      name: accountId,
      title: '',
      role,
      holdsWhole: false,
      since: await storage.now(),
      until: null,
    }
    await insertStaff(storage, staff)
    return staff
  }
  async function phoneOf(staff: Staff): Promise<Phone> {
    const phone: Phone = { staff }
    await logPhoneIn(storage, phone, staff.accountId)
    return phone
  }
  const heldOfRavi = async () => {
    const [passkey] = await storage.passkeys.listOf('ravi')
    if (!passkey) throw new Error('there is no passkey')
    return passkey
  }
  const stepsUp = async () => !(await isHeld(storage, await heldOfRavi(), 'step-up', undefined))
  const confirmBy = async (by: Staff, person: Staff) =>
    confirmStaffPasskey(deps, await enter('staff.confirm-passkey', contextOf(await phoneOf(by))), {
      staffId: person.id,
      passkeyId: passkeyIdOf(await heldOfRavi()),
    })
  const mails = async () => {
    const queued = await storage.outbox.take(20, 1)
    return new Set(queued.map((mail) => `${mail.kind} ${'recipient' in mail ? mail.recipient : ''}`))
  }

  test('gets a link of an owner, and of a registrar where the person is no owner', async () => {
    const [meera, asha, ravi] = [
      await addPerson('meera', 'owner'),
      await addPerson('asha', 'registrar'),
      await addPerson('ravi', 'teacher'),
    ]
    const registrar = contextOf(await phoneOf(asha))
    await sendPasskeyLink(deps, await enter('staff.passkey-link', registrar), { staffId: ravi.id })
    expect(await mails()).toEqual(
      new Set([
        'passkey-replacement ravi@Example.org',
        'staff-passkey-sent institute@Example.org',
        'staff-passkey-sent meera@Example.org',
      ]),
    )
    await expect(
      sendPasskeyLink(deps, await enter('staff.passkey-link', registrar), { staffId: meera.id }),
    ).rejects.toMatchObject({ reason: 'user_unauthorized' })
    await expect(
      sendPasskeyLink(deps, await enter('staff.passkey-link', registrar), { staffId: asha.id }),
    ).rejects.toMatchObject({ reason: 'own-record' })
    await sendPasskeyLink(deps, await enter('staff.passkey-link', contextOf(await phoneOf(meera))), {
      staffId: asha.id,
    })
  })

  test('gets no link from another institute, nor after the end', async () => {
    const stranger = contextOf(await phoneOf(await addPerson('meera', 'owner', 'elsewhere')))
    const ravi = await addPerson('ravi', 'teacher')
    await expect(
      sendPasskeyLink(deps, await enter('staff.passkey-link', stranger), { staffId: ravi.id }),
    ).rejects.toMatchObject({ reason: 'document_not_found' })
    const owner = contextOf(await phoneOf(await addPerson('asha', 'owner')))
    await storage.staff.end(ravi.id, await storage.now())
    await expect(
      sendPasskeyLink(deps, await enter('staff.passkey-link', owner), { staffId: ravi.id }),
    ).rejects.toMatchObject({ reason: 'document_not_found' })
  })

  test('is replaced by one that waits until an owner has seen the person', async () => {
    const [meera, ravi] = [await addPerson('meera', 'owner'), await addPerson('ravi', 'owner')]
    expect(await stepsUp()).toBe(false)
    await expect(confirmBy(ravi, ravi)).rejects.toMatchObject({ reason: 'own-record' })
    expect(await stepsUp()).toBe(false)
    await confirmBy(meera, ravi)
    expect(await stepsUp()).toBe(true)
    await expect(confirmBy(meera, ravi)).rejects.toMatchObject({ reason: 'document_not_found' })
  })

  test('no registrar confirms it', async () => {
    const [asha, ravi] = [await addPerson('asha', 'registrar'), await addPerson('ravi', 'teacher')]
    await expect(confirmBy(asha, ravi)).rejects.toMatchObject({ reason: 'user_unauthorized' })
  })

  test('waits for every institute that the person works for: anyone can register one', async () => {
    const [meera, ravi] = [await addPerson('meera', 'owner'), await addPerson('ravi', 'teacher')]
    const [asha, same] = [await addPerson('asha', 'owner', 'elsewhere'), await addPerson('ravi', 'desk', 'elsewhere')]
    await confirmBy(asha, same)
    expect(await stepsUp()).toBe(false)
    await confirmBy(meera, ravi)
    expect(await stepsUp()).toBe(true)
  })

  describe('is found by another', () => {
    /** Ravi's passkeys of before the new one, and one that a lost one added after it. */
    const addLost = async () => {
      for (const [name, at] of [
        ['lost', -hour],
        ['spare', -2 * hour],
        ['added', 1],
      ] as const) {
        await insertPasskey(storage, 'ravi', await makePasskey('http://localhost:8080'), (await storage.now()) + at)
        const added = (await storage.passkeys.listOf('ravi')).find(
          (one) => one.name === 'Passkey 1' && one.heldUntil === null,
        )
        if (added) await storage.passkeys.rename(added.credentialId, name)
      }
    }
    const heldFor = async (purpose: 'step-up' | 'log-in' | 'mark-std') => {
      const held: string[] = []
      for (const one of await storage.passkeys.listOf('ravi')) {
        if (await isHeld(storage, one, purpose, 'institute')) held.push(one.name)
      }
      return held.toSorted()
    }
    const confirmNew = async (by: Staff, person: Staff) => {
      const held = (await storage.passkeys.listOf('ravi')).find(({ heldUntil }) => heldUntil !== null)
      await confirmStaffPasskey(deps, await enter('staff.confirm-passkey', contextOf(await phoneOf(by))), {
        staffId: person.id,
        passkeyId: passkeyIdOf(held ?? { credentialId: '' }),
      })
    }
    const login = async (passkeyAt: number | null, actingFor: string | null) => {
      const factors = passkeyAt === null ? (['password'] as const) : (['password', 'passkey'] as const)
      const id = await insertLogin(storage, 'ravi', factors, systemRandom.secret(), await storage.now())
      if (actingFor === null) return id
      const live = (await storage.sessions.listLive('ravi')).find((one) => one.id === id)
      if (!live) throw new Error('no session')
      await storage.sessions.remove(id, 'ravi')
      await storage.sessions.insert({ ...live, actingFor, ownSessionId: null }, systemRandom.secret())
      return id
    }

    test('and then neither begins acting nor steps up, with what it added; its sessions end', async () => {
      const [meera, ravi] = [await addPerson('meera', 'owner'), await addPerson('ravi', 'teacher')]
      await addLost()
      const now = await storage.now()
      const [own] = [await login(null, null), await login(now, null), await login(now, 'institute')]
      expect(await heldFor('step-up')).toEqual(['Passkey 1'])
      await confirmNew(meera, ravi)
      expect(await heldFor('step-up')).toEqual(['added', 'lost', 'spare'])
      // Nor does a check-in by it open a session that could act; it marks its student as before.
      expect(await heldFor('log-in')).toEqual(['Passkey 1', 'added', 'lost', 'spare'])
      expect(await heldFor('mark-std')).toEqual(['Passkey 1'])
      expect((await storage.sessions.listLive('ravi')).map(({ id }) => id)).toEqual([own])
    })

    test('and acts on while an institute of the person has not confirmed the new one', async () => {
      const [meera, ravi] = [await addPerson('meera', 'owner'), await addPerson('ravi', 'teacher')]
      const [asha, same] = [await addPerson('asha', 'owner', 'elsewhere'), await addPerson('ravi', 'desk', 'elsewhere')]
      await addLost()
      const acted = await login(await storage.now(), 'institute')
      await confirmNew(asha, same)
      expect(await heldFor('step-up')).toEqual(['Passkey 1'])
      expect((await storage.sessions.listLive('ravi')).map(({ id }) => id)).toEqual([acted])
      await confirmNew(meera, ravi)
      expect(await heldFor('step-up')).toEqual(['added', 'lost', 'spare'])
      expect(await storage.sessions.listLive('ravi')).toEqual([])
    })

    test('and does not let the institute’s own login be closed for its owner', async () => {
      const ravi = await addPerson('ravi', 'owner')
      await addLost()
      expect(await storage.staff.hasOwnerWithPasskey('institute')).toBe(true)
      const asha = await addPerson('asha', 'owner')
      await confirmNew(asha, ravi)
      await storage.staff.end(asha.id, await storage.now())
      expect(await storage.staff.hasOwnerWithPasskey('institute')).toBe(false)
    })
  })

  test('is not replaced by one that an institute has confirmed for a student alone', async () => {
    await addPerson('ravi', 'teacher')
    await storage.passkeys.confirmFor((await heldOfRavi()).credentialId, 'institute', await storage.now())
    expect(await stepsUp()).toBe(false)
  })

  test('a confirmation by its owners marks no student present, and opens no session', async () => {
    const [meera, ravi] = [await addPerson('meera', 'owner'), await addPerson('ravi', 'teacher')]
    await confirmBy(meera, ravi)
    expect(await isHeld(storage, await heldOfRavi(), 'mark-std', 'institute')).toBe(true)
    expect(await isHeld(storage, await heldOfRavi(), 'log-in', 'institute')).toBe(true)
  })
})
