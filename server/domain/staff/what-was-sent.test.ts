import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StaffRole } from '#contract/staff-rights.ts'
import { makeCourse } from '#testing/course-world.ts'
import { engines } from '#testing/create-database.ts'
import { createTestStorage, type TestStorage } from '#testing/open-test-storage.ts'
import {
  addInstitute,
  addStudent,
  type CheckInDeps,
  checkInDeps,
  contextOf,
  logPhoneIn,
  logStaffIn,
  type Phone,
} from '#testing/room-world.ts'
import { listDayPasses, makeDayPass } from '../day-passes/make-day-pass.ts'
import { enter } from '../doors.ts'
import { hashSecret } from '../secret-hash.ts'
import { inviteStaff } from './invite.ts'
import { sendPasskeyLink } from './lost-passkey.ts'
import { changeStaff, endStaff, listStaff } from './manage-staff.ts'
import type { Staff } from './stores.ts'

const hour = 60 * 60_000

describe.each(engines)('what a person of an institute had sent out on %s', (engine) => {
  let storages: TestStorage
  let storage: Awaited<ReturnType<TestStorage['open']>>
  let deps: CheckInDeps
  const office: Phone = {}
  let ravi: Phone & { readonly staff: Staff }
  let asha: Staff
  let course: string

  beforeEach(async () => {
    storages = await createTestStorage(engine)
    storage = await storages.open()
    deps = checkInDeps(storage)
    await addInstitute(storage, 'institute')
    for (const id of ['ravi', 'asha', 'meera']) await addStudent(storage, id, [])
    await logPhoneIn(storage, office, 'institute', 'ORG')
    ravi = await logStaffIn(storage, 'ravi', 'owner')
    await logStaffIn(storage, 'meera', 'owner')
    asha = (await logStaffIn(storage, 'asha', 'desk')).staff
    course = await makeCourse(deps, office, 'A', [])
  })
  afterEach(() => storages.close())

  async function sendAll(by: Phone, name: string) {
    const context = contextOf(by)
    for (const role of ['owner', 'viewer'] as const) {
      await inviteStaff(deps, await enter('staff.manage', context), {
        email: `${name}-${role}@x.example`,
        role,
        title: '',
        holdsWhole: false,
      })
    }
    await makeDayPass(deps, await enter('day-passes.make', context), {
      name,
      courses: [course],
      timeZone: 'Asia/Kolkata',
    })
  }
  /** The link was mailed: its secret is known. */
  async function sendLink(by: Phone) {
    await sendPasskeyLink(deps, await enter('staff.passkey-link', contextOf(by)), { staffId: asha.id })
    const mail = (await storage.outbox.take(50, 1)).find(({ kind }) => kind === 'passkey-replacement')
    await storage.tokens.addSecret(mail && 'tokenId' in mail ? (mail.tokenId ?? '') : '', hashSecret('link'), hour)
  }
  const isLinkOpen = () => storage.tokens.isOpen(hashSecret('link'), 'asha', 'passkey-replacement')
  async function open() {
    const { invitations } = await listStaff(deps, await enter('staff.view', contextOf(office)))
    const { passes } = await listDayPasses(deps, await enter('day-passes.view', contextOf(office)))
    return [...invitations.map(({ email }) => email), ...passes.map(({ name }) => name)].toSorted()
  }
  const everything = { invitations: ['ravi-owner@x.example', 'ravi-viewer@x.example'], dayPasses: ['ravi'] }
  const nothing = { invitations: [], passkeyLinks: [], dayPasses: [] }
  const ofOthers = ['office', 'office-owner@x.example', 'office-viewer@x.example']

  test('ends with the end of their work, and is named', async () => {
    await sendAll(ravi, 'ravi')
    await sendAll(office, 'office')
    await sendLink(ravi)
    expect(await isLinkOpen()).toBe(true)
    const { ended } = await endStaff(deps, await enter('staff.manage', contextOf(office)), { staffId: ravi.staff.id })
    expect(ended).toEqual({ ...everything, passkeyLinks: ['asha'] })
    expect([await open(), await isLinkOpen()]).toEqual([ofOthers, false])
  })

  test.each<[StaffRole, object, readonly string[], boolean]>([
    ['owner', nothing, ['ravi', ...everything.invitations], true],
    ['registrar', { ...nothing, invitations: everything.invitations }, ['ravi'], true],
    ['teacher', { ...everything, passkeyLinks: ['asha'] }, [], false],
    ['desk', { ...everything, passkeyLinks: ['asha'] }, [], false],
    ['viewer', { ...everything, passkeyLinks: ['asha'] }, [], false],
  ])('ends with a change to %s where that role could not send it', async (role, named, stays, isLinkGood) => {
    await sendAll(ravi, 'ravi')
    await sendLink(ravi)
    expect(
      await changeStaff(deps, await enter('staff.manage', contextOf(office)), {
        staffId: ravi.staff.id,
        role,
        title: '',
        holdsWhole: false,
      }),
    ).toEqual({ ended: named })
    expect([await open(), await isLinkOpen()]).toEqual([[...stays].toSorted(), isLinkGood])
  })

  test('stays where the institute’s own login sent it', async () => {
    await sendAll(office, 'office')
    await sendLink(office)
    expect(
      (await endStaff(deps, await enter('staff.manage', contextOf(office)), { staffId: ravi.staff.id })).ended,
    ).toEqual(nothing)
    expect([await open(), await isLinkOpen()]).toEqual([ofOthers, true])
  })

  test('stays where the person asked for the own link', async () => {
    await sendLink(ravi)
    // A newer link, which no person of the institute sent, takes its place.
    const token = { id: 'own', accountId: 'asha', purpose: 'passkey-replacement', emailCanonical: '' } as const
    await storage.tokens.replace({ ...token, createdAt: await storage.now() })
    await storage.tokens.addSecret('own', hashSecret('link'), hour)
    expect(
      (await endStaff(deps, await enter('staff.manage', contextOf(office)), { staffId: ravi.staff.id })).ended,
    ).toEqual(nothing)
    expect(await isLinkOpen()).toBe(true)
  })
})
