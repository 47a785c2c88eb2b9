import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { StaffRole } from '#contract/staff-rights.ts'
import { systemRandom } from '#server/adapters/random/system-random.ts'
import { engines } from '#testing/create-database.ts'
import { makeAccount } from '#testing/make-account.ts'
import { makeContext } from '#testing/make-context.ts'
import { type OpenInstitute, openInstitute } from '#testing/open-institute.ts'
import { contextOf, logStaffIn } from '#testing/room-world.ts'
import { rowsOf } from '#testing/rows-of.ts'
import { tokenLifeMs } from '../accounts/mailed-token.ts'
import { enter } from '../doors.ts'
import { lookUpLink, stopMailsByLink } from '../roster/join-by-link.ts'
import { hashSecret } from '../secret-hash.ts'
import { askForInvitation, inviteStaff, remindInvited, withdrawInvitation } from './invite.ts'
import { joinInstitute } from './join.ts'
import { endStaff, listStaff } from './manage-staff.ts'

const address = 'meera@college.example'
const account = { name: 'Meera Iyer', password: 'tramway-umbrella-77' }
const lifeMs = tokenLifeMs['staff-invitation']
const guest = makeContext()

describe.each(engines)('inviting an address again, on %s', (engine) => {
  let institute: OpenInstitute

  beforeEach(async () => {
    institute = await openInstitute(engine, ['institute', 'school'])
  })
  afterEach(() => institute.close())

  const office = () => institute.office(['password', 'passkey'])
  const invite = async (role: StaffRole, email = address) =>
    inviteStaff(institute.deps, await enter('staff.manage', await office()), {
      email,
      role,
      title: '',
      holdsWhole: false,
    })
  const listed = async (email = address) =>
    (await listStaff(institute.deps, await enter('staff.view', await office()))).invitations.filter(
      (one) => one.email === email,
    )
  const remind = async (email = address) => {
    const [open] = await listed(email)
    return remindInvited(institute.deps, await enter('staff.manage', await office()), { invitationId: open?.id ?? '' })
  }
  const tables = () => institute.storages.readTables()
  /** Invitations: who is ended is mailed that, too. */
  const mailsTo = async (email = address) =>
    rowsOf(await tables(), 'outbox').filter(({ recipient, kind }) => recipient === email && kind === 'staff-invitation')
  /** The link in the newest mail to the address, as sending makes it. */
  async function linkTo(email = address) {
    const rows = rowsOf(await tables(), 'staff_invitations')
    const invitationId = String(rows.find((row) => row.email === email && row.ended_at === null)?.token_id)
    const secret = systemRandom.secret()
    await institute.storage.tokens.addSecret(invitationId, hashSecret(secret), lifeMs)
    return { invitationId, secret }
  }
  const open = async (link: Awaited<ReturnType<typeof linkTo>>) =>
    lookUpLink(institute.deps, await enter('staff.join', guest), link)

  test('lets the link under way go on with the new role once its two mails are spent, and says so', async () => {
    expect(await invite('viewer')).toEqual({ mail: 'sent', worksSince: null })
    institute.storages.clock.advance(1_000)
    expect(await remind()).toEqual({ mail: 'sent', worksSince: null })
    const [{ sentAt } = { sentAt: 0 }] = await listed()
    const link = await linkTo()
    for (const role of ['teacher', 'registrar'] as const) {
      institute.storages.clock.advance(1_000)
      expect(await invite(role)).toEqual({ mail: 'spent', worksSince: sentAt })
      expect(await open(link)).toMatchObject({ role })
      expect(await listed()).toMatchObject([{ role, sentAt, expiresAt: sentAt + lifeMs, canSend: false }])
    }
    expect(await remind()).toEqual({ mail: 'spent', worksSince: sentAt })
    expect(await mailsTo()).toHaveLength(2)
    await joinInstitute(institute.deps, await enter('staff.join', guest), link, account)
    const { people } = await listStaff(institute.deps, await enter('staff.view', await office()))
    expect(people).toMatchObject([{ email: address, role: 'registrar' }])
  })

  test('gives a new link, and ends the one before, while it has a mail left', async () => {
    await invite('viewer')
    const first = await linkTo()
    await invite('teacher')
    await expect(open(first)).rejects.toMatchObject({ type: 'user_invalid_token' })
    expect(await open(await linkTo())).toMatchObject({ role: 'teacher' })
    expect(await listed()).toMatchObject([{ role: 'teacher', canSend: false }])
  })

  test('makes nothing where its mails are spent and no link works', async () => {
    await invite('viewer')
    await invite('viewer')
    institute.storages.clock.advance(lifeMs)
    expect(await invite('teacher')).toEqual({ mail: 'spent', worksSince: null })
    const [old] = await listed()
    await withdrawInvitation(institute.deps, await enter('staff.manage', await office()), {
      invitationId: old?.id ?? '',
    })
    expect(await invite('teacher')).toEqual({ mail: 'spent', worksSince: null })
    expect(await listed()).toEqual([])
    // One that was withdrawn after its first mail: the list says that one is left, and then none.
    await invite('viewer', 'ravi@college.example')
    const [ravi] = await listed('ravi@college.example')
    await withdrawInvitation(institute.deps, await enter('staff.manage', await office()), {
      invitationId: ravi?.id ?? '',
    })
    await invite('viewer', 'ravi@college.example')
    expect(await listed('ravi@college.example')).toMatchObject([{ canSend: false }])
    expect(await mailsTo('ravi@college.example')).toHaveLength(2)
  })

  test('gives two mails for each time that its owner joins', async () => {
    for (const times of [1, 2, 3]) {
      expect(await invite('viewer')).toMatchObject({ mail: 'sent' })
      expect(await remind()).toMatchObject({ mail: 'sent' })
      expect(await invite('desk')).toMatchObject({ mail: 'spent' })
      expect(await mailsTo()).toHaveLength(2 * times)
      institute.storages.clock.advance(1_000)
      const { id } = (await institute.storage.accounts.findByEmail(address)) ?? {}
      if (id) await institute.storage.accounts.remove(id)
      await joinInstitute(institute.deps, await enter('staff.join', guest), await linkTo(), account)
      institute.storages.clock.advance(1_000)
      const { people } = await listStaff(institute.deps, await enter('staff.view', await office()))
      const now = people.find(({ until }) => until === null)
      await endStaff(institute.deps, await enter('staff.manage', await office()), { staffId: now?.id ?? '' })
    }
  })

  test('sends no mail to an address that has stopped them, and says so as of one that has had its two', async () => {
    const stopped = 'stopped@college.example'
    for (const email of [address, stopped]) await invite('viewer', email)
    const link = await linkTo(stopped)
    expect(await listed(stopped)).toMatchObject([{ canSend: true }])
    await stopMailsByLink(institute.deps, await enter('staff.join', guest), link)
    await remind()
    for (const email of [address, stopped]) {
      const [{ sentAt } = { sentAt: 0 }] = await listed(email)
      expect(await remind(email)).toEqual({ mail: 'spent', worksSince: sentAt })
      expect(await invite('owner', email)).toEqual({ mail: 'spent', worksSince: sentAt })
      expect(await listed(email)).toMatchObject([{ role: 'owner', canSend: false, sentAt }])
    }
    expect([await mailsTo(address), await mailsTo(stopped)].map((mails) => mails.length)).toEqual([2, 1])
    // The link that it has works on, with the role of now. Without one there is nothing.
    expect(await open(link)).toMatchObject({ role: 'owner' })
    const [of] = await listed(stopped)
    await withdrawInvitation(institute.deps, await enter('staff.manage', await office()), {
      invitationId: of?.id ?? '',
    })
    expect(await invite('viewer', stopped)).toEqual({ mail: 'spent', worksSince: null })
    expect(await listed(stopped)).toEqual([])
  })

  test('is asked for by a registrar, of whom the owners see it, and is sent by one press of theirs alone', async () => {
    const { storage, deps } = institute
    await storage.accounts.insert(makeAccount('ravi', { label: 'STF', hasProfile: true, isEmailVerified: true }))
    const registrar = await logStaffIn(storage, 'ravi', 'registrar')
    const ask = async (email: string) =>
      askForInvitation(deps, await enter('staff.ask', contextOf(registrar)), { email })
    await ask(address)
    expect(await listed()).toMatchObject([{ role: 'teacher', canSend: true, askedBy: 'ravi' }])
    expect(await mailsTo()).toEqual([])
    await expect(ask(address.toUpperCase())).rejects.toMatchObject({ reason: 'invitation-stands' })
    institute.storages.clock.advance(1_000)
    expect(await remind()).toEqual({ mail: 'sent', worksSince: null })
    expect(await mailsTo()).toHaveLength(1)
    const [sent] = await listed()
    expect([sent?.canSend, sent?.askedBy]).toEqual([true, undefined])
    expect(rowsOf(await tables(), 'staff_invitations')).toMatchObject([{ invited_by: 'institute', mails: 1 }])
    expect(await open(await linkTo())).toMatchObject({ role: 'teacher', step: 'register' })
    // An address that has had its mails is not asked for again.
    await remind()
    await withdrawInvitation(deps, await enter('staff.manage', await office()), { invitationId: sent?.id ?? '' })
    await expect(ask(address)).rejects.toMatchObject({ reason: 'invitation-stands' })
  })

  test('goes on past an account that has not verified the invited email, and asks one that has to log in', async () => {
    const { storage } = institute
    await institute.addStudent('student', 'X1')
    for (const [id, step] of [
      ['student', 'log-in'],
      ['school', 'institute'],
    ] as const) {
      const email = (await storage.accounts.find(id))?.email ?? ''
      await invite('teacher', email)
      expect(await open(await linkTo(email))).toMatchObject({ step })
      const strange = `${id}-is-strange@college.example`
      await storage.accounts.changeEmail(id, strange, strange, await storage.now())
      await invite('teacher', strange)
      const link = await linkTo(strange)
      expect(await open(link)).toMatchObject({ step: 'register', login: null })
      await joinInstitute(institute.deps, await enter('staff.join', guest), link, account)
      const { people } = await listStaff(institute.deps, await enter('staff.view', await office()))
      expect(people.find((one) => one.email === strange)).toMatchObject({ role: 'teacher', name: account.name })
      expect(await storage.accounts.find(id)).toMatchObject({ email: `${id}@nobody.invalid`, isEmailVerified: false })
    }
  })

  test('leads by a link that is used to the login, and by any other that opens nothing nowhere', async () => {
    await invite('viewer')
    const withdrawn = await linkTo()
    await invite('viewer')
    const link = await linkTo()
    await joinInstitute(institute.deps, await enter('staff.join', guest), link, account)
    await expect(open(link)).rejects.toMatchObject({ reason: 'invitation-joined', value: 'ORG' })
    await expect(open({ ...link, invitationId: systemRandom.id() })).rejects.toMatchObject({
      reason: 'user_invalid_token',
    })
    await expect(open(withdrawn)).rejects.toMatchObject({ reason: 'user_invalid_token' })
    const { people } = await listStaff(institute.deps, await enter('staff.view', await office()))
    await endStaff(institute.deps, await enter('staff.manage', await office()), { staffId: people[0]?.id ?? '' })
    await expect(open(link)).rejects.toMatchObject({ reason: 'user_invalid_token' })
  })
})
