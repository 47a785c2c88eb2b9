import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { checkSignatures } from '#server/operator/verify/check-signatures.ts'
import { verifyOpened } from '#server/operator/verify/verify-data.ts'
import { engines } from '#testing/create-database.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  checkIn,
  checkInDeps,
  logPhoneIn,
  type Phone,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { tamper } from '#testing/tamper.ts'
import { noteOrigin } from './note-origin.ts'

const [here, otherPort, otherHost] = ['http://localhost:8080', 'http://localhost:8090', 'https://attend.example.org']

describe.each(engines)('the origin that an installation is served at on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
  })
  afterEach(() => storages.close())

  const serve = (origin: string, movedFrom?: string) => noteOrigin(storage, origin, movedFrom)
  const entries = async () =>
    rowsOf(await storages.readTables(), 'audit_log')
      .filter(({ action }) => action === 'origin.serve')
      .map(({ detail }) => JSON.parse(String(detail)))

  test('is noted once, and again when it comes back', async () => {
    for (const origin of [here, here, otherPort, here]) await serve(origin)
    expect(await serve(here)).toEqual({ origins: [here, otherPort, here] })
    expect(await entries()).toEqual([
      { place: 1, origin: here },
      { place: 2, origin: otherPort },
      { place: 3, origin: here },
    ])
  })

  test('is noted once by processes that start together', async () => {
    const other = await storages.open()
    await Promise.all([storage, other].map((one) => noteOrigin(one, here, undefined)))
    expect(await entries()).toEqual([{ place: 1, origin: here }])
  })

  test('may have another host name while there is no passkey', async () => {
    await serve(here)
    expect(await serve(otherHost)).toEqual({ origins: [here, otherHost] })
  })

  describe('with passkeys', () => {
    let asha: MadePasskey
    beforeEach(async () => {
      await addInstitute(storage, 'institute')
      asha = await addStudent(storage, 'asha', ['institute'])
    })

    test('has no other host name, unless the operator names the former one', async () => {
      await serve(here)
      expect(await serve(otherHost)).toEqual({ passkeysOf: 'localhost' })
      expect(await serve(otherHost, 'elsewhere.example.org')).toEqual({ passkeysOf: 'localhost' })
      expect(await entries()).toEqual([{ place: 1, origin: here }])
      expect(await serve(otherHost, 'localhost')).toEqual({ origins: [here, otherHost] })
      expect(await serve(otherHost)).toEqual({ origins: [here, otherHost] })
    })

    describe('and a mark', () => {
      beforeEach(async () => {
        const phone: Phone = {}
        await logPhoneIn(storage, phone, 'asha')
        await checkIn(checkInDeps(storage), phone, asha, await startSession(storage, 'institute', 1))
      })
      const relyingParty = { id: 'localhost', name: 'Rollkey', origin: otherPort }
      const faultsOf = (...statements: string[]) =>
        tamper(storages.database, statements, async (opened) => (await checkSignatures(opened, relyingParty)).wrong)

      test('is noted for the marks of a version that noted none', async () => {
        expect(await serve(otherHost)).toEqual({ passkeysOf: 'localhost' })
        expect(await serve(otherPort)).toEqual({ origins: [here, otherPort] })
      })

      test('is the one of each mark: a mark of before a move fits, one of an origin that never was does not', async () => {
        await serve(here)
        await serve(otherPort)
        await storage.close()
        expect(await faultsOf()).toEqual([])
        expect(await faultsOf(`update mark_signatures set origin = '${otherHost}'`)).toEqual([
          'mark of student asha in session session-institute-1: its origin is none that the installation had',
        ])
        expect(await faultsOf(`update mark_signatures set origin = '${otherPort}'`)).toEqual([
          'mark of student asha in session session-institute-1: its signature does not fit',
        ])
      })
    })
  })

  describe('and verify-data', () => {
    beforeEach(async () => {
      await serve(here)
      await serve(otherPort)
      await storage.close()
    })
    const look = (...statements: string[]) =>
      tamper(storages.database, statements, async (opened) => {
        const findings = await verifyOpened(opened, { now: storages.clock.now() })
        return findings.filter(({ rule }) => rule.startsWith('The origins')).flatMap(({ wrong }) => wrong)
      })

    test('names one that was added, changed or removed without the server', async () => {
      expect(await look()).toEqual([])
      const young = `${storages.clock.now()} ${otherHost}`
      expect(await look(`insert into settings values ('origin 000000003', '${young}')`)).toEqual([
        `origin 3 ${otherHost}: the log does not know it`,
      ])
      expect(await look(`update settings set value = '${young}' where name = 'origin 000000002'`)).toEqual([
        `origin 2 ${otherHost}: the log does not know it`,
        `the log knows the origin 2 ${otherPort}, and it is not there`,
      ])
      expect(await look("delete from settings where name = 'origin 000000002'")).toEqual([
        `the log knows the origin 2 ${otherPort}, and it is not there`,
      ])
    })
  })
})
