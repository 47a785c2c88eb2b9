import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/server'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { CheckInOffer } from '#contract/check-in.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import { holdTime } from '#testing/hold-time.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { readClassSheet } from '#testing/read-sheets.ts'
import {
  addSigningInstitute,
  addStudent,
  beginAgain,
  beginHand,
  beginScreen,
  type CheckInDeps,
  checkInDeps,
  contextOf,
  finish,
  finishHand,
  finishScreen,
  logPhoneIn,
  type Phone,
  scan,
  startSession,
} from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import type { AssertionForgery } from '#testing/software-authenticator.ts'
import { enter } from '../doors.ts'
import { readMemberReadiness } from './member-readiness.ts'
import { clearSuspectPasskey, listOwnPasskeys } from './own-passkeys.ts'
import { beginRehearsal, finishRehearsal } from './rehearse.ts'
import type { SuspectCause } from './stores.ts'

/** The answers of another authenticator with the same key, by what gives it away. */
const lies: Record<SuspectCause, AssertionForgery> = {
  counter: { counter: 5 },
  'backup-eligibility': { counter: 2_000, backupEligible: true },
}
type Way = 'at the screen' | 'by room code' | 'by room code without a login' | 'in a rehearsal'
const wayNames: readonly Way[] = ['at the screen', 'by room code', 'by room code without a login', 'in a rehearsal']
const causes = [
  ['counter', 'passkey-suspect', 'refused', 'passkey-suspect', 'passkey.counter-regression'],
  ['backup-eligibility', 'passkey-changed', 'changed', 'passkey-suspect-changed', 'passkey.changed'],
] as const

describe.each(engines)('a passkey that another authenticator answers for, on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let passkeys: Record<'institute' | 'asha', MadePasskey>
  let session: string
  let screen: Phone
  let phone: Phone

  beforeEach(async () => {
    holdTime()
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    const institute = await addSigningInstitute(storage, 'institute')
    passkeys = { institute, asha: await addStudent(storage, 'asha', ['institute']) }
    session = await startSession(storage, 'institute', 1)
    ;[screen, phone] = [{}, {}]
    await logPhoneIn(storage, screen, 'institute', 'ORG')
    await logPhoneIn(storage, phone, 'asha')
    for (const { credentialId } of [institute, passkeys.asha])
      await storage.passkeys.recordUse(credentialId, 1_000, false, await storage.now())
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  const lie = ({ authenticator }: MadePasskey, options: unknown, cause: SuspectCause) =>
    authenticator.assert(options as PublicKeyCredentialRequestOptionsJSON, lies[cause])
  const lieTo = ({ ceremony }: CheckInOffer, cause: SuspectCause) => lie(passkeys.asha, ceremony?.options, cause)
  const read = async <Name extends 'marks' | 'outbox' | 'audit_log'>(table: Name) =>
    rowsOf(await storages.readTables(), table)

  /** Each way by which the server asks for a student's passkey; it ends with the first answer. */
  const ways: Readonly<Record<Way, (cause: SuspectCause) => Promise<unknown>>> = {
    'at the screen': async (cause) => {
      const offer = await beginScreen(deps, screen, 'asha')
      return finishScreen(deps, screen, offer, lieTo(offer, cause))
    },
    'by room code': async (cause) => {
      const offer = await scan(deps, phone, session)
      return finish(deps, phone, offer, lieTo(offer, cause))
    },
    'by room code without a login': async (cause) => {
      const guest: Phone = {}
      const offer = await scan(deps, guest, session)
      return finish(deps, guest, offer, lieTo(offer, cause))
    },
    'in a rehearsal': async (cause) => {
      const options = await beginRehearsal(deps, await enter('passkey.rehearse', contextOf(phone)))
      return finishRehearsal(deps, await enter('passkey.rehearse-finish', contextOf(phone)), {
        cred: lie(passkeys.asha, options, cause) as never,
      })
    },
  }

  describe.each(causes)('by its %s', (cause, reason, state, mail, act) => {
    test.each(wayNames)('is refused %s at first as ever after, and all who need it know why', async (way) => {
      const own = async () => (await listOwnPasskeys(deps, await enter('passkeys.list', contextOf(phone)))).passkeys
      await expect(ways[way](cause)).rejects.toMatchObject({ reason })
      await expect(beginScreen(deps, screen, 'asha')).rejects.toMatchObject({ reason })
      await expect(beginRehearsal(deps, await enter('passkey.rehearse', contextOf(phone)))).rejects.toMatchObject({
        reason,
      })
      expect(await scan(deps, phone, session)).toMatchObject({ state, ceremony: null })
      expect(await beginAgain(deps, phone)).toMatchObject({ state })
      expect(
        await readMemberReadiness(deps, await enter('members.passkey', contextOf(screen)), { studentId: 'asha' }),
      ).toEqual({ state, heldUntil: null })
      expect(await listOwnPasskeys(deps, await enter('passkeys.list', contextOf(phone)))).toMatchObject({
        readiness: { state },
      })
      const [passkey] = await own()
      expect([passkey?.isSuspect, passkey?.isChanged]).toEqual([true, cause === 'counter' ? undefined : true])
      const rows = { filter: 'missing', search: '', limit: 10, offset: 0 } as const
      expect(
        (
          await readClassSheet(deps, await enter('sessions.view', contextOf(screen)), {
            sessionId: session,
            ...rows,
          })
        ).rows,
      ).toMatchObject([{ studentId: 'asha', name: 'Name asha', rollNumber: 'asha', mark: null, passkey: state }])
      expect(await read('marks')).toEqual([])
      expect((await read('outbox')).filter(({ account_id }) => account_id === 'asha')).toMatchObject([{ kind: mail }])
      expect((await read('audit_log')).filter(({ action }) => action === act)).toHaveLength(1)
    })

    test('is told once, and refused with the same words in a phone that is not logged in', async () => {
      const guest = ways['by room code without a login']
      await expect(guest(cause)).rejects.toMatchObject({ reason })
      const mails = await read('outbox')
      await expect(guest(cause)).rejects.toMatchObject({ reason })
      expect(await read('outbox')).toEqual(mails)
    })

    test('of an institute signs no marks by hand, at first as ever after', async () => {
      const list = { session, students: ['asha'] }
      const offer = await beginHand(deps, screen, list)
      const answer = lie(passkeys.institute, offer.ceremony?.options, cause)
      const refused = { reason: 'own-passkey-unusable' }
      await expect(finishHand(deps, screen, offer, answer)).rejects.toMatchObject(refused)
      await expect(beginHand(deps, screen, list)).rejects.toMatchObject(refused)
      expect(await read('marks')).toEqual([])
      expect(await listOwnPasskeys(deps, await enter('passkeys.list', contextOf(screen)))).toMatchObject({
        passkeys: [{ isSuspect: true }],
      })
    })
  })

  test('is not cleared by its owner where it has changed', async () => {
    await expect(ways['at the screen']('backup-eligibility')).rejects.toThrow()
    const [passkey] = (await listOwnPasskeys(deps, await enter('passkeys.list', contextOf(phone)))).passkeys
    const clearing = clearSuspectPasskey(deps, await enter('passkeys.clear', contextOf(phone)), {
      passkeyId: passkey?.id ?? '',
    })
    await expect(clearing).rejects.toMatchObject({ reason: 'passkey-changed' })
  })

  test('is trusted as before after a wrong signature', async () => {
    const offer = await beginScreen(deps, screen, 'asha')
    const answer = lieTo(offer, 'backup-eligibility')
    const forged = { ...answer, response: { ...answer.response, signature: Buffer.alloc(70, 3).toString('base64url') } }
    await expect(finishScreen(deps, screen, offer, forged)).rejects.toMatchObject({ reason: 'check-in-refused' })
    expect(
      await readMemberReadiness(deps, await enter('members.passkey', contextOf(screen)), { studentId: 'asha' }),
    ).toMatchObject({ state: 'ready' })
  })
})
