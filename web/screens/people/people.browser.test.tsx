import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { CourseSession } from '#contract/course-sessions.ts'
import type { Course } from '#contract/courses.ts'
import { paths } from '#contract/paths.ts'
import type { InvitedStaff, StaffList } from '#contract/staff.ts'
import { answerCalls, refuse } from '../../testing/answer-calls.ts'
import { noPasskeys, office, officeDocument } from '../../testing/people.ts'
import { expectCount, toast } from '../../testing/show-part.tsx'
import { showScreen } from '../../testing/show-screen.tsx'
import { staffTexts } from './staff-texts.ts'

const since = 1_762_000_000_000

const meera: StaffList['people'][number] = {
  id: 'meera',
  name: 'Meera Iyer',
  title: 'Head of Physics',
  role: 'owner',
  email: 'meera@college.example',
  holdsWhole: false,
  isYou: false,
  passkeys: 2,
  since,
  until: null,
  lastHereAt: since,
  held: [],
}
const invited: StaffList['invitations'][number] = {
  id: 'invitation',
  email: 'ravi@college.example',
  role: 'teacher',
  title: '',
  holdsWhole: true,
  invitedAt: since,
  sentAt: since,
  expiresAt: since + 1,
  canSend: false,
}
const acting = { institute: office.$id, name: 'Rosa Jiménez', title: '', holdsWhole: false } as const
const ownLogin = { readsOnlySince: null, canClose: true, hasPasskey: true, held: [] }
const nothingEnded = { invitations: [], passkeyLinks: [], dayPasses: [] }
const none: StaffList = { ownLogin, people: [], invitations: [] }

function open(list: StaffList, answers: Parameters<typeof answerCalls>[0] = {}, account = office) {
  const asked = answerCalls({
    'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': officeDocument,
    'GET /settings': { timeZone: 'Asia/Kolkata', displayNames: 'short', ways: ['screen'] },
    'GET /account': account,
    'GET /passkeys': noPasskeys,
    'GET /staff': list,
    'GET /courses': { courses: [] },
    'GET /today': { running: [], notTaken: [], courses: [], rooms: [], serverTime: since },
    ...answers,
  })
  showScreen('staff', account, paths.staff(office.$id))
  return asked
}

const row = (text: string) => page.getByRole('row').filter({ hasText: text })

test('says what became of an invitation, and of the mails to its address', async () => {
  const before = { ...invited, role: 'viewer', expiresAt: Date.now() + 86_400_000 } as const
  const after = { ...none, people: [meera], invitations: [{ ...before, role: 'teacher' }] } as const
  let answer = { ...after, mail: 'spent', worksSince: since } as InvitedStaff
  open({ ...none, people: [meera], invitations: [before] }, { 'POST /staff-invitations': () => answer })
  await expect.poll(() => row(invited.email).element().textContent).toMatch(/the link works until.*no more mails go/)
  await expectCount(page.getByRole('button', { name: 'Send again' }), 0)
  const invite = async () => {
    await page.getByLabelText('Email').fill(invited.email)
    await page.getByRole('button', { name: 'Send invitation' }).click()
  }
  await invite()
  await expect.element(toast(staffTexts.people.worksOn('1 Nov 2025, 17:56', 'Teacher'))).toBeVisible()
  answer = { ...after, invitations: [], mail: 'spent', worksSince: null }
  await invite()
  await expect.element(toast('No mail goes to this address any more, and no link works')).toBeVisible()
})

test('an institute without people is told to begin with an owner', async () => {
  const asked = open(none, {
    'POST /staff-invitations': {
      ...none,
      mail: 'sent',
      worksSince: null,
      invitations: [{ ...invited, role: 'owner' }],
    },
  })
  await expect.element(page.getByText('Invite the first person: an owner.')).toBeVisible()
  await page.getByLabelText('Email').fill(invited.email)
  await page.getByRole('button', { name: 'Send invitation' }).click()
  await expect.element(toast('The invitation is on its way')).toBeVisible()
  await expect.element(row(invited.email)).toBeVisible()
  expect(asked.find(({ call }) => call === 'POST /staff-invitations')?.body).toEqual({
    email: invited.email,
    role: 'owner',
    title: '',
    holdsWhole: true,
  })
})

test('lists who acts, who is invited and who was ended', async () => {
  const left = { ...meera, role: 'desk', until: since + 1, lastHereAt: null } as const
  const former = { ...left, id: 'dan', name: 'Dan Roy', email: 'dan@college.example' }
  const fresh = { ...meera, id: 'ada', name: 'Ada Bose', email: 'ada@college.example', passkeys: 0, lastHereAt: null }
  const before = { ...fresh, id: 'before', role: 'viewer', since: since - 1, until: since } as const
  open({ ownLogin, people: [before, meera, former, fresh], invitations: [invited] })
  await expect.poll(() => row('Meera Iyer').element().textContent).toMatch(/Owner.*Head of Physics/)
  await expect.poll(() => row('Ada Bose').element().textContent).toMatch(/None yet.*Not yet/)
  await expect
    .poll(() => row(invited.email).element().textContent)
    .toMatch(/Teacher.*Classes of the whole institute.*Invited/)
  await expect.poll(() => row('Dan Roy').element().textContent).toMatch(/Ended, until/)
  await expectCount(row('Dan Roy').getByRole('button'), 0)
  // What a person was before is no row of its own.
  await expectCount(row('Ada Bose'), 1)
  // The reminder was sent already.
  await expectCount(page.getByRole('button', { name: /^Send again/ }), 0)
})

test('the last owner stays, and the refusal says why', async () => {
  open({ ownLogin, people: [meera], invitations: [] }, { 'DELETE /staff/:staffId': refuse('last-owner') })
  await page.getByRole('button', { name: 'End the work of Meera Iyer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
  await expect.element(toast('An institute keeps one owner. Make another person an owner first.')).toBeVisible()
})

test('the screens that a person approved are named at the end of the work', async () => {
  const dan = { ...meera, id: 'dan', name: 'Dan Roy', role: 'desk' } as const
  const left = { ownLogin, people: [meera, { ...dan, until: since + 1 }], invitations: [] }
  open(
    { ownLogin, people: [meera, dan], invitations: [] },
    { 'DELETE /staff/:staffId': { ...left, ended: nothingEnded, screens: [{ id: 'screen', name: 'Physics hall' }] } },
  )
  await page.getByRole('button', { name: 'End the work of Dan Roy' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
  const dialog = page.getByRole('dialog', { name: 'Screens that stay' })
  await expect.element(dialog.getByRole('listitem')).toHaveTextContent('Physics hall')
  await expect.element(dialog.getByRole('link', { name: 'To the settings' })).toBeVisible()
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expectCount(page.getByRole('dialog'), 0)
})

test('the end of a teacher’s work ends the screens of the own sessions, and the question says so', async () => {
  const dan = { ...meera, id: 'dan', name: 'Dan Roy', role: 'teacher' } as const
  open({ ownLogin, people: [meera, dan], invitations: [] })
  const said = () => page.getByRole('dialog').getByText('Screens of their own sessions end, too.')
  await page.getByRole('button', { name: 'End the work of Meera Iyer' }).click()
  await expect.element(page.getByRole('dialog').getByText(/^They are logged out/)).toBeVisible()
  await expectCount(said(), 0)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'End the work of Dan Roy' }).click()
  await expect.element(said()).toBeVisible()
})

test('the question says which courses run now, and which have no other teacher', async () => {
  const course = (id: string, staff: readonly string[]): Course => ({
    ...{ id, code: id, title: id, kind: 'course', department: '', term: '', parentId: null, people: 1, sessions: 1 },
    ...{ teachers: staff.map((staffId) => ({ staffId, name: staffId })), lastStartedAt: null, closedAt: null },
  })
  const running: CourseSession = {
    ...{ id: 'session', publicId: 'public', number: 1, room: null, startedAt: since, endsAt: since + 1 },
    ...{ course: { id: 'PHY-11b', code: 'PHY-11b', title: '' }, lateAfterMs: null, closesAfterMs: null },
    ...{ hasRoomCode: true, status: 'held', isTaken: true, present: 1, people: 1 },
    apart: { guests: 0, afterClosing: 0 },
  }
  open(
    { ownLogin, people: [meera], invitations: [] },
    {
      'GET /courses': {
        courses: [course('PHY-11a', ['meera']), course('PHY-11b', ['meera', 'dan']), course('X', ['dan'])],
      },
      'GET /today': { running: [running], notTaken: [], courses: [], rooms: [], serverTime: since },
    },
  )
  await page.getByRole('button', { name: 'End the work of Meera Iyer' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText('Runs now: PHY-11b.')).toBeVisible()
  await expect.element(dialog.getByText('Then without a teacher: PHY-11a.')).toBeVisible()
})

const sent = { invitations: ['ada@college.example'], passkeyLinks: ['Ravi Kulkarni'], dayPasses: ['Lena'] }
const sentLines = ['Invitation to ada@college.example', 'Link for a lost passkey, to Ravi Kulkarni', 'Day pass of Lena']

test('what a person had sent out, and what ended with the work, is named', async () => {
  const list = { ownLogin, people: [{ ...meera, until: since + 1 }], invitations: [] }
  open(
    { ownLogin, people: [meera], invitations: [] },
    { 'DELETE /staff/:staffId': { ...list, ended: sent, screens: [] } },
  )
  await page.getByRole('button', { name: 'End the work of Meera Iyer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'End now' }).click()
  const dialog = page.getByRole('dialog', { name: 'What ended with it' })
  await expect.element(dialog.getByRole('listitem').first()).toBeVisible()
  expect(
    dialog
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(sentLines)
  await expectCount(dialog.getByRole('link'), 0)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expectCount(page.getByRole('dialog'), 0)
})

test('what ended with the former role is named', async () => {
  const list = { ownLogin, people: [{ ...meera, role: 'viewer' as const }], invitations: [] }
  open({ ownLogin, people: [meera], invitations: [] }, { 'PATCH /staff/:staffId': { ...list, ended: sent } })
  await page.getByRole('button', { name: 'Change the role of Meera Iyer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Viewer' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'What ended with it' })
  await expect.element(dialog.getByRole('listitem').first()).toBeVisible()
  expect(
    dialog
      .getByRole('listitem')
      .elements()
      .map(({ textContent }) => textContent),
  ).toEqual(sentLines)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await expectCount(page.getByRole('dialog'), 0)
})

test('a role is changed with what belongs to it', async () => {
  const changed = { ...meera, role: 'teacher', holdsWhole: true } as const
  const asked = open(
    { ownLogin, people: [meera], invitations: [] },
    { 'PATCH /staff/:staffId': { ownLogin, people: [changed], invitations: [], ended: nothingEnded } },
  )
  await page.getByRole('button', { name: 'Change the role of Meera Iyer' }).click()
  const dialog = page.getByRole('dialog')
  await expectCount(dialog.getByRole('switch'), 0)
  await dialog.getByRole('button', { name: 'Teacher' }).click()
  await dialog.getByRole('switch', { name: 'Classes of the whole institute' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect.element(toast('The role was changed')).toBeVisible()
  expect(asked.find(({ call }) => call === 'PATCH /staff/:staffId')?.body).toEqual({
    role: 'teacher',
    title: 'Head of Physics',
    holdsWhole: true,
  })
})

test('a link for a lost passkey is sent, and its new passkey confirmed by an owner who has seen the person', async () => {
  const ravi = { ...meera, id: 'ravi', name: 'Ravi Kulkarni', role: 'desk', email: invited.email } as const
  const held = [{ id: 'new', createdAt: since, heldUntil: since + 43_200_000 }]
  const me = { ...meera, isYou: true, held }
  const asked = open(
    { ownLogin, people: [me, ravi], invitations: [] },
    {
      'POST /staff/:staffId/passkey-link': { ownLogin, people: [me, { ...ravi, held }], invitations: [] },
      'POST /staff/:staffId/passkeys/:passkeyId/confirm': { ownLogin, people: [me, ravi], invitations: [] },
    },
  )
  await page.getByRole('button', { name: 'Passkey lost: Ravi Kulkarni' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/^The link goes to ravi@college\.example\./)).toBeVisible()
  await dialog.getByRole('button', { name: 'Send link' }).click()
  await expect.element(toast('The link is on its way')).toBeVisible()
  await expect.poll(() => row('Ravi Kulkarni').element().textContent).toMatch(/New passkey of .*, waits until/)
  // No one confirms the own one.
  await expectCount(row('Meera Iyer').getByRole('button', { name: /^I have seen them/ }), 0)
  await row('Ravi Kulkarni')
    .getByRole('button', { name: 'I have seen them: confirm the new passkey of Ravi Kulkarni' })
    .click()
  await expect.element(toast('The new passkey works now')).toBeVisible()
  expect(asked.map(({ call }) => call)).toContain('POST /staff/:staffId/passkeys/:passkeyId/confirm')
})

test('a registrar sends links to all but owners, and changes nothing else', async () => {
  const registrar = { ...office, prefs: { acting: { ...acting, role: 'registrar' } } } as const
  const ravi = { ...meera, id: 'ravi', name: 'Ravi Kulkarni', role: 'teacher' } as const
  open({ ownLogin, people: [meera, ravi], invitations: [invited] }, { 'GET /institute': officeDocument }, registrar)
  await expect.element(page.getByRole('button', { name: 'Passkey lost: Ravi Kulkarni' })).toBeVisible()
  await expectCount(row('Meera Iyer').getByRole('button'), 0)
  await expectCount(row('Ravi Kulkarni').getByRole('button'), 1)
  await expectCount(row(invited.email).getByRole('button'), 0)
  await expectCount(page.getByRole('button', { name: 'Send invitation' }), 0)
})

test('a registrar sees who invites, and asks for a teacher', async () => {
  const account = { ...office, prefs: { acting: { ...acting, role: 'registrar' } } } as const
  const list = { ...none, people: [meera, { ...meera, id: 'asha', name: 'Asha Rao', role: 'registrar' }] } as const
  const asked = { ...invited, canSend: true, askedBy: 'Asha Rao' }
  const calls = open(
    list,
    { 'GET /institute': officeDocument, 'POST /staff-invitations/ask': { ...list, invitations: [asked] } },
    account,
  )
  await expect.element(page.getByText('These invite: Meera Iyer. They see here whom you ask for.')).toBeVisible()
  await page.getByLabelText('Email').fill(invited.email)
  await page.getByRole('button', { name: 'Ask the owners' }).click()
  await expect.element(toast('The owners see it here now')).toBeVisible()
  await expect.element(row(invited.email).getByText('Asked for by Asha Rao, no mail was sent')).toBeVisible()
  expect(calls.find(({ call }) => call === 'POST /staff-invitations/ask')?.body).toEqual({ email: invited.email })
  await expectCount(page.getByRole('button', { name: /^Send invitation/ }), 0)
})

test('an owner sends what was asked for by one press', async () => {
  const asked = { ...invited, canSend: true, askedBy: 'Asha Rao' }
  const sent = { ...none, people: [meera], invitations: [{ ...invited, canSend: true }] }
  open(
    { ...sent, invitations: [asked] },
    { 'POST /staff-invitations/:invitationId/remind': { ...sent, mail: 'sent', worksSince: null } },
  )
  await page.getByRole('button', { name: 'Send invitation to ravi@college.example' }).click()
  await expect.element(toast('The invitation is on its way')).toBeVisible()
})

test('the own login is made read only, after the screen has said what that ends', async () => {
  const closed = { ...ownLogin, readsOnlySince: since }
  const asked = open(
    { ownLogin, people: [meera], invitations: [] },
    { 'PUT /own-login': { ownLogin: closed, people: [meera], invitations: [] } },
  )
  await page.getByRole('button', { name: 'Let it only read' }).click()
  const dialog = page.getByRole('dialog')
  await expect.element(dialog.getByText(/keeps its password, passkeys, recovery codes/)).toBeVisible()
  await expect.element(dialog.getByText(/^Marking students/)).toBeVisible()
  const call = dialog.getByText(/collections\/students\/documents\/\{id\} \(attendance\)/)
  await expect.element(call).not.toBeVisible()
  await dialog.getByText('The calls that a program with this login is refused').click()
  await expect.element(call).toBeVisible()
  await expect.element(dialog.getByText('POST /api/v1/groups/:groupId/sessions', { exact: true })).toBeVisible()
  await dialog.getByRole('button', { name: 'Let it only read' }).click()
  await expect.element(toast('The own login only reads now')).toBeVisible()
  expect(asked.find(({ call }) => call === 'PUT /own-login')?.body).toEqual({ readsOnly: true })
  await expect.element(page.getByText(/^It only reads since/)).toBeVisible()
})

test('an own login that only reads has the way back, and no other button', async () => {
  const closed = { ownLogin: { ...ownLogin, readsOnlySince: since }, people: [meera], invitations: [invited] }
  const asked = open(
    closed,
    { 'PUT /own-login': { ...closed, ownLogin } },
    {
      ...office,
      prefs: { hasPeople: true, readsOnly: true },
    },
  )
  await expect.element(page.getByText(/^This login only reads\./)).toBeVisible()
  await expectCount(row('Meera Iyer').getByRole('button'), 0)
  await expectCount(page.getByRole('button', { name: 'Send invitation' }), 0)
  await page.getByRole('button', { name: 'Let it act again' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Let it act again' }).click()
  await expect.element(toast('The own login acts again')).toBeVisible()
  expect(asked.find(({ call }) => call === 'PUT /own-login')?.body).toEqual({ readsOnly: false })
})

test('a new passkey of the own login that only reads is confirmed by an owner, and not by that login', async () => {
  const held = [{ id: 'new', createdAt: since, heldUntil: since + 43_200_000 }]
  const waiting = { ownLogin: { ...ownLogin, readsOnlySince: since, held }, people: [meera], invitations: [] }
  const confirmed = { ...waiting, ownLogin: { ...ownLogin, readsOnlySince: since } }
  const call = 'POST /own-login/passkeys/:passkeyId/confirm'
  const owner = { ...office, prefs: { acting: { ...acting, role: 'owner' as const } } }
  const asked = open(waiting, { 'GET /institute': officeDocument, [call]: confirmed }, owner)
  await expect.element(page.getByText(/^New passkey of .* waits until/)).toBeVisible()
  const seen = page.getByRole('button', { name: 'I have seen it: confirm the new passkey of the own login' })
  await seen.click()
  await expect.element(toast('The new passkey works now')).toBeVisible()
  expect(asked.some((one) => one.call === call)).toBe(true)
  await expectCount(page.getByText(/^New passkey of/), 0)
})

test('without an owner who has a passkey, or without one of its own, the own login stays as it is', async () => {
  open({ ownLogin: { ...ownLogin, canClose: false, hasPasskey: false }, people: [meera], invitations: [] })
  await expect.element(page.getByText(/it needs a passkey of its own that does not wait/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'Let it only read' })).toBeDisabled()
})

test.each([
  ['Give back the former courses of Meera Iyer', true, 'The courses were given back'],
  ['Not these: the former courses of Meera Iyer', false, 'The courses stay as they are'],
])('the office is asked about the former courses of a person who came back: %s', async (name, giveBack, said) => {
  const formerCourses = ['CS101', 'CS102'].map((code) => ({ id: code, code, title: code }))
  const call = 'POST /staff/:staffId/former-courses'
  const registrar = { ...office, prefs: { acting: { ...acting, role: 'registrar' as const } } }
  const list = { ownLogin, people: [{ ...meera, role: 'teacher' as const, formerCourses }], invitations: [] }
  const answers = { 'GET /institute': officeDocument, [call]: { ...list, people: [meera] } }
  const asked = open(list, answers, registrar)
  await expect.element(row('Meera Iyer').getByText('Taught before: CS101, CS102')).toBeVisible()
  await page.getByRole('button', { name, exact: true }).click()
  await expect.element(toast(said)).toBeVisible()
  expect(asked.find((one) => one.call === call)?.body).toEqual({ giveBack })
  await expectCount(page.getByText(/^Taught before/), 0)
})

test('the table of rights has a column for each role', async () => {
  open(none)
  const rights = page.getByRole('region', { name: 'What each role may do' })
  await expect.element(rights.getByRole('row', { name: 'People and settings yes no no no no' })).toBeVisible()
  await expect.element(rights.getByRole('row', { name: 'See and export reports yes yes own no yes' })).toBeVisible()
})
