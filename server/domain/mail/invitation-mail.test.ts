import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import { addInstitute, addSigningInstitute } from '#testing/room-world.ts'
import type { StaffInvitation } from '../staff/stores.ts'
import { createMailComposer } from './compose-queued-mail.ts'
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
    const invited = { organisationId: 'institute', role: 'teacher' } as StaffInvitation
    const compose = createMailComposer(
      {
        ...storage,
        staff: { ...storage.staff, findByToken: async () => invited },
        makeDigits: () => '',
        ...{ origin: 'https://attend.example.org', contactEmail: 'us@example.org' },
      },
      { prepare: async () => ({ userId: 'token', secret: 'secret', expiresAt }) },
    )
    const composed = await compose(mail, [])
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

  test('does not quote one without a passkey', async () => {
    await addInstitute(storage, 'institute')
    expect(await compose()).toContain('An institute at Rollkey invites you to work with its attendance: Teacher.')
  })
})
