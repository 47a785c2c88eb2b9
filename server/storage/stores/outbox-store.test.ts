import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type Outbox, pushKind, type QueuedMessage } from '#server/domain/mail/outbox.ts'
import type { OpenStorage } from '#server/storage/opened-storage.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, makeAccount, type TestStorage } from '#testing/open-test-storage.ts'
import { addInstitute, addStudent } from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'

const minute = 60_000

describe.each(engines)('the outbox on %s', (engine) => {
  let storages: TestStorage
  let storage: OpenStorage
  let outbox: Outbox
  let otherOutbox: Outbox

  beforeAll(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    await storage.accounts.insert({ ...makeAccount('owner'), label: 'ORG' })
    outbox = storage.outbox
    otherOutbox = (await storages.open()).outbox
  })
  afterAll(() => storages.close())
  // Each test begins without due messages in the outbox.
  beforeEach(async () => {
    storages.clock.advance(1_000 * minute)
    for (const { id } of await outbox.take(1_000, minute)) await outbox.markSent(id)
  })

  const queue = async (mails: number) => {
    for (let index = 0; index < mails; index++) {
      await outbox.queue({ kind: 'password-changed', accountId: 'owner', recipient: `${index}@example.org` })
      storages.clock.advance(1)
    }
  }
  const ids = (mails: readonly { id: string }[]) => mails.map(({ id }) => id)

  test('returns the oldest mails first, with the name and label of the account', async () => {
    await queue(5)
    const taken = await outbox.take(3, minute)
    expect(taken.map((mail) => mail.kind !== pushKind && mail.recipient)).toEqual([
      '0@example.org',
      '1@example.org',
      '2@example.org',
    ])
    expect(taken[0]).toMatchObject({
      recipientName: 'Name of owner',
      recipientLabel: 'ORG',
      attempts: 0,
      tokenId: null,
      kind: 'password-changed',
    })
  })

  test("has the zone of the institute that a mail is about, else the recipient's own", async () => {
    const kolkata = { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] } as const
    await addInstitute(storage, 'without')
    await addInstitute(storage, 'kolkata')
    await addInstitute(storage, 'kiritimati')
    await storage.organisations.saveSettings('kolkata', kolkata, 'kolkata', 1)
    await storage.organisations.saveSettings(
      'kiritimati',
      { ...kolkata, timeZone: 'Pacific/Kiritimati' },
      'kiritimati',
      1,
    )
    await addStudent(storage, 'asha', ['without', 'kolkata'])
    const later = { organisationId: 'kiritimati', studentId: 'asha', joinedAt: await storage.now() }
    await storage.transaction(({ memberships }) => memberships.insert(later, 'ASHA'))
    await addStudent(storage, 'bala', ['without'])
    const mails = [
      ['kolkata', 'password-changed', undefined, 'Asia/Kolkata'],
      ['without', 'password-changed', undefined, null],
      // Of the first institute joined that has chosen one.
      ['asha', 'password-changed', undefined, 'Asia/Kolkata'],
      ['bala', 'password-changed', undefined, null],
      ['asha', 'mark-ruled', 'kiritimati', 'Pacific/Kiritimati'],
    ] as const
    for (const [accountId, kind, organisationId] of mails) {
      await outbox.queue({ kind, accountId, recipient: 'x@example.org', ...(organisationId && { organisationId }) })
      storages.clock.advance(1)
    }
    const taken = await outbox.take(9, minute)
    expect(taken.map((mail) => mail.kind !== pushKind && mail.timeZone)).toEqual(mails.map(([, , , zone]) => zone))
  })

  test('never gives one mail to two workers', async () => {
    await queue(60)
    const takes = await Promise.all(
      Array.from({ length: 12 }, (_, index) => (index % 2 === 0 ? outbox : otherOutbox).take(10, minute)),
    )
    const all = takes.flatMap(ids)
    expect(new Set(all).size).toBe(all.length)
    const rest = [...ids(await outbox.take(100, minute)), ...ids(await otherOutbox.take(100, minute))]
    expect(new Set([...all, ...rest]).size).toBe(60)
    expect(all.length + rest.length).toBe(60)
  })

  const fill = async (
    mails: number,
    senderId: string,
    kind: 'password-changed' | 'email-verification' = 'password-changed',
  ) => {
    const mail = { kind, accountId: 'owner', senderId } as const
    const burst = Array.from({ length: mails }, (_, place) => ({ ...mail, recipient: `${senderId} ${kind} ${place}` }))
    await outbox.queue(...burst)
    storages.clock.advance(minute)
  }
  const recipients = (mails: readonly QueuedMessage[]) =>
    mails.map((mail) => (mail.kind === pushKind ? '' : mail.recipient))

  test('returns those first for which a person waits, whatever was queued before', async () => {
    await fill(200, 'a')
    for (const kind of ['email-verification', 'password-recovery', 'passkey-replacement', 'desk-digits'] as const) {
      await outbox.queue({ kind, accountId: 'owner', recipient: kind })
    }
    const taken = recipients(await outbox.take(6, minute))
    expect(new Set(taken.slice(0, 4))).toEqual(
      new Set(['email-verification', 'password-recovery', 'passkey-replacement', 'desk-digits']),
    )
    expect(taken.slice(4).every((recipient) => recipient.startsWith('a '))).toBe(true)
  })

  test.each(['password-changed', 'email-verification'] as const)(
    'lets the senders of %s take turns, whatever one of them has queued before',
    async (kind) => {
      await fill(200, 'a', kind)
      await fill(3, 'b', kind)
      await fill(1, 'c', kind)
      await fill(1, '', kind)
      const countOf = async (mails: number) => {
        const taken = await outbox.take(mails, 1_000 * minute)
        const senders = Map.groupBy(recipients(taken), (recipient) => recipient.split(' ')[0] ?? '')
        return Object.fromEntries([...senders].map(([sender, of]) => [sender, of.length]))
      }
      expect(await countOf(4)).toEqual({ a: 1, b: 1, c: 1, '': 1 })
      expect(await countOf(8)).toEqual({ a: 6, b: 2 })
      // Of more senders than are taken at once, those who have waited longest.
      for (const sender of ['d', 'e', 'f']) await fill(1, sender, kind)
      expect(await countOf(3)).toEqual({ a: 1, d: 1, e: 1 })
    },
  )

  test('takes the institute that a mail is about for its sender, where it names none', async () => {
    await outbox.queue(
      { kind: 'mark-ruled', accountId: 'owner', recipient: 'x', organisationId: 'institute' },
      { kind: 'student-invitation', accountId: null, recipient: 'x', senderId: 'institute' },
    )
    const after = rowsOf(await storages.readTables(), 'outbox').filter(({ sender_id }) => sender_id === 'institute')
    expect(after).toHaveLength(2)
  })

  test('returns a mail again when the lease of the worker that took it ends', async () => {
    await queue(1)
    const [first] = await outbox.take(10, minute)
    expect(await otherOutbox.take(10, minute)).toEqual([])
    storages.clock.advance(minute)
    expect(await otherOutbox.take(10, minute)).toEqual([first])
  })

  test('never returns a sent mail again', async () => {
    await queue(1)
    for (const { id } of await outbox.take(10, minute)) await outbox.markSent(id)
    storages.clock.advance(1_000 * minute)
    expect(await outbox.take(10, minute)).toEqual([])
  })

  test('returns a failed mail again at its time, and never one that was given up', async () => {
    await queue(2)
    const [hopeful, hopeless] = await outbox.take(10, minute)
    await outbox.markFailed(hopeful?.id ?? '', 'try later', storages.clock.now() + 10 * minute)
    await outbox.markFailed(hopeless?.id ?? '', 'no such address', undefined)
    storages.clock.advance(9 * minute)
    expect(await outbox.take(10, minute)).toEqual([])
    storages.clock.advance(minute)
    expect(await outbox.take(10, minute)).toMatchObject([{ id: hopeful?.id, attempts: 1 }])
  })

  test('has a mail of a transaction only after its commit', async () => {
    const storage = await storages.open()
    const undone = storage.transaction(async (stores) => {
      await stores.outbox.queue({ kind: 'passkey-added', accountId: 'owner', recipient: 'undone@example.org' })
      throw new Error('on purpose')
    })
    await expect(undone).rejects.toThrow('on purpose')
    expect(await outbox.take(10, minute)).toEqual([])
  })

  describe('wakes the worker', () => {
    const mail = { kind: 'passkey-added', accountId: 'owner', recipient: 'owner@example.org' } as const
    /** What the worker would find each time that it wakes. */
    const openWatched = async () => {
      const found: Promise<unknown[]>[] = []
      const onMailQueued = () => void found.push(otherOutbox.take(10, 0))
      return { storage: await storages.open({ onMailQueued }), found }
    }

    test('once after the commit, when all mails of the transaction can be taken', async () => {
      const { storage, found } = await openWatched()
      await storage.transaction(async (stores) => {
        await stores.outbox.queue(mail)
        await stores.outbox.queue(mail)
        expect(found).toEqual([])
      })
      expect((await Promise.all(found)).map((mails) => mails.length)).toEqual([2])
    })

    test('at once for a mail outside of transactions', async () => {
      const { storage, found } = await openWatched()
      await storage.outbox.queue(mail)
      expect((await Promise.all(found)).map((mails) => mails.length)).toEqual([1])
    })

    test('not when the transaction is undone, or queued none', async () => {
      const { storage, found } = await openWatched()
      const undone = storage.transaction(async (stores) => {
        await stores.outbox.queue(mail)
        throw new Error('on purpose')
      })
      const without = storage.transaction((stores) => stores.now())
      await expect(undone).rejects.toThrow('on purpose')
      await without
      expect(found).toEqual([])
    })
  })
})
