import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { addInstitute, addSigningInstitute } from '#testing/room-world.ts'
import type { StaffInvitation } from '../staff/stores.ts'
import { type ComposerDeps, createMailComposer } from './compose-queued-mail.ts'
import { linkLifeMs } from './mail-link.ts'
import type { QueuedMail } from './outbox.ts'

const expiresAt = Date.UTC(2026, 10, 21, 14, 5)
const mail = {
  id: 'mail',
  kind: 'staff-invitation',
  recipient: 'meera@college.example',
  recipientName: '',
  recipientLabel: null,
  accountId: null,
  organisationId: 'institute',
  tokenId: 'token',
  attendanceSessionId: null,
  noticeId: null,
  timeZone: null,
  isOnlyNews: false,
} as unknown as QueuedMail

describe.each(engines)('an invitation by mail, on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
  })
  afterEach(() => storages.close())

  async function compose(): Promise<string> {
    const invited = { organisationId: 'institute', role: 'teacher', tokenId: 'token', expiresAt } as StaffInvitation
    return composeOf(mail, { ...storage.staff, findByToken: async () => invited })
  }

  async function composeOf(queued: QueuedMail, staff: ComposerDeps['staff'] = storage.staff): Promise<string> {
    const compose = createMailComposer(
      {
        ...storage,
        staff,
        makeDigits: () => '',
        ...{ origin: 'https://attend.example.org', contactEmail: 'us@example.org' },
      },
      { prepare: async () => ({ userId: 'token', secret: 'secret', expiresAt }) },
    )
    const composed = await compose(queued, [])
    return composed === 'void' ? '' : composed.text
  }

  test('quotes an institute whose login is verified and has a passkey, by its clocks', async () => {
    await addSigningInstitute(storage, 'institute')
    const settings = { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] } as const
    await storage.transaction(({ organisations }) => organisations.saveSettings('institute', settings, 'institute', 1))
    const text = await compose()
    expect(text).toContain('which calls itself “College institute”, invites you')
    expect(text).toContain('until 21 November 2026 at 19:35')
  })

  test('quotes a young institute in twenty mails of a day, reminders among them, and an older one in all', async () => {
    await addSigningInstitute(storage, 'institute')
    const createdAt = (await storage.organisations.find('institute'))?.createdAt ?? 0
    const hour = 60 * 60_000
    const inviteAt = async (at: number, made: number) => {
      const ids = Array.from({ length: made }, (_, place) => `${at}-${String(place).padStart(2, '0')}`)
      const of = { organisationId: 'institute', email: '', emailCanonical: '', invitedBy: 'institute', invitedAt: at }
      await storage.transaction(({ invitations }) => invitations.insert(ids.map((id) => ({ ...of, id, personId: id }))))
      return ids
    }
    const countQuotes = async (ids: readonly string[]) => {
      const texts = await Promise.all(ids.map((tokenId) => composeOf({ ...mail, kind: 'student-invitation', tokenId })))
      return texts.filter((text) => text.includes('which calls itself “College institute”')).length
    }
    const first = await inviteAt(createdAt + hour, 15)
    // One of the staff, mailed and reminded.
    await storage.transaction(({ staff }) =>
      staff.saveInvitation({
        ...{ id: 'meera', organisationId: 'institute', email: '', emailCanonical: '', role: 'viewer', title: '' },
        ...{ holdsWhole: false, invitedBy: 'institute', invitedAt: createdAt, tokenId: 'of-meera', mails: 2 },
        expiresAt: createdAt + 2 * hour + linkLifeMs['staff-invitation'],
      }),
    )
    const second = await inviteAt(createdAt + 3 * hour, 15)
    expect([await countQuotes(first), await countQuotes(second)]).toEqual([15, 3])
    expect(await countQuotes(await inviteAt(createdAt + 27 * hour + 1, 30))).toBe(20)
    // Control: a week old.
    expect(await countQuotes(await inviteAt(createdAt + 7 * 24 * hour, 30))).toBe(30)
  })

  test('says that the institute has the address for several people, where it has', async () => {
    await addSigningInstitute(storage, 'institute')
    const emailCanonical = 'parents@college.example'
    const person = {
      organisationId: 'institute',
      rollNumber: 'S1',
      email: emailCanonical,
      section: '',
      externalId: null,
    }
    const add = (id: string) =>
      storage.transaction(({ roster }) =>
        roster.insert({ ...person, id, rollNumber: id, given: id, family: null }, 'hand', 1),
      )
    await add('asha')
    const invited = { organisationId: 'institute', personId: 'asha', email: emailCanonical, emailCanonical }
    await storage.transaction(({ invitations }) =>
      invitations.insert([{ ...invited, id: 'token', invitedBy: 'institute', invitedAt: 1 }]),
    )
    const shared = /has this address for several people/
    expect(await composeOf({ ...mail, kind: 'student-invitation' })).not.toMatch(shared)
    await add('bela')
    expect(await composeOf({ ...mail, kind: 'student-invitation' })).toMatch(shared)
  })

  test('does not quote one without a passkey', async () => {
    await addInstitute(storage, 'institute')
    expect(await compose()).toContain('An institute at Rollkey invites you to work with its attendance: Teacher.')
  })
})
