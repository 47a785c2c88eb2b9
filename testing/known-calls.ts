import type { UserModel } from '#contract/account.ts'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { CourseSheet } from '#contract/course-sessions.ts'
import type { CourseDetail } from '#contract/courses.ts'
import type { Label } from '#contract/identifiers.ts'
import { reportPaths } from '#contract/report-requests.ts'
import type { SessionsReport } from '#contract/reports.ts'
import type { RosterPage } from '#contract/roster.ts'
import { openDayPass } from './day-pass-over-http.ts'
import type { HttpClient } from './http-client.ts'
import { makeScreenKey } from './paired-screen.ts'
import {
  type AnyPerson,
  defaultOrganisation,
  defaultStudent,
  documentsPath,
  type Person,
  registerOrganisation,
  registerPasskey,
  registerStudent,
  startAttendance,
} from './people-over-http.ts'
import { addStaff } from './staff-over-http.ts'
import type { TestServer } from './test-server.ts'

/** A caller for every call: only a caller who may make the call can test the answer to a bad one. */
export type Callers = {
  readonly guest: HttpClient
  readonly student: Person
  /** With a passkey in its session, and an attendance session that runs. */
  readonly organisation: Person
  /** The one that runs. */
  readonly attendanceSessionId: string
  /** A course of the organisation, its session that runs, and the student's person in it. */
  readonly course: { readonly id: string; readonly sessionId: string; readonly personId: string }
  /** In the middle of a registration: they have an account, and only the last two a label. */
  readonly newcomer: Beginner
  readonly newOrganisation: Beginner
  readonly newStudent: Beginner
  /** Of the organisation, with a session that acts for it. */
  readonly colleague: AnyPerson
  /** A browser with a day pass for the course. */
  readonly dayPass: HttpClient
}
type Beginner = { readonly id: string; readonly email: string; readonly http: HttpClient }

/** One call of protocol §4, §5 and §11, as an honest client makes it. */
export type KnownCall = {
  /** The name in the server's own lists of calls. */
  readonly route: string
  readonly path: string
  readonly http: HttpClient
  /** Undefined for calls that take none. */
  readonly body?: Readonly<Record<string, unknown>>
  /** The answer to the call as it is here. */
  readonly status: number
}

const password = 'tramway-umbrella-77'

export async function prepareCallers(server: TestServer): Promise<Callers> {
  const organisation = await registerOrganisation(server)
  const student = await registerStudent(server, organisation.id)
  for (const person of [organisation, student]) await registerPasskey(person)
  await startAttendance(organisation)
  const { body: report } = await organisation.http.get<SessionsReport>(reportPaths.sessions)

  async function begin(email: string, label?: Label): Promise<Beginner> {
    const http = server.openBrowser()
    const { body } = await http.post<UserModel>('/v1/account', { userId: 'unique()', email, password })
    if (label) await http.post('/api/v1/user/label', { userId: body.$id, label })
    return { id: body.$id, email, http }
  }
  const course = await holdCourse(organisation)
  return {
    guest: server.openBrowser(),
    student,
    organisation,
    attendanceSessionId: report.sessions[0]?.id ?? '',
    course,
    dayPass: await openDayPass(organisation, server.openBrowser(), course.id),
    newcomer: await begin('newcomer@new.example'),
    newOrganisation: await begin('organisation@new.example', 'ORG'),
    newStudent: await begin('student@new.example', 'STD'),
    colleague: await addStaff(server, organisation, { email: 'colleague@staff.example', role: 'viewer' }),
  }
}

/** A course with the institute's students, and a session that runs. */
async function holdCourse({ http }: Person): Promise<Callers['course']> {
  const named = { code: 'MATH-1', title: 'Maths', kind: 'course', department: '', term: '' }
  const { body: course } = await http.post<CourseDetail>('/api/v1/courses', named)
  const { body: roster } = await http.get<RosterPage>('/api/v1/people')
  const people = roster.people.map(({ id }) => id)
  await http.post(`/api/v1/courses/${course.id}/people`, { people, meanwhile: 'left-out' })
  const start = { expected: 1, minutes: 60 }
  const { body: sheet } = await http.post<CourseSheet>(`/api/v1/courses/${course.id}/sessions`, start)
  return { id: course.id, sessionId: sheet.session.id, personId: people[0] ?? '' }
}

const publicKey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key' }
const registration = { ...publicKey, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
const assertion = {
  ...publicKey,
  response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' },
}

/** Of the usual form; no notification is sent there before a mark. */
const pushSubscription = {
  endpoint: 'https://fcm.googleapis.com/fcm/send/somewhere',
  keys: { p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
  language: 'en',
}

const documents = '/v1/databases/:databaseId/collections/:collectionId/documents'
const document = `${documents}/:documentId`

/** Every call whose body is read. */
const namedCourse = { title: 'Physics', kind: 'course', department: '', term: '' }
const unknownCourse = '/api/v1/courses/unknown'
const unknownSession = '/api/v1/course-sessions/unknown'

export function listBodyCalls(callers: Callers): readonly KnownCall[] {
  const { guest, student, organisation, attendanceSessionId, newcomer, newOrganisation, newStudent, colleague } =
    callers
  const { course, dayPass } = callers
  const { origin } = guest
  const { password: _organisationPassword, addressLine2: _optional, ...organisationForm } = defaultOrganisation
  const { password: _studentPassword, ...studentForm } = defaultStudent
  const call = (
    route: string,
    http: HttpClient,
    status: number,
    body: KnownCall['body'],
    path = route.slice(route.indexOf(' ') + 1),
  ): KnownCall => ({ route, path, http, status, ...(body && { body }) })
  const documentsOf = documentsPath

  const createAccount = { userId: 'unique()', email: 'somebody@new.example', password, name: 'Somebody' }
  const token = { userId: student.id, secret: 'not-a-secret' }
  const own = { organisation: organisation.id, student: student.id }
  const attendance = JSON.stringify({ [own.organisation]: { total: 1, expiryTime: 1 } })
  const studentSubject = { userId: own.student, category: 'STD' }
  const verifyUrl = { url: `${origin}/verify-email` }

  return [
    call('POST /api/v1/profiles/look-up', guest, 200, { email: student.email, category: 'STD' }),
    call('POST /api/v1/institutes/look-up', guest, 200, { code: own.organisation }),
    call('POST /api/v1/passwords/check', guest, 200, { password }),
    call('POST /v1/account', guest, 201, createAccount),
    call('POST /v1/account/sessions/email', guest, 401, { email: 'nobody@new.example', password }),
    call('POST /v1/account/sessions', guest, 401, { email: 'nobody@new.example', password }),
    call('PATCH /v1/account/email', student.http, 401, { email: 'somebody@new.example', password }),
    call('PATCH /v1/account/password', student.http, 401, { password, oldPassword: 'not-the-password' }),
    call('POST /v1/account/verification', student.http, 409, verifyUrl),
    call('POST /v1/account/verifications/email', student.http, 409, verifyUrl),
    call('PUT /v1/account/verification', guest, 401, token),
    call('PUT /v1/account/verifications/email', guest, 401, token),
    call('POST /v1/account/recovery', guest, 201, { email: 'nobody@new.example', url: `${origin}/new-password` }),
    call('PUT /v1/account/recovery', guest, 401, { ...token, password }),
    call(
      `POST ${documents}`,
      newOrganisation.http,
      201,
      { documentId: newOrganisation.id, data: { ...organisationForm, email: newOrganisation.email } },
      documentsOf('ORG'),
    ),
    call(
      `POST ${documents}`,
      newStudent.http,
      201,
      {
        documentId: newStudent.id,
        data: { ...studentForm, email: newStudent.email, rollNumber: 'N-1', organisation: [own.organisation] },
      },
      documentsOf('STD'),
    ),
    call(
      `PATCH ${document}`,
      organisation.http,
      400,
      { data: { email: 'x@new.example' } },
      `${documentsOf('ORG')}/${own.organisation}`,
    ),
    call(
      `PATCH ${document}`,
      organisation.http,
      200,
      { data: { phoneNumber: '080 1234567' } },
      `${documentsOf('ORG')}/${own.organisation}`,
    ),
    call(
      `PATCH ${document}`,
      organisation.http,
      409,
      { data: { classes: 7 } },
      `${documentsOf('ORG')}/${own.organisation}`,
    ),
    call(
      `PATCH ${document}`,
      student.http,
      200,
      { data: { phoneNumber: '080 1234567' } },
      `${documentsOf('STD')}/${own.student}`,
    ),
    call(
      `PATCH ${document}`,
      student.http,
      409,
      { data: { organisation: [own.organisation, own.organisation] } },
      `${documentsOf('STD')}/${own.student}`,
    ),
    call(`PATCH ${document}`, organisation.http, 401, { data: { attendance } }, `${documentsOf('STD')}/${own.student}`),
    call('POST /api/v1/user/label', newcomer.http, 200, { userId: newcomer.id, label: 'STD' }),
    call('POST /api/v1/passkey/register', student.http, 200, studentSubject),
    call('POST /api/v1/passkey/verify', student.http, 401, {
      ...studentSubject,
      credential: { ...registration, clientExtensionResults: { credProps: { rk: true } } },
    }),
    call(
      'POST /api/v1/attendance/rulings/:sessionId/:studentId',
      organisation.http,
      404,
      { status: 'absent', reason: 'Another student used the phone.', after: 0 },
      `/api/v1/attendance/rulings/${attendanceSessionId}/${own.student}`,
    ),
    call('POST /api/v1/check-ins/scan', guest, 401, { session: 'BBBBBBBBBB', code: 'BBBBBBBBBBBBBBBBBB' }),
    call('POST /api/v1/check-ins', guest, 401, { way: 'room-code' }),
    call('POST /api/v1/check-ins', organisation.http, 200, { way: 'screen', rollNumber: defaultStudent.rollNumber }),
    call('POST /api/v1/check-ins', organisation.http, 200, {
      way: 'hand',
      session: attendanceSessionId,
      students: [own.student],
      reason: 'The phone was empty.',
    }),
    call(
      'POST /api/v1/check-ins/:checkInId/finish',
      guest,
      401,
      { assertion: { ...assertion, clientExtensionResults: {} } },
      '/api/v1/check-ins/unknown/finish',
    ),
    call(
      'PATCH /api/v1/attendance/sessions/:sessionId/ways',
      organisation.http,
      200,
      { ways: ['screen'] },
      `/api/v1/attendance/sessions/${attendanceSessionId}/ways`,
    ),
    call(
      'PUT /api/v1/attendance/sessions/:sessionId/head-count',
      organisation.http,
      200,
      { counted: 51 },
      `/api/v1/attendance/sessions/${attendanceSessionId}/head-count`,
    ),
    call(
      'PUT /api/v1/attendance/sessions/:sessionId/draws/:studentId',
      organisation.http,
      404,
      { here: true },
      `/api/v1/attendance/sessions/${attendanceSessionId}/draws/${own.student}`,
    ),
    call('POST /api/v1/screens/pairing', guest, 200, { publicKey: makeScreenKey().publicKey }),
    call('POST /api/v1/screens/look-up', organisation.http, 401, { code: 'BBBB-BBBB', timeZone: 'Asia/Kolkata' }),
    call('POST /api/v1/screens', organisation.http, 401, {
      code: 'BBBB-BBBB',
      name: 'Room 12',
      days: 1,
      timeZone: 'Asia/Kolkata',
    }),
    call('PATCH /api/v1/screens/:screenId', organisation.http, 404, { name: 'Room 12' }, '/api/v1/screens/unknown'),
    call('POST /api/v1/day-passes', organisation.http, 404, {
      name: 'Meera Nair',
      courses: ['unknown'],
      timeZone: 'Asia/Kolkata',
    }),
    call('POST /api/v1/day-pass/open', guest, 401, { secret: 'not-a-secret' }),
    call(
      'POST /api/v1/day-pass/courses/:courseId/sessions',
      dayPass,
      409,
      { expected: 2, minutes: 60 },
      `/api/v1/day-pass/courses/${course.id}/sessions`,
    ),
    call(
      'POST /api/v1/day-pass/sessions/:sessionId/roll-call',
      dayPass,
      404,
      { statuses: [{ person: 'unknown', status: 'present' }], reason: '' },
      `/api/v1/day-pass/sessions/${course.sessionId}/roll-call`,
    ),
    call('PATCH /api/v1/settings', organisation.http, 200, { displayNames: 'full' }),
    call('POST /api/v1/attendance/sessions', organisation.http, 409, { group: own.organisation, expected: 2 }),
    call('POST /api/v1/people', organisation.http, 200, {
      rollNumber: '21CS1001',
      givenName: 'Aarav',
      familyName: 'Mehta',
      email: 'aarav@college.example',
      section: 'A',
    }),
    call('POST /api/v1/people/remove', organisation.http, 404, { people: ['unknown'] }),
    call('POST /api/v1/people/invite', organisation.http, 200, { people: ['unknown'] }),
    call('POST /api/v1/desk', organisation.http, 404, { person: 'unknown', newMail: false }),
    call('POST /api/v1/enrolment/open', guest, 401, { enrolmentId: 'unknown', secret: 'not-a-secret' }),
    call('POST /api/v1/enrolment/digits', guest, 401, {
      enrolmentId: 'unknown',
      secret: 'not-a-secret',
      digits: '123456',
    }),
    call('PUT /api/v1/enrolment', guest, 401, { enrolmentId: 'unknown', secret: 'not-a-secret', digits: '123456' }),
    call('PATCH /api/v1/people/:personId', organisation.http, 404, { section: 'B' }, '/api/v1/people/unknown'),
    call('POST /api/v1/courses', organisation.http, 200, { ...namedCourse, code: 'PHYS-1' }),
    call('POST /api/v1/courses/from-sections', organisation.http, 404, { sections: ['10A'], term: '' }),
    call('PATCH /api/v1/courses/:courseId', organisation.http, 404, { title: 'Maths' }, unknownCourse),
    call(
      'PUT /api/v1/courses/:courseId/policy',
      organisation.http,
      404,
      { policy: defaultCoursePolicy, isTrial: true },
      `${unknownCourse}/policy`,
    ),
    call('PUT /api/v1/courses/:courseId/teachers', organisation.http, 404, { staff: [] }, `${unknownCourse}/teachers`),
    call(
      'POST /api/v1/courses/:courseId/people',
      organisation.http,
      404,
      { people: ['unknown'], meanwhile: 'left-out' },
      `${unknownCourse}/people`,
    ),
    call(
      'POST /api/v1/courses/:courseId/people/from-section',
      organisation.http,
      404,
      { section: '10A', meanwhile: 'left-out' },
      `${unknownCourse}/people/from-section`,
    ),
    call(
      'POST /api/v1/courses/:courseId/people/:personId/end',
      organisation.http,
      404,
      { from: 0 },
      `${unknownCourse}/people/unknown/end`,
    ),
    call(
      'POST /api/v1/courses/:courseId/people/:personId/move',
      organisation.http,
      404,
      { to: 'unknown', meanwhile: 'left-out' },
      `${unknownCourse}/people/unknown/move`,
    ),
    call(
      'POST /api/v1/courses/:courseId/sessions',
      organisation.http,
      404,
      { expected: 1, minutes: 60 },
      `${unknownCourse}/sessions`,
    ),
    call('POST /api/v1/rooms', organisation.http, 200, { name: 'Hall' }),
    call('PATCH /api/v1/rooms/:roomId', organisation.http, 404, { name: 'Lab' }, '/api/v1/rooms/unknown'),
    call(
      'PUT /api/v1/course-sessions/:sessionId/room',
      organisation.http,
      404,
      { roomId: 'unknown' },
      `${unknownSession}/room`,
    ),
    call(
      'POST /api/v1/course-sessions/:sessionId/status',
      organisation.http,
      404,
      { status: 'cancelled', reason: 'A storm.' },
      `${unknownSession}/status`,
    ),
    call(
      'POST /api/v1/course-sessions/:sessionId/people/:personId/rulings',
      organisation.http,
      404,
      { status: 'late', reason: 'A bus.', after: 0 },
      `${unknownSession}/people/unknown/rulings`,
    ),
    call('POST /api/v1/imports', organisation.http, 200, {
      source: 'Office',
      fileName: 'students.csv',
      columns: ['rollNumber', 'givenName', 'familyName'],
      isWhole: false,
    }),
    call(
      'POST /api/v1/imports/:importId/lines',
      organisation.http,
      404,
      { lines: [[1, '21CS1001', 'Aarav', 'Mehta']] },
      '/api/v1/imports/unknown/lines',
    ),
    call(
      'POST /api/v1/imports/:importId/apply',
      organisation.http,
      404,
      { seal: 'none', same: [], isReviewed: false },
      '/api/v1/imports/unknown/apply',
    ),
    call('POST /api/v1/course-imports', organisation.http, 200, {
      source: 'SIS',
      fileName: 'term.zip',
      isWhole: false,
    }),
    call(
      'POST /api/v1/course-imports/:importId/parts',
      organisation.http,
      404,
      { part: 1, courses: [], enrolments: [], teachers: [] },
      '/api/v1/course-imports/unknown/parts',
    ),
    call(
      'POST /api/v1/course-imports/:importId/apply',
      organisation.http,
      404,
      { seal: 'none', isReviewed: false },
      '/api/v1/course-imports/unknown/apply',
    ),
    call('PUT /api/v1/own-login', organisation.http, 200, { readsOnly: false }),
    call('POST /api/v1/staff-invitations', organisation.http, 200, {
      email: 'invited@staff.example',
      role: 'teacher',
      title: 'Physics',
      holdsWhole: true,
    }),
    call(
      'PATCH /api/v1/staff/:staffId',
      organisation.http,
      404,
      { role: 'viewer', title: '', holdsWhole: false },
      '/api/v1/staff/unknown',
    ),
    call('POST /api/v1/invitation/look-up', guest, 401, { invitationId: 'unknown', secret: 'not-a-secret' }),
    call('POST /api/v1/invitation/stop', guest, 401, { invitationId: 'unknown', secret: 'not-a-secret' }),
    call('PUT /api/v1/invitation', guest, 401, {
      invitationId: 'unknown',
      secret: 'not-a-secret',
    }),
    call('POST /api/v1/acting', colleague.http, 404, { institute: 'unknown' }),
    call('POST /api/v1/receipts/unflag', student.http, 404, { attendanceSessionId: 'not-a-session' }),
    call('POST /api/v1/receipts/flag', student.http, 404, {
      attendanceSessionId: 'not-a-session',
      reason: 'was-there',
      words: 'I sat in the third row.',
    }),
    call('PUT /api/v1/receipts/settings', student.http, 200, { byEmail: false }),
    call('POST /api/v1/receipts/subscriptions', student.http, 201, pushSubscription),
    call('POST /api/v1/passkey/login', organisation.http, 200, studentSubject),
    call('POST /api/v1/passkey/verify-login', organisation.http, 200, {
      ...studentSubject,
      cred: { ...assertion, clientExtensionResults: { appid: true } },
    }),
    call('PUT /api/v1/passkey/rehearsal', student.http, 200, { cred: { ...assertion, clientExtensionResults: {} } }),
    call('PATCH /api/v1/passkeys/:passkeyId', student.http, 404, { name: 'Mine' }, '/api/v1/passkeys/unknown'),
    call('PUT /api/v1/passkey/replacement', guest, 401, { ...token, password }),
    call('POST /api/v1/recovery-codes/use', guest, 401, { userId: organisation.id, code: 'not-a-code' }),
    call(
      'PATCH /api/v1/members/:studentId',
      organisation.http,
      200,
      { rollNumber: defaultStudent.rollNumber },
      `/api/v1/members/${own.student}`,
    ),
    call('POST /api/v1/session/confirm', student.http, 401, { password }),
  ]
}

/** The other calls of an unsafe method: they take no body except the empty object that the SDK sends with DELETE. */
export function listBodylessCalls({
  organisation,
  student,
  attendanceSessionId,
  course,
  colleague,
  dayPass,
}: Callers): readonly KnownCall[] {
  const toUnknown = (route: string): KnownCall => ({
    route,
    path: route.slice(route.indexOf(' ') + 1).replace(/:\w+/g, 'unknown'),
    http: organisation.http,
    status: 404,
  })
  return [
    toUnknown('POST /api/v1/courses/:courseId/close'),
    toUnknown('POST /api/v1/courses/:courseId/reopen'),
    toUnknown('DELETE /api/v1/rooms/:roomId'),
    toUnknown('POST /api/v1/course-sessions/:sessionId/end'),
    toUnknown('DELETE /api/v1/course-sessions/:sessionId'),
    {
      route: 'POST /api/v1/imports/:importId/plan',
      path: '/api/v1/imports/unknown/plan',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'POST /api/v1/imports/:importId/undo',
      path: '/api/v1/imports/unknown/undo',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'POST /api/v1/course-imports/:importId/plan',
      path: '/api/v1/course-imports/unknown/plan',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'POST /api/v1/course-imports/:importId/undo',
      path: '/api/v1/course-imports/unknown/undo',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'POST /api/v1/desk/:enrolmentId/seen',
      path: '/api/v1/desk/unknown/seen',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'POST /api/v1/desk/:enrolmentId/another-person',
      path: '/api/v1/desk/unknown/another-person',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'DELETE /api/v1/staff/:staffId',
      path: '/api/v1/staff/unknown',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'POST /api/v1/staff/:staffId/passkey-link',
      path: '/api/v1/staff/unknown/passkey-link',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'POST /api/v1/staff/:staffId/passkeys/:passkeyId/confirm',
      path: '/api/v1/staff/unknown/passkeys/unknown/confirm',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'POST /api/v1/staff/:staffId/former-courses',
      path: '/api/v1/staff/unknown/former-courses',
      http: organisation.http,
      body: { giveBack: true },
      status: 404,
    },
    {
      route: 'POST /api/v1/own-login/passkeys/:passkeyId/confirm',
      path: '/api/v1/own-login/passkeys/unknown/confirm',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'POST /api/v1/staff-invitations/:invitationId/remind',
      path: '/api/v1/staff-invitations/unknown/remind',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'DELETE /api/v1/staff-invitations/:invitationId',
      path: '/api/v1/staff-invitations/unknown',
      http: organisation.http,
      status: 404,
    },
    { route: 'DELETE /api/v1/acting', path: '/api/v1/acting', http: colleague.http, status: 204 },
    {
      route: 'DELETE /api/v1/passkeys/:passkeyId',
      path: '/api/v1/passkeys/unknown',
      http: student.http,
      status: 404,
    },
    {
      route: 'POST /api/v1/passkeys/:passkeyId/clear',
      path: '/api/v1/passkeys/unknown/clear',
      http: student.http,
      status: 404,
    },
    {
      route: 'POST /api/v1/passkey/rehearsal',
      path: '/api/v1/passkey/rehearsal',
      http: student.http,
      status: 200,
    },
    {
      route: 'POST /api/v1/passkey/replacement',
      path: '/api/v1/passkey/replacement',
      http: student.http,
      status: 200,
    },
    {
      route: 'POST /api/v1/recovery-codes',
      path: '/api/v1/recovery-codes',
      http: organisation.http,
      status: 200,
    },
    {
      route: 'POST /api/v1/held-passkeys/:passkeyId/confirm',
      path: '/api/v1/held-passkeys/unknown/confirm',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'DELETE /api/v1/members/:studentId',
      path: '/api/v1/members/unknown',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'POST /api/v1/attendance/sessions/:sessionId/end',
      path: '/api/v1/attendance/sessions/unknown/end',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'POST /api/v1/attendance/sessions/:sessionId/draws',
      path: `/api/v1/attendance/sessions/${attendanceSessionId}/draws`,
      http: organisation.http,
      status: 409,
    },
    {
      route: 'DELETE /api/v1/attendance/sessions/:sessionId',
      path: '/api/v1/attendance/sessions/unknown',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'DELETE /api/v1/day-passes/:passId',
      path: '/api/v1/day-passes/unknown',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'POST /api/v1/day-pass/sessions/:sessionId/end',
      path: `/api/v1/day-pass/sessions/${course.sessionId}/end`,
      http: dayPass,
      status: 404,
    },
    {
      route: 'DELETE /api/v1/screens/:screenId',
      path: '/api/v1/screens/unknown',
      http: organisation.http,
      status: 404,
    },
    {
      route: 'DELETE /v1/account/sessions/:sessionId',
      path: '/v1/account/sessions/current',
      http: student.http,
      status: 204,
    },
    { route: 'DELETE /v1/account/sessions', path: '/v1/account/sessions', http: student.http, status: 204 },
    {
      route: `DELETE ${document}`,
      path: `${documentsPath('ORG')}/${organisation.id}`,
      http: organisation.http,
      status: 403,
    },
    {
      route: 'DELETE /api/v1/receipts/subscriptions/:subscriptionId',
      path: '/api/v1/receipts/subscriptions/not-a-subscription',
      http: student.http,
      status: 204,
    },
  ]
}

export function listReadCalls({
  guest,
  organisation,
  student,
  attendanceSessionId,
  course,
  colleague,
  dayPass,
}: Callers): readonly KnownCall[] {
  const call = (route: string, http: HttpClient, path = route.slice(route.indexOf(' ') + 1)): KnownCall => ({
    route,
    path,
    http,
    status: 200,
  })
  return [
    call('GET /api/v1/courses', organisation.http),
    call('GET /api/v1/courses/:courseId', organisation.http, `/api/v1/courses/${course.id}`),
    call('GET /api/v1/courses/:courseId/people', organisation.http, `/api/v1/courses/${course.id}/people`),
    call('GET /api/v1/courses/:courseId/register', organisation.http, `/api/v1/courses/${course.id}/register`),
    call('GET /api/v1/reports/courses', organisation.http),
    call('GET /api/v1/rooms', organisation.http),
    call('GET /api/v1/today', organisation.http),
    call('GET /api/v1/course-sessions/:sessionId', organisation.http, `/api/v1/course-sessions/${course.sessionId}`),
    call(
      'GET /api/v1/course-sessions/:sessionId/people/:personId/rulings',
      organisation.http,
      `/api/v1/course-sessions/${course.sessionId}/people/${course.personId}/rulings`,
    ),
    call('GET /api/v1/own/courses', student.http),
    call('GET /api/v1/people', organisation.http),
    { ...call('GET /api/v1/people/:personId', organisation.http, '/api/v1/people/unknown'), status: 404 },
    call('GET /api/v1/desk', organisation.http),
    call('GET /api/v1/imports', organisation.http),
    { ...call('GET /api/v1/imports/:importId', organisation.http, '/api/v1/imports/unknown'), status: 404 },
    {
      ...call('GET /api/v1/imports/:importId/lines', organisation.http, '/api/v1/imports/unknown/lines?part=new'),
      status: 404,
    },
    call('GET /api/v1/course-imports', organisation.http),
    {
      ...call('GET /api/v1/course-imports/:importId', organisation.http, '/api/v1/course-imports/unknown'),
      status: 404,
    },
    {
      ...call(
        'GET /api/v1/course-imports/:importId/courses',
        organisation.http,
        '/api/v1/course-imports/unknown/courses?part=new',
      ),
      status: 404,
    },
    call('GET /api/v1/staff', organisation.http),
    { ...call('GET /api/v1/staff/:staffId/acts', organisation.http, '/api/v1/staff/unknown/acts'), status: 404 },
    call('GET /api/v1/acting', colleague.http),
    call('GET /api/v1/institute', colleague.http),
    call('GET /api/v1/institute/students', organisation.http),
    call('GET /v1/account', student.http),
    call('GET /v1/account/sessions', student.http),
    call('GET /v1/account/sessions/:sessionId', student.http, '/v1/account/sessions/current'),
    call(`GET ${documents}`, student.http, documentsPath('ORG')),
    call(`GET ${documents}`, organisation.http, documentsPath('STD')),
    call(`GET ${document}`, student.http, `${documentsPath('ORG')}/${organisation.id}`),
    call(`GET ${document}`, organisation.http, `${documentsPath('STD')}/${student.id}`),
    call('GET /api/v1/attendance/running', organisation.http),
    call('GET /api/v1/reports/sessions', organisation.http),
    call('GET /api/v1/reports/attendance-over-time', organisation.http),
    call('GET /api/v1/reports/students', organisation.http),
    call('GET /api/v1/reports/sessions/:sessionId', organisation.http, reportPaths.sessionSheet(attendanceSessionId)),
    call(
      'GET /api/v1/reports/sessions/:sessionId/report',
      organisation.http,
      `${reportPaths.sessionSheet(attendanceSessionId)}/report`,
    ),
    call('GET /api/v1/reports/students/:studentId', organisation.http, reportPaths.student(student.id)),
    call(
      'GET /api/v1/reports/students/:studentId/report',
      organisation.http,
      `${reportPaths.student(student.id)}/report`,
    ),
    call('GET /api/v1/reports/own', student.http, `${reportPaths.own}?organisation=${organisation.id}`),
    call('GET /api/v1/attendance/flagged', organisation.http),
    {
      ...call(
        'GET /api/v1/attendance/rulings/:sessionId/:studentId',
        organisation.http,
        `/api/v1/attendance/rulings/${attendanceSessionId}/${student.id}`,
      ),
      status: 404,
    },
    {
      ...call(
        'GET /api/v1/attendance/evidence/:sessionId/:studentId',
        student.http,
        `/api/v1/attendance/evidence/${attendanceSessionId}/${student.id}`,
      ),
      status: 404,
    },
    {
      ...call(
        'GET /api/v1/attendance/sessions/:sessionId/room-code',
        organisation.http,
        `/api/v1/attendance/sessions/${attendanceSessionId}/room-code`,
      ),
      status: 401,
    },
    call(
      'GET /api/v1/attendance/sessions/:sessionId/sheet',
      organisation.http,
      `/api/v1/attendance/sessions/${attendanceSessionId}/sheet`,
    ),
    call('GET /api/v1/screens/pairing', guest),
    call('GET /api/v1/screens', organisation.http),
    { ...call('GET /api/v1/screen', guest), status: 401 },
    call('GET /api/v1/day-passes', organisation.http),
    call('GET /api/v1/day-pass', dayPass),
    call('GET /api/v1/day-pass/sessions/:sessionId', dayPass, `/api/v1/day-pass/sessions/${course.sessionId}`),
    {
      ...call(
        'GET /api/v1/day-pass/sessions/:sessionId/room-code',
        dayPass,
        `/api/v1/day-pass/sessions/${course.sessionId}/room-code`,
      ),
      status: 401,
    },
    call('GET /api/v1/settings', organisation.http),
    call('GET /api/v1/receipts', student.http),
    call('GET /api/v1/receipts/settings', student.http),
    call('GET /api/v1/passkeys', student.http),
    call('GET /api/v1/members/:studentId/passkey', organisation.http, `/api/v1/members/${student.id}/passkey`),
    call('GET /api/v1/memberships/ended', student.http),
    call('GET /api/v1/held-passkeys', organisation.http),
    call('GET /v1/ping', guest),
    call('GET /api/v1/ping', guest),
  ]
}

/** The calls that answer with a file. The audit log records them; they change nothing else. */
export function listExportCalls({ organisation, student, course, attendanceSessionId }: Callers): readonly KnownCall[] {
  const { exports } = reportPaths
  const call = (route: string, path: string): KnownCall => ({
    route: `GET /api/v1/reports/${route}/export`,
    path: `${path}?format=csv`,
    http: organisation.http,
    status: 200,
  })
  return [
    call('sessions', exports.sessions),
    call('sessions/:sessionId', exports.sessionSheet(attendanceSessionId)),
    call('students', exports.students),
    call('students/:studentId', exports.student(student.id)),
    call('attendance-book', exports.attendanceBook),
    call('courses', exports.courses),
    call('courses/:courseId', exports.courseRegister(course.id)),
    { route: 'GET /api/v1/own/data', path: '/api/v1/own/data', http: student.http, status: 200 },
  ]
}

export const methodOf = ({ route }: Pick<KnownCall, 'route'>): string => route.slice(0, route.indexOf(' '))
