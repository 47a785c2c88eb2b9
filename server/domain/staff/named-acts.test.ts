import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { RulingInput } from '#contract/rulings.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { checkInvariants } from '#testing/check-invariants.ts'
import { engines } from '#testing/create-database.ts'
import type { MadePasskey } from '#testing/make-passkey.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addSigningInstitute,
  addStudent,
  beginHand,
  type CheckInDeps,
  checkInDeps,
  contextOf,
  finishHand,
  logPhoneIn,
  logStaffIn,
  type Phone,
  sign,
  startSession,
} from '#testing/room-world.ts'
import { ruleOnStudent } from '#testing/rule-on-student.ts'
import { enter } from '../doors.ts'
import { correctRollNumber } from '../institutes/correct-roll-number.ts'
import { changeInstituteSettings, readInstituteSettings } from '../institutes/institute-settings.ts'
import { removeMember } from '../institutes/remove-member.ts'
import type { OutgoingMail } from '../mail/mailer.ts'
import { queueDueNotices } from '../mail/queue-due-notices.ts'
import { createSendDueMail } from '../mail/send-due-mail.ts'
import { disputeCell } from '../register/dispute-cell.ts'

const quiet = 11 * 60_000
const roleLine = /A person of the institute did this, in the role ‘(.+)’\./

describe.each(engines)('what a person did on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  let session: string
  let passkeys: Record<'institute' | 'ravi', MadePasskey>
  let office: Phone
  let ravi: Phone

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    passkeys = {
      institute: await addSigningInstitute(storage, 'institute'),
      ravi: await addStudent(storage, 'ravi', ['institute']),
    }
    await addStudent(storage, 'asha', ['institute'])
    await storage.transaction(({ receipts }) => receipts.setWantsEmail('asha', true))
    session = await startSession(storage, 'institute', 1)
    office = {}
    await logPhoneIn(storage, office, 'institute', 'ORG')
    ravi = await logStaffIn(storage, 'ravi', 'owner', 'Head of Physics')
  })
  afterEach(async () => {
    await checkInvariants(storages.database, storages.clock.now())
    await storages.close()
  })

  /** The texts of the mails that are due once it is quiet. */
  async function readMails(): Promise<string[]> {
    storages.clock.advance(quiet)
    const mails: OutgoingMail[] = []
    const send = createSendDueMail({
      ...storage,
      makeDigits: () => '',
      deliverPush: async () => 'sent',
      mailer: { send: async (mail) => void mails.push(mail) },
      random: systemRandom,
      origin: 'https://attend.example.org',
      contactEmail: 'us@example.org',
    })
    await queueDueNotices(storage)
    await send()
    return mails.map(({ text }) => text)
  }
  const markByHand = async (phone: Phone, passkey: MadePasskey) => {
    const offer = await beginHand(deps, phone, { session, students: ['asha'] })
    await finishHand(deps, phone, offer, sign(passkey, offer))
  }
  const rule = async (phone: Phone, status: RulingInput['status'], after: number) => {
    const [key, reason] = [{ attendanceSessionId: session, studentId: 'asha' }, 'The second row.']
    await ruleOnStudent(deps, await enter('cells.rule', contextOf({ ...phone, caller: await lately(phone) })), {
      sessionId: key.attendanceSessionId,
      studentId: key.studentId,
      status,
      reason,
      after,
    })
  }
  /** The caller has just given the password, for acts with a step-up. */
  const lately = async ({ caller }: Phone) => {
    if (!caller) throw new Error('no one is logged in')
    return { ...caller, authenticatedAt: await storage.now() }
  }

  const acts: readonly [string, (phone: Phone, passkey: MadePasskey) => Promise<unknown>][] = [
    ['a mark by hand', markByHand],
    ['a decision', async (phone) => rule(phone, 'absent', 0)],
    ['an answer to a dispute', async (phone) => rule(phone, 'present', 0)],
    [
      'another roll number',
      async (phone) =>
        correctRollNumber(deps, await enter('members.correct', contextOf(phone)), {
          studentId: 'asha',
          rollNumber: 'A-2',
        }),
    ],
    [
      'a removal',
      async (phone) => removeMember(deps, await enter('members.remove', contextOf(phone)), { studentId: 'asha' }),
    ],
  ]

  describe.each(acts)('is told to its student: %s', (what, act) => {
    test.each([
      ['the role of a person, and no other word of theirs', () => [ravi, passkeys.ravi] as const, 'Owner'],
      ['no role of the institute’s own login', () => [office, passkeys.institute] as const, undefined],
    ])('with %s', async (_who, actor, role) => {
      const [phone, passkey] = actor()
      if (what !== 'a mark by hand') {
        await markByHand(office, passkeys.institute)
        await readMails()
      }
      if (what === 'an answer to a dispute') {
        const asha: Phone = {}
        await logPhoneIn(storage, asha, 'asha')
        await disputeCell(deps, await enter('mark.flag', contextOf(asha)), {
          attendanceSessionId: session,
          reason: 'not-me',
        })
      }
      await act({ ...phone, caller: await lately(phone) }, passkey)
      const [mail, ...others] = await readMails()
      expect([others, roleLine.exec(mail ?? '')?.[1]]).toEqual([[], role])
      expect(mail).not.toMatch(/ravi|Physics|second row/)
    })
  })

  test('names the last of two who acted in the mail about both', async () => {
    await markByHand(office, passkeys.institute)
    await readMails()
    await rule(ravi, 'absent', 0)
    await rule(office, 'present', 1)
    await rule(ravi, 'absent', 2)
    expect((await readMails()).map((mail) => roleLine.exec(mail)?.[1])).toEqual(['Owner'])
  })

  test('names who changed the settings last, and not the institute’s own login', async () => {
    const change = async (phone: Phone, displayNames: 'full' | 'off') =>
      changeInstituteSettings(
        deps,
        await enter('settings.change', contextOf({ ...phone, caller: await lately(phone) })),
        { displayNames },
      )
    const by = { name: 'ravi', title: 'Head of Physics', role: 'owner' }
    expect((await change(ravi, 'full')).changed).toEqual({ at: expect.any(Number), by })
    expect(await readInstituteSettings(deps, await enter('settings.view', contextOf(office)))).toMatchObject({
      changed: { by },
    })
    expect((await change(office, 'off')).changed).toBeUndefined()
    expect(await readInstituteSettings(deps, await enter('settings.view', contextOf(ravi)))).not.toHaveProperty(
      'changed',
    )
  })
})
