import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { UserModel } from '#contract/account.ts'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import { type firstReadsAnswer, mayBeSentTogether } from '#contract/first-reads.ts'
import { type AccountLabel, type Collection, databaseId, type Label } from '#contract/identifiers.ts'
import { type StaffRole, staffRoles } from '#contract/staff-rights.ts'
import type { CallerKind } from '#server/domain/callers.ts'
import { engines } from '#testing/create-database.ts'
import { openDayPass, sendAsDayPass } from '#testing/day-pass-over-http.ts'
import { closedAnswers, type ExpectedAct, expectedActs, expectedCell } from '#testing/expected-permissions.ts'
import type { HttpClient } from '#testing/http-client.ts'
import { makeScreenKey, pairScreen, signAsScreen } from '#testing/paired-screen.ts'
import {
  type AnyPerson,
  defaultOrganisation,
  defaultStudent,
  documentsPath,
  logIn,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from '#testing/people-over-http.ts'
import type { Tables } from '#testing/read-tables.ts'
import { connectRealtime } from '#testing/realtime-client.ts'
import { addStaff } from '#testing/staff-over-http.ts'
import { startTestServer, type TestServer } from '#testing/test-server.ts'

/**
 * Every act of rules §4 by every kind of caller, over HTTP. An allowed act is tried with a wrong password, an unknown
 * id, or a document that still has members: enough to show that it was allowed.
 */

const day = 86_400_000

/** The callers, and the objects of their tries: the caller's own if possible. */
type Caller = {
  readonly kind: CallerKind
  readonly http: HttpClient
  /** Sent instead of the browser's cookies. */
  readonly cookie?: string
  readonly id: string
  readonly label: AccountLabel | undefined
  readonly email: string
  readonly organisation: Person
  readonly student: Person
}

type Try = HttpTry | readonly ['LISTEN', ...channels: string[]]
type HttpTry = readonly [method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE', path: string, body?: unknown]

/** The answer of an allowed act, as far as it shows that the act was allowed: '<status> <type>'. */
type Open = string | Readonly<Partial<Record<string, string>>>

const wrongPassword = 'never-the-right-password'
let made = 0
const freshEmail = () => `somebody-${++made}@new.example`

const organisationForm = ({ email }: Caller) => {
  const { password: _, ...form } = { ...defaultOrganisation, email }
  return form
}
const studentForm = ({ email, organisation }: Caller) => {
  const { password: _, ...form } = { ...defaultStudent, email, rollNumber: `R${++made}` }
  return { ...form, organisation: [organisation.id] }
}
const newPerson = () => {
  return { rollNumber: `P${++made}`, givenName: 'Aarav', familyName: 'Mehta', email: '', section: '' }
}
const nonsenseCredential = {
  id: 'AAAA',
  rawId: 'AAAA',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' },
}
const nonsenseAssertion = {
  ...nonsenseCredential,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}

const finishing = (userId: string, category: string): HttpTry => [
  'POST',
  '/api/v1/passkey/verify-login',
  { userId, category, cred: nonsenseAssertion },
]

const query = (value: object) => `?queries[0]=${encodeURIComponent(JSON.stringify(value))}`
const equal = (attribute: string, value: string) => ({ method: 'equal', attribute, values: [value] })
const patch = (label: Label, id: string, data: object): HttpTry => ['PATCH', `${documentsPath(label)}/${id}`, { data }]
const channelOf = (collection: Collection) => `databases.${databaseId}.collections.${collection}.documents`
const has = 'document_already_exists'
const noPasskey = '404 document_not_found'
const noCeremony = '401 user_invalid_token This request is no longer valid. Please start again.'

const acts: Readonly<Record<ExpectedAct, { readonly try: (caller: Caller) => Try; readonly open: Open }>> = {
  'account.create': {
    try: () => ['POST', '/v1/account', { userId: 'unique()', email: freshEmail(), password: 'tramway-umbrella-77' }],
    open: '201',
  },
  'account.get': { try: () => ['GET', '/v1/account'], open: '200' },
  'session.create': {
    try: () => ['POST', '/v1/account/sessions/email', { email: 'nobody@new.example', password: wrongPassword }],
    open: '401 user_invalid_credentials',
  },
  'session.list': { try: () => ['GET', '/v1/account/sessions'], open: '200' },
  'session.end': { try: () => ['DELETE', '/v1/account/sessions/unknown', {}], open: '404 user_session_not_found' },
  'verification.request': {
    try: ({ http }) => ['POST', '/v1/account/verification', { url: `${http.origin}/verify-email` }],
    open: { unverified: '201', others: '409 user_email_already_verified' },
  },
  'verification.confirm': {
    try: ({ student }) => ['PUT', '/v1/account/verification', { userId: student.id, secret: 'wrong' }],
    open: '401 user_invalid_token',
  },
  'recovery.request': {
    try: ({ http }) => ['POST', '/v1/account/recovery', { email: freshEmail(), url: `${http.origin}/new-password` }],
    open: '201',
  },
  'recovery.confirm': {
    try: ({ student }) => [
      'PUT',
      '/v1/account/recovery',
      { userId: student.id, secret: 'wrong', password: 'tramway-umbrella-77' },
    ],
    open: '401 user_invalid_token',
  },
  'email.change': {
    try: () => ['PATCH', '/v1/account/email', { email: freshEmail(), password: wrongPassword }],
    open: '401 user_invalid_credentials',
  },
  'password.change': {
    try: () => ['PATCH', '/v1/account/password', { password: 'tramway-umbrella-77', oldPassword: wrongPassword }],
    open: '401 user_invalid_credentials',
  },
  'label.set': {
    try: ({ id, label }) => ['POST', '/api/v1/user/label', { userId: id, label: label ?? 'STD' }],
    open: { pre: '200', others: '401 user_unauthorized This account has its label already.' },
  },
  'profiles.look-up': {
    try: ({ student }) => ['POST', '/api/v1/profiles/look-up', { email: student.email, category: 'STD' }],
    open: '200',
  },
  'institutes.look-up': {
    try: ({ organisation }) => ['POST', '/api/v1/institutes/look-up', { code: organisation.id }],
    open: '200',
  },
  'passwords.check': {
    try: () => ['POST', '/api/v1/passwords/check', { password: 'tramway-umbrella-77' }],
    open: '200',
  },
  'organisations.look-up-by-email': {
    try: ({ organisation }) => ['GET', `${documentsPath('ORG')}${query(equal('email', organisation.email))}`],
    open: '200',
  },
  'students.look-up-by-email': {
    try: ({ student }) => ['GET', `${documentsPath('STD')}${query(equal('email', student.email))}`],
    open: '200',
  },
  'students.look-up-by-roll-number': {
    try: ({ student }) => [
      'GET',
      `${documentsPath('STD')}${query({ method: 'or', values: [equal('email', student.email), equal('rollNumber', '')] })}`,
    ],
    open: '200',
  },
  'organisations.list': { try: () => ['GET', documentsPath('ORG')], open: '200' },
  'students.list': { try: () => ['GET', documentsPath('STD')], open: '200' },
  'organisations.get': {
    try: ({ organisation }) => ['GET', `${documentsPath('ORG')}/${organisation.id}`],
    open: '200',
  },
  'students.get': { try: ({ student }) => ['GET', `${documentsPath('STD')}/${student.id}`], open: '200' },
  'organisations.create': {
    try: (caller) => ['POST', documentsPath('ORG'), { documentId: 'unique()', data: organisationForm(caller) }],
    open: { pre: '201', others: `409 ${has}` },
  },
  'students.create': {
    try: (caller) => ['POST', documentsPath('STD'), { documentId: 'unique()', data: studentForm(caller) }],
    open: { pre: '201', others: `409 ${has}` },
  },
  'organisations.update.email': {
    try: ({ organisation }) => patch('ORG', organisation.id, { email: 'another@new.example' }),
    // The table allows this to every caller whose email is unverified; whose document it is, is checked next.
    open: { 'unverified STD': '401 user_unauthorized', others: '400 document_invalid_structure' },
  },
  'organisations.update.phoneNumber': {
    try: ({ organisation }) => patch('ORG', organisation.id, { phoneNumber: '080 1234567' }),
    open: '200',
  },
  'organisations.update.classes': {
    try: ({ organisation }) => patch('ORG', organisation.id, { classes: 999 }),
    open: '409 attendance_session_active',
  },
  'students.update.email': {
    try: ({ student }) => patch('STD', student.id, { email: student.email.toUpperCase() }),
    open: { 'unverified ORG': '401 user_unauthorized', others: '200' },
  },
  'students.update.phoneNumber': {
    try: ({ student }) => patch('STD', student.id, { phoneNumber: '080 1234567' }),
    open: '200',
  },
  'students.update.organisation': {
    try: ({ student, organisation }) => patch('STD', student.id, { organisation: [organisation.id, organisation.id] }),
    open: `409 ${has}`,
  },
  'students.update.attendance': {
    try: ({ student, organisation }) =>
      patch('STD', student.id, { attendance: JSON.stringify({ [organisation.id]: { total: 1, expiryTime: 1 } }) }),
    open: '401 user_invalid_token',
  },
  'organisations.delete': {
    try: ({ organisation }) => ['DELETE', `${documentsPath('ORG')}/${organisation.id}`, {}],
    open: '403 document_delete_restricted',
  },
  'students.delete': {
    try: ({ student }) => ['DELETE', `${documentsPath('STD')}/${student.id}`, {}],
    open: '403 document_delete_restricted',
  },
  'passkey.register': {
    try: ({ id, label }) => ['POST', '/api/v1/passkey/register', { userId: id, category: label ?? 'STD' }],
    // A further one of a login that only reads comes by a recovery code.
    open: { closed: '401 user_unauthorized', others: '200' },
  },
  'passkey.verify': {
    try: ({ id, label }) => [
      'POST',
      '/api/v1/passkey/verify',
      { userId: id, category: label ?? 'STD', credential: nonsenseCredential },
    ],
    open: '401 user_invalid_token',
  },
  'passkey.assert.ORG': {
    try: () => ['POST', '/api/v1/passkey/login', { userId: 'unknown', category: 'ORG' }],
    open: '404 document_not_found',
  },
  'passkey.assert.STD': {
    try: ({ student }) => ['POST', '/api/v1/passkey/login', { userId: student.id, category: 'STD' }],
    // People who act for an institute mark by its own calls. They ask for their own passkey alone.
    open: {
      ...Object.fromEntries(['STF', ...staffRoles].map((kind) => [kind, '404 document_not_found'])),
      others: '200',
    },
  },
  'passkey.assert-finish.ORG': {
    try: () => finishing('unknown', 'ORG'),
    open: noCeremony,
  },
  'passkey.assert-finish.STD': {
    try: ({ student }) => finishing(student.id, 'STD'),
    open: {
      ...Object.fromEntries(['STF', ...staffRoles].map((kind) => [kind, '404 document_not_found'])),
      others: '200',
    },
  },
  'passkey.assert-finish.STF': { try: ({ id }) => finishing(id, 'STF'), open: '200' },
  'marks.flagged': { try: () => ['GET', '/api/v1/attendance/flagged'], open: '200' },
  'settings.view': { try: () => ['GET', '/api/v1/settings'], open: '200' },
  'settings.change': { try: () => ['PATCH', '/api/v1/settings', { displayNames: 'full' }], open: '200' },
  'institute.view': { try: () => ['GET', '/api/v1/institute'], open: '200' },
  'institute.students': { try: () => ['GET', '/api/v1/institute/students'], open: '200' },
  'passkey.assert.STF': {
    try: ({ id }) => ['POST', '/api/v1/passkey/login', { userId: id, category: 'STF' }],
    open: '200',
  },
  'people.view': { try: () => ['GET', '/api/v1/people'], open: '200' },
  'people.add': { try: () => ['POST', '/api/v1/people', newPerson()], open: '200' },
  'people.invite': { try: () => ['POST', '/api/v1/people/invite', { people: ['unknown'] }], open: '200' },
  'desk.view': { try: () => ['GET', '/api/v1/desk'], open: '200' },
  'desk.enrol': {
    try: () => ['POST', '/api/v1/desk', { person: 'unknown', newMail: false }],
    open: '404 document_not_found',
  },
  'desk.confirm': { try: () => ['POST', '/api/v1/desk/unknown/seen', {}], open: '404 document_not_found' },
  'people.change': { try: () => ['PATCH', '/api/v1/people/unknown', { section: 'A' }], open: '404 document_not_found' },
  'people.remove': {
    try: () => ['POST', '/api/v1/people/remove', { people: ['unknown'] }],
    open: '404 document_not_found',
  },
  'people.link': {
    try: () => ['POST', '/api/v1/people/unknown/unlink', {}],
    open: '404 document_not_found',
  },
  'courses.view': { try: () => ['GET', '/api/v1/courses'], open: '200' },
  'courses.manage': { try: () => ['POST', '/api/v1/courses/unknown/close', {}], open: '404 document_not_found' },
  'courses.policy': {
    try: () => ['PUT', '/api/v1/courses/unknown/policy', { policy: defaultCoursePolicy, isTrial: true }],
    open: '404 document_not_found',
  },
  'register.view': { try: () => ['GET', '/api/v1/groups/unknown/register'], open: '404 document_not_found' },
  'register.export': { try: () => ['GET', '/api/v1/reports/courses/export?format=csv'], open: '200' },
  'courses.own': { try: () => ['GET', '/api/v1/own/courses'], open: '200' },
  'sessions.view': { try: () => ['GET', '/api/v1/sessions/unknown'], open: '404 document_not_found' },
  'sessions.start': {
    try: () => ['POST', '/api/v1/groups/unknown/sessions', { expected: 1, minutes: 60 }],
    open: '404 document_not_found',
  },
  'sessions.move': {
    try: () => ['PUT', '/api/v1/sessions/unknown/room', { roomId: '' }],
    open: '404 document_not_found',
  },
  'sessions.end': {
    try: () => ['POST', '/api/v1/sessions/unknown/end', {}],
    open: '404 document_not_found',
  },
  'sessions.status': {
    try: () => ['POST', '/api/v1/sessions/unknown/status', { status: 'cancelled', reason: 'A holiday.' }],
    open: '404 document_not_found',
  },
  'cells.rule': {
    try: () => [
      'POST',
      '/api/v1/sessions/unknown/people/unknown/rulings',
      { status: 'late', reason: 'A bus.', after: 0 },
    ],
    open: '404 document_not_found',
  },
  'imports.view': { try: () => ['GET', '/api/v1/imports'], open: '200' },
  'imports.plan': { try: () => ['POST', '/api/v1/imports/unknown/plan', {}], open: '404 document_not_found' },
  'imports.apply': {
    try: () => ['POST', '/api/v1/imports/unknown/apply', { seal: '', same: [], isReviewed: false }],
    open: '404 document_not_found',
  },
  'course-imports.view': { try: () => ['GET', '/api/v1/course-imports'], open: '200' },
  'course-imports.plan': {
    try: () => ['POST', '/api/v1/course-imports/unknown/plan', {}],
    open: '404 document_not_found',
  },
  'course-imports.apply': {
    try: () => ['POST', '/api/v1/course-imports/unknown/apply', { seal: '', isReviewed: false }],
    open: '404 document_not_found',
  },
  'staff.view': { try: () => ['GET', '/api/v1/staff'], open: '200' },
  'staff.manage': { try: () => ['DELETE', '/api/v1/staff/unknown', {}], open: '404 document_not_found' },
  'staff.ask': { try: () => ['POST', '/api/v1/staff-invitations/ask', {}], open: '400 general_argument_invalid' },
  'staff.passkey-link': {
    try: () => ['POST', '/api/v1/staff/unknown/passkey-link', {}],
    open: '404 document_not_found',
  },
  'staff.confirm-passkey': {
    try: () => ['POST', '/api/v1/staff/unknown/passkeys/unknown/confirm', {}],
    open: '404 document_not_found',
  },
  'own-login.change': { try: () => ['PUT', '/api/v1/own-login', {}], open: '400 general_argument_invalid' },
  'staff.join': {
    try: () => ['POST', '/api/v1/invitation/look-up', { invitationId: 'unknown', secret: 'wrong' }],
    open: '401 user_invalid_token',
  },
  'acting.view': { try: () => ['GET', '/api/v1/acting'], open: '200' },
  // Without a passkey that was just given, it is asked for first.
  'acting.begin': {
    try: () => ['POST', '/api/v1/acting', { institute: 'unknown' }],
    open: '404 document_not_found',
  },
  'acting.end': { try: () => ['DELETE', '/api/v1/acting', {}], open: { STF: '404 document_not_found', others: '204' } },
  'screens.pair': {
    try: () => ['POST', '/api/v1/screens/pairing', { publicKey: makeScreenKey().publicKey }],
    open: '200',
  },
  'screens.await': { try: () => ['GET', '/api/v1/screens/pairing'], open: '200' },
  'screens.approve': {
    try: () => ['POST', '/api/v1/screens/look-up', { code: 'BBBB-BBBB', timeZone: 'Asia/Kolkata' }],
    open: '401 user_invalid_token',
  },
  'screens.view': { try: () => ['GET', '/api/v1/screens'], open: '200' },
  'screens.rename': {
    try: () => ['PATCH', '/api/v1/screens/unknown', { name: 'Room 12' }],
    open: '404 document_not_found',
  },
  'screens.room': {
    try: () => ['PATCH', '/api/v1/screens/unknown', { name: 'Room 12', roomId: null }],
    open: '404 document_not_found',
  },
  'screens.end': { try: () => ['DELETE', '/api/v1/screens/unknown', {}], open: '404 document_not_found' },
  'day-passes.make': {
    try: () => ['POST', '/api/v1/day-passes', { name: 'Meera Nair', courses: ['unknown'], timeZone: 'Asia/Kolkata' }],
    open: '404 document_not_found',
  },
  'day-passes.view': { try: () => ['GET', '/api/v1/day-passes'], open: '200' },
  'day-passes.end': { try: () => ['DELETE', '/api/v1/day-passes/unknown', {}], open: '404 document_not_found' },
  'day-pass.open': {
    try: () => ['POST', '/api/v1/day-pass/open', { secret: 'wrong' }],
    open: '401 user_invalid_token',
  },
  'day-pass.use': { try: () => ['GET', '/api/v1/day-pass'], open: '200' },
  'screen.show': { try: () => ['GET', '/api/v1/screen'], open: '200' },
  'marks.evidence': {
    try: () => ['GET', '/api/v1/own/evidence/unknown'],
    open: '404 document_not_found',
  },
  'mark.unflag': {
    try: () => ['POST', '/api/v1/receipts/unflag', { attendanceSessionId: 'unknown' }],
    open: '404 document_not_found',
  },
  'mark.flag': {
    try: () => ['POST', '/api/v1/receipts/flag', { attendanceSessionId: 'unknown' }],
    open: '404 document_not_found',
  },
  'receipts.list': { try: () => ['GET', '/api/v1/receipts'], open: '200' },
  'receipts.settings': { try: () => ['PUT', '/api/v1/receipts/settings', { byEmail: false }], open: '200' },
  'receipts.subscribe': {
    try: () => [
      'POST',
      '/api/v1/receipts/subscriptions',
      {
        endpoint: 'https://attacker.example/',
        keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
        language: 'en',
      },
    ],
    open: '400 general_argument_invalid',
  },
  'receipts.unsubscribe': {
    try: () => ['DELETE', '/api/v1/receipts/subscriptions/unknown', {}],
    open: '204',
  },
  'members.correct': {
    try: () => ['PATCH', '/api/v1/members/unknown', { rollNumber: 'R-1' }],
    open: '404 document_not_found',
  },
  'members.remove': { try: () => ['DELETE', '/api/v1/members/unknown', {}], open: '404 document_not_found' },
  'members.passkey': { try: ({ student }) => ['GET', `/api/v1/members/${student.id}/passkey`], open: '200' },
  'memberships.ended': { try: () => ['GET', '/api/v1/memberships/ended'], open: '200' },
  'memberships.seen': { try: () => ['POST', '/api/v1/memberships/seen', { organisationId: 'unknown' }], open: '200' },
  'memberships.leave': { try: () => ['DELETE', '/api/v1/memberships/unknown', {}], open: '404 document_not_found' },
  'attendance.running': { try: () => ['GET', '/api/v1/attendance/running'], open: '200' },
  'sessions.take-back': {
    try: () => ['DELETE', '/api/v1/sessions/unknown', {}],
    open: '404 document_not_found',
  },
  'sessions.ways': {
    try: () => ['PATCH', '/api/v1/sessions/unknown/ways', { ways: ['screen'] }],
    open: '404 document_not_found',
  },
  'room-code.show': {
    try: () => ['GET', '/api/v1/sessions/unknown/room-code'],
    open: '404 document_not_found',
  },
  'head-count.set': {
    try: () => ['PUT', '/api/v1/sessions/unknown/head-count', { counted: 51 }],
    open: '404 document_not_found',
  },
  'draws.make': {
    try: () => ['POST', '/api/v1/sessions/unknown/draws', {}],
    open: '404 document_not_found',
  },
  'draws.answer': {
    try: () => ['PUT', '/api/v1/sessions/unknown/draws/unknown', { here: true }],
    open: '404 document_not_found',
  },
  'check-in.scan': {
    try: () => ['POST', '/api/v1/check-ins/scan', { session: 'BBBBBBBBBB', code: 'BBBBBBBBBBBBBBBBBB' }],
    open: '401 user_invalid_token',
  },
  'check-in.room-code': {
    try: () => ['POST', '/api/v1/check-ins', { way: 'room-code' }],
    open: '401 user_invalid_token',
  },
  'check-in.screen': {
    try: () => ['POST', '/api/v1/check-ins', { way: 'screen', rollNumber: 'unknown' }],
    open: '404 document_not_found',
  },
  'check-in.hand': {
    try: () => ['POST', '/api/v1/check-ins', { way: 'hand', session: 'unknown', students: ['unknown'], reason: 'Ill' }],
    open: '404 document_not_found',
  },
  'reports.view': { try: () => ['GET', '/api/v1/reports/students'], open: '200' },
  'reports.export': { try: () => ['GET', '/api/v1/reports/students/export?format=csv'], open: '200' },
  'own-account.view': { try: () => ['GET', '/api/v1/own/account'], open: '200' },
  'own-account.delete': { try: () => ['DELETE', '/api/v1/own/account', {}], open: '200' },
  'own-account.keep': { try: () => ['POST', '/api/v1/own/account', {}], open: '204' },
  'own-account.keep-by-link': {
    try: ({ student }) => ['PUT', '/api/v1/own/account', { userId: student.id, secret: 'wrong' }],
    open: '401 user_invalid_token',
  },
  'own-name.correct': {
    try: () => ['PATCH', '/api/v1/own/name', { firstName: 'Asha', lastName: 'Rao' }],
    open: '204',
  },
  'own-data.take': { try: () => ['GET', '/api/v1/own/data'], open: '200' },
  'reports.own': {
    try: ({ organisation }) => ['GET', `/api/v1/reports/own?organisation=${organisation.id}`],
    open: '200',
  },
  'passkey.rehearse': { try: () => ['POST', '/api/v1/passkey/rehearsal', {}], open: '200' },
  'passkey.rehearse-finish': {
    try: () => ['PUT', '/api/v1/passkey/rehearsal', { cred: nonsenseAssertion }],
    open: '200',
  },
  'passkeys.list': { try: () => ['GET', '/api/v1/passkeys'], open: '200' },
  'passkeys.rename': { try: () => ['PATCH', '/api/v1/passkeys/unknown', { name: 'Mine' }], open: noPasskey },
  'passkeys.remove': { try: () => ['DELETE', '/api/v1/passkeys/unknown', {}], open: noPasskey },
  'passkeys.clear': { try: () => ['POST', '/api/v1/passkeys/unknown/clear', {}], open: noPasskey },
  'passkey-replacement.request': { try: () => ['POST', '/api/v1/passkey/replacement', {}], open: '200' },
  'passkey-replacement.open': {
    try: ({ student }) => [
      'PUT',
      '/api/v1/passkey/replacement',
      { userId: student.id, secret: 'wrong', password: wrongPassword },
    ],
    open: '401 user_invalid_token',
  },
  'recovery-codes.make': { try: () => ['POST', '/api/v1/recovery-codes', {}], open: '200' },
  'recovery-codes.use': {
    try: ({ organisation }) => ['POST', '/api/v1/recovery-codes/use', { userId: organisation.id, code: 'wrong' }],
    open: '401 user_invalid_token',
  },
  'held-passkeys.list': { try: () => ['GET', '/api/v1/held-passkeys'], open: '200' },
  'held-passkeys.confirm': { try: () => ['POST', '/api/v1/held-passkeys/unknown/confirm', {}], open: noPasskey },
  'session.confirm': {
    try: () => ['POST', '/api/v1/session/confirm', { password: wrongPassword }],
    open: '401 user_invalid_credentials',
  },
  'realtime.connect': {
    try: () => ['LISTEN'],
    open: {
      guest: '401 general_unauthorized_scope',
      pre: '401 general_unauthorized_scope',
      screen: '401 general_unauthorized_scope',
      'day-pass': '401 general_unauthorized_scope',
      others: '101',
    },
  },
  'channels.account': { try: () => ['LISTEN', 'account'], open: '101' },
  'channels.documents': { try: () => ['LISTEN', 'documents'], open: '101' },
  'channels.organisations': { try: () => ['LISTEN', channelOf('organisations')], open: '101' },
  'channels.students': { try: () => ['LISTEN', channelOf('students')], open: '101' },
  'channels.groups': { try: () => ['LISTEN', 'groups'], open: '101' },
  ping: { try: () => ['GET', '/api/v1/ping'], open: '200' },
}

/** What the refusals of a socket stand for. */
const socketRefusals: Readonly<Record<string, Answer>> = {
  'Please log in first': closedAnswers['log in'],
  'Channel not allowed': closedAnswers.no,
}

async function listen({ http, cookie }: Caller, channels: readonly string[]): Promise<Told> {
  const query = channels.map((channel) => `&channels[]=${channel}`).join('')
  const { next, socket } = connectRealtime(http, `project=rollkey${query}`, cookie === undefined ? {} : { cookie })
  const { type, data } = await next()
  socket.terminate()
  const body = type === 'error' ? socketRefusals[String(data.message)] : undefined
  return { status: type === 'connected' ? 101 : (body?.status ?? Number(data.code)), body }
}

const callerNames = [
  'guest',
  'dead session',
  'pre',
  'unverified STD',
  'unverified ORG',
  'STD',
  'ORG',
  'ORG2',
  'closed',
  'STF',
  'owner',
  'registrar',
  'teacher',
  'desk',
  'viewer',
  'screen',
  'day-pass',
] as const
type CallerName = (typeof callerNames)[number]

const kinds = {
  guest: 'guest',
  'dead session': 'guest',
  pre: 'pre',
  'unverified STD': 'unverified',
  'unverified ORG': 'unverified',
  STD: 'STD',
  ORG: 'ORG',
  ORG2: 'ORG2',
  closed: 'closed',
  STF: 'STF',
  owner: 'owner',
  registrar: 'registrar',
  teacher: 'teacher',
  desk: 'desk',
  viewer: 'viewer',
  screen: 'screen',
  'day-pass': 'day-pass',
} as const satisfies Record<CallerName, CallerKind>

type Answer = { readonly status: number; readonly type?: string; readonly message?: string }
/** What an answer to a call, or the first frame on a socket, says. */
type Told = { readonly status: number; readonly body: Answer | undefined }

function openAnswer(act: ExpectedAct, name: CallerName): string {
  const { open } = acts[act]
  return typeof open === 'string' ? open : (open[name] ?? open[kinds[name]] ?? open.others ?? '')
}

/** What the table says: 'yes' with the answer of the allowed act, or the whole refusal. */
function expectedAnswer(act: ExpectedAct, name: CallerName): string {
  const cell = expectedCell(act, kinds[name])
  if (cell === 'yes') return openAnswer(act, name)
  const { status, type, message } = closedAnswers[cell]
  return `${status} ${type} ${message}`
}

async function send(caller: Caller, wanted: Try): Promise<Told> {
  if (wanted[0] === 'LISTEN') return listen(caller, wanted.slice(1).map(String))
  const [method, path, body] = wanted as HttpTry
  const headers = caller.cookie === undefined ? {} : { cookie: caller.cookie }
  return caller.http.request<Answer | undefined>(method, path, body, { headers })
}

/** The part of an answer that is expected: the message only if it is given. */
function describeAnswer({ status, body }: Told, expected: string): string {
  if (status < 400) return String(status)
  const short = `${status} ${body?.type}`
  return expected === short ? short : `${short} ${body?.message}`
}

describe.each(engines)('the permission table on %s', (engine) => {
  let server: TestServer
  let callers: Readonly<Record<CallerName, Caller>>

  beforeAll(async () => {
    server = await startTestServer(engine)
    const college = await registerOrganisation(server)
    const asha = await registerStudent(server, college.id)
    const academy = await registerOrganisation(server, { name: 'Academy', email: 'office@academy.example' })
    const ravi = await registerStudent(server, academy.id, { email: 'ravi@students.example' })
    const school = await registerOrganisation(server, { name: 'School', email: 'office@school.example' })
    const mina = await registerStudent(server, school.id, { email: 'mina@students.example' })
    const lyceum = await registerOrganisation(server, { name: 'Lyceum', email: 'office@lyceum.example' })
    const sita = await registerStudent(server, lyceum.id, { email: 'sita@students.example' })

    // A student's document of a day ago cannot be deleted any more.
    server.clock.advance(day + 1_000)
    for (const person of [college, asha, academy, school, mina, lyceum, sita]) await logIn(person)
    for (const person of [college, asha, lyceum, sita]) await registerPasskey(person)
    for (const institute of [college, lyceum]) await startAttendance(institute)

    const ended = await logIn(asha, server.openBrowser())
    const cookie = ended.http.cookies.header('/') ?? ''
    await ended.http.delete('/v1/account/sessions/current')

    const unverifiedMina = await changeEmail(mina)
    const unverifiedSchool = await changeEmail(school)

    const own = (
      kind: CallerKind,
      { http, id, label, email }: AnyPerson,
      organisation: Person,
      student: Person,
    ): Caller => ({
      kind,
      http,
      id,
      label,
      email,
      organisation,
      student,
    })
    const withoutAccount = {
      kind: 'guest',
      id: asha.id,
      label: undefined,
      email: asha.email,
      organisation: college,
      student: asha,
    } as const
    const act = async (role: StaffRole) => {
      const person = await addStaff(server, college, { email: freshEmail(), role })
      return own(role, person, college, asha)
    }
    const colleague = await addStaff(server, college, { email: freshEmail(), role: 'viewer' })
    await colleague.http.delete('/api/v1/acting')

    callers = {
      guest: { ...withoutAccount, http: server.openBrowser() },
      'dead session': { ...withoutAccount, http: server.openBrowser(), cookie },
      pre: await beginRegistration(withoutAccount),
      'unverified STD': own('unverified', unverifiedMina, unverifiedSchool, unverifiedMina),
      'unverified ORG': own('unverified', unverifiedSchool, unverifiedSchool, unverifiedMina),
      STD: own('STD', asha, college, asha),
      ORG: own('ORG', academy, academy, ravi),
      ORG2: own('ORG2', college, college, asha),
      closed: own('closed', await close(lyceum), lyceum, sita),
      STF: own('STF', colleague, college, asha),
      owner: await act('owner'),
      registrar: await act('registrar'),
      teacher: await act('teacher'),
      desk: await act('desk'),
      viewer: await act('viewer'),
      screen: { ...withoutAccount, kind: 'screen', http: await openScreen(college, server.openBrowser()) },
      'day-pass': { ...withoutAccount, kind: 'day-pass', http: await openDayPass(college, server.openBrowser()) },
    }
  })
  afterAll(() => server.close())

  /** The institute's own login only reads from now on. */
  async function close(institute: Person): Promise<Person> {
    await addStaff(server, institute, { email: freshEmail(), role: 'owner' })
    expect(await institute.http.put('/api/v1/own-login', { readsOnly: true })).toMatchObject({ status: 200 })
    return institute
  }

  async function openScreen(institute: Person, http: HttpClient): Promise<HttpClient> {
    const key = makeScreenKey()
    await pairScreen(institute, http, key)
    return signAsScreen(http, key, server.storage.now)
  }

  /** Makes the account unverified again, without ending the session. */
  async function changeEmail(person: Person): Promise<Person> {
    const email = `new-${person.email}`
    const { status } = await person.http.patch('/v1/account/email', { email, password: person.password })
    expect(status).toBe(200)
    return { ...person, email }
  }

  async function beginRegistration(surroundings: Omit<Caller, 'http'>, label?: Label): Promise<Caller> {
    const http = server.openBrowser()
    const email = freshEmail()
    const account = { userId: 'unique()', email, password: 'tramway-umbrella-77' }
    const { body } = await http.post<UserModel>('/v1/account', account)
    if (label) await http.post('/api/v1/user/label', { userId: body.$id, label })
    return { ...surroundings, kind: 'pre', http, id: body.$id, label, email }
  }

  async function attempt(act: ExpectedAct, name: CallerName, caller: Caller): Promise<[ExpectedAct, string]> {
    return [act, describeAnswer(await send(caller, acts[act].try(caller)), expectedAnswer(act, name))]
  }

  /** A refusal may be recorded, but nothing else may change. */
  async function readWhatMatters(): Promise<Tables> {
    const { audit_log: _, notices = [], ...tables } = await server.readTables()
    // The server settles by itself when a mail of a notice is due.
    return { ...tables, notices: notices.map((row) => row.replaceAll(/"(first_at|due_at)":\w+/g, '')) }
  }

  const isOpen = (act: ExpectedAct, name: CallerName) => expectedCell(act, kinds[name]) === 'yes'
  const expectedOf = (wanted: readonly ExpectedAct[], name: CallerName) =>
    Object.fromEntries(wanted.map((act) => [act, expectedAnswer(act, name)]))

  test.each(callerNames)('refuses %s every closed act as the table says, and nothing changes', async (name) => {
    const closed = expectedActs.filter((act) => !isOpen(act, name))
    const before = await readWhatMatters()
    const answers: [ExpectedAct, string][] = []
    for (const act of closed) answers.push(await attempt(act, name, callers[name]))
    expect(Object.fromEntries(answers)).toEqual(expectedOf(closed, name))
    expect(await readWhatMatters()).toEqual(before)
  })

  test.each(callerNames)('allows %s every open act', async (name) => {
    const open = expectedActs.filter((act) => isOpen(act, name))
    const answers: [ExpectedAct, string][] = []
    for (const act of open) {
      const labelled = act === 'organisations.create' ? 'ORG' : act === 'students.create' ? 'STD' : undefined
      const caller = name === 'pre' ? await beginRegistration(callers.pre, labelled) : callers[name]
      answers.push(await attempt(act, name, caller))
    }
    expect(Object.fromEntries(answers)).toEqual(expectedOf(open, name))
  })

  test.each(callerNames)('answers %s reads that are sent together as each is answered alone', async (name) => {
    const caller = callers[name]
    const tried = expectedActs.flatMap((act) => {
      const [method, path = ''] = acts[act].try(caller)
      return method === 'GET' ? [path] : []
    })
    // The acts are tried by another call than that of these.
    const reads = [...tried, '/api/v1/courses/unknown', '/api/v1/groups/unknown/figures'].filter(mayBeSentTogether)
    expect(reads.length).toBeGreaterThan(10)
    if (!isOpen('account.get', name)) {
      const { status } = await send(caller, ['POST', '/api/v1/reads', { account: caller.id, reads: reads.slice(0, 8) }])
      expect([401, 403]).toContain(status)
      return
    }
    const untimed = (text: string) => text.replace(/"serverTime":[\d.]+/, '')
    for (let begin = 0; begin < reads.length; begin += 8) {
      const some = reads.slice(begin, begin + 8)
      const asked = { account: caller.id, reads: some }
      const { answers } = (await caller.http.post<z.output<typeof firstReadsAnswer>>('/api/v1/reads', asked)).body
      if (kinds[name] === 'unverified') {
        expect(answers).toEqual([])
        continue
      }
      for (const [place, path] of some.entries()) {
        const alone = await caller.http.get(path)
        const answer = answers[place]
        expect([path, answer?.status, answer?.headers.etag, untimed(answer?.body ?? '')]).toEqual([
          path,
          alone.status,
          alone.headers.get('etag') ?? undefined,
          untimed(alone.text),
        ])
      }
    }
  })

  test('a screen’s request has none of the rights that its browser has by a login', async () => {
    const { organisation: college } = callers.ORG2
    const caller = {
      ...callers.screen,
      http: await openScreen(college, (await logIn(college, server.openBrowser())).http),
    }
    // A socket carries no signature.
    const closed = expectedActs.filter((act) => !isOpen(act, 'screen') && acts[act].try(caller)[0] !== 'LISTEN')
    const before = await readWhatMatters()
    const answers: [ExpectedAct, string][] = []
    for (const act of closed) answers.push(await attempt(act, 'screen', caller))
    expect(Object.fromEntries(answers)).toEqual(expectedOf(closed, 'screen'))
    expect(await readWhatMatters()).toEqual(before)
  })

  test('a day pass has none of the rights that its browser has by a login', async () => {
    const { organisation: college } = callers.ORG2
    const { http } = await logIn(college, server.openBrowser())
    const [cookie] = callers['day-pass'].http.cookies.header('/')?.match(/pass=[^;]+/) ?? []
    const beside = `${http.cookies.header('/')}; ${cookie}`
    const caller = { ...callers['day-pass'], http: sendAsDayPass(http), cookie: beside }
    const closed = expectedActs.filter((act) => !isOpen(act, 'day-pass') && acts[act].try(caller)[0] !== 'LISTEN')
    const before = await readWhatMatters()
    const answers: [ExpectedAct, string][] = []
    for (const act of closed) answers.push(await attempt(act, 'day-pass', caller))
    expect(Object.fromEntries(answers)).toEqual(expectedOf(closed, 'day-pass'))
    expect(await readWhatMatters()).toEqual(before)
  })

  describe('a registration cookie', () => {
    test('opens the registration of its own account only', async () => {
      const { http } = await beginRegistration(callers.pre)
      const stranger = await beginRegistration(callers.pre, 'STD')
      const label = await http.post('/api/v1/user/label', { userId: stranger.id, label: 'ORG' })
      const profile = await http.post(documentsPath('STD'), { documentId: stranger.id, data: studentForm(stranger) })
      expect([label.status, label.body]).toMatchObject([401, { type: 'user_unauthorized' }])
      expect([profile.status, profile.body]).toMatchObject([400, { type: 'general_argument_invalid' }])
      expect(await server.storage.students.find(stranger.id)).toBeUndefined()
    })

    test.each<[Label, Label]>([
      ['ORG', 'STD'],
      ['STD', 'ORG'],
    ])('with the label %s makes no profile of the label %s', async (label, other) => {
      const caller = await beginRegistration(callers.pre, label)
      const data = other === 'ORG' ? organisationForm(caller) : studentForm(caller)
      const { status, body } = await caller.http.post(documentsPath(other), { documentId: caller.id, data })
      expect([status, body]).toMatchObject([401, { type: 'user_unauthorized' }])
    })

    test('is dead after 15 minutes', async () => {
      const caller = await beginRegistration(callers.pre)
      server.clock.advance(15 * 60_000 + 1_000)
      const { status, body } = await caller.http.post('/api/v1/user/label', { userId: caller.id, label: 'ORG' })
      expect([status, body]).toMatchObject([401, { type: 'general_unauthorized_scope' }])
    })
  })

  test('a second label is refused, the same one too', async () => {
    const caller = await beginRegistration(callers.pre, 'STD')
    for (const label of ['ORG', 'STD']) {
      const { status } = await caller.http.post('/api/v1/user/label', { userId: caller.id, label })
      expect(status).toBe(401)
    }
    expect((await server.storage.accounts.find(caller.id))?.label).toBe('STD')
  })

  test('no caller edits, marks or deletes the documents of others', async () => {
    const { STD: student, ORG: organisation, ORG2: another } = callers
    const before = await readWhatMatters()
    const attempts: [Caller, HttpTry, number][] = [
      [student, patch('ORG', organisation.organisation.id, { phoneNumber: '080 7654321' }), 401],
      [student, patch('STD', organisation.student.id, { phoneNumber: '080 7654321' }), 404],
      [student, ['DELETE', `${documentsPath('STD')}/${organisation.student.id}`, {}], 404],
      [organisation, patch('ORG', another.id, { phoneNumber: '080 7654321' }), 401],
      [organisation, patch('STD', another.student.id, { phoneNumber: '080 7654321' }), 404],
      [organisation, ['DELETE', `${documentsPath('ORG')}/${another.id}`, {}], 401],
      [another, patch('ORG', organisation.id, { classes: 1 }), 401],
      [
        another,
        patch('STD', organisation.student.id, { attendance: `{"${another.id}":{"total":1,"expiryTime":1}}` }),
        404,
      ],
    ]
    for (const [{ http }, [method, path, body], status] of attempts) {
      expect([method, path, (await http.request(method, path, body)).status]).toEqual([method, path, status])
    }
    expect(await readWhatMatters()).toEqual(before)
  })
})
