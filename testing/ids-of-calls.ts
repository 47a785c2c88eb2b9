import type { appwriteCalls } from '#contract/appwrite-calls.ts'
import { defaultCoursePolicy } from '#contract/course-policy.ts'
import type { productCalls } from '#contract/product-calls.ts'

/**
 * Which ids each call takes, and of what kind each is; written by hand. A place is ':name' in the address, '?name' in the query,
 * or a field of the body, with '[]' behind a list.
 */

/** What an id in the database can be of. */
export const kindsOfIds = [
  'institute',
  'student',
  'colleague',
  'person',
  'class',
  'course-session',
  'public-session',
  'course',
  'room',
  'screen',
  'staff',
  'invitation',
  'import',
  'course-import',
  'day-pass',
  'desk-case',
  'passkey',
  'check-in',
  'subscription',
  'login',
] as const
export type KindOfId = (typeof kindsOfIds)[number]

export type Place = {
  /** Of the caller's institute. None: what the id names must be proven by a secret, a code or a signature. */
  readonly kinds: readonly KindOfId[]
  /**
   * 'caller': of the caller alone. 'anywhere': of every institute. 'readable': what the caller may read is refused with 401 to
   * who may not change it: every institute, and students of the own one.
   */
  readonly of?: 'caller' | 'anywhere' | 'readable'
}

export type CallWithIds = {
  readonly ids: Readonly<Record<string, Place>>
  /** Parts of the address that are words. */
  readonly fixed?: Readonly<Record<string, string>>
  /** The rest of the query or of the body. */
  readonly query?: string
  readonly body?: Readonly<Record<string, unknown>>
}

type IdsOf<Calls> = Readonly<Partial<Record<keyof Calls, CallWithIds | readonly CallWithIds[]>>>

const of = (...kinds: readonly KindOfId[]): Place => ({ kinds })
const own = (...kinds: readonly KindOfId[]): Place => ({ kinds, of: 'caller' })
const anywhere = (...kinds: readonly KindOfId[]): Place => ({ kinds, of: 'anywhere' })
const readable = (...kinds: readonly KindOfId[]): Place => ({ kinds, of: 'readable' })
const proven = of()
const ownAccount = own('institute', 'student', 'colleague')

const session = of('class', 'course-session')
const publicKey = { id: 'AAAA', rawId: 'AAAA', type: 'public-key', clientExtensionResults: {} }
const credential = { ...publicKey, response: { clientDataJSON: 'AAAA', attestationObject: 'AAAA' } }
const assertion = { ...publicKey, response: { clientDataJSON: 'AAAA', authenticatorData: 'AAAA', signature: 'AAAA' } }
const password = 'tramway-umbrella-77'
const secret = 'not-a-secret'
/** Stand for the secrets of the institute's own invitation and desk case. */
export const ownSecrets = { invitation: '$invitation', case: '$case' } as const
const ruling = { status: 'absent', reason: 'Another student used the phone.', after: 0 }
const backDated = { meanwhile: 'left-out' }

/** Of the product's own API, each in one form or more. */
export const idsOfProductCalls: IdsOf<typeof productCalls> = {
  'POST /user/label': { ids: { userId: ownAccount }, body: { label: 'STD' } },
  'POST /institutes/look-up': { ids: { code: anywhere('institute') } },
  'POST /passkey/register': { ids: { userId: ownAccount }, body: { category: 'STD' } },
  'POST /passkey/verify': { ids: { userId: ownAccount }, body: { category: 'STD', credential } },
  'POST /passkey/login': [
    { ids: { userId: of('student') }, body: { category: 'STD' } },
    { ids: { userId: anywhere('institute') }, body: { category: 'ORG' } },
    { ids: { userId: own('colleague') }, body: { category: 'STF' } },
  ],
  'POST /passkey/verify-login': { ids: { userId: ownAccount }, body: { category: 'STD', cred: assertion } },
  'PUT /passkey/replacement': { ids: { userId: proven }, body: { secret, password } },
  'PATCH /passkeys/:passkeyId': { ids: { ':passkeyId': own('passkey') }, body: { name: 'Mine' } },
  'DELETE /passkeys/:passkeyId': { ids: { ':passkeyId': own('passkey') } },
  'POST /passkeys/:passkeyId/clear': { ids: { ':passkeyId': own('passkey') } },
  'POST /recovery-codes/use': { ids: { userId: proven }, body: { code: 'not-a-code' } },
  'POST /held-passkeys/:passkeyId/confirm': { ids: { ':passkeyId': of('passkey') } },
  'PATCH /members/:studentId': { ids: { ':studentId': of('student') }, body: { rollNumber: 'R-77' } },
  'DELETE /members/:studentId': { ids: { ':studentId': of('student') } },
  'GET /members/:studentId/passkey': { ids: { ':studentId': of('student') } },
  'POST /attendance/sessions': { ids: { group: of('institute') }, body: { expected: 2 } },
  'POST /attendance/sessions/:sessionId/end': { ids: { ':sessionId': of('class') } },
  'DELETE /attendance/sessions/:sessionId': { ids: { ':sessionId': of('class') } },
  'GET /attendance/sessions/:sessionId/room-code': { ids: { ':sessionId': session } },
  'PATCH /attendance/sessions/:sessionId/ways': { ids: { ':sessionId': session }, body: { ways: ['screen'] } },
  'GET /attendance/sessions/:sessionId/sheet': { ids: { ':sessionId': of('class') } },
  'PUT /attendance/sessions/:sessionId/head-count': { ids: { ':sessionId': session }, body: { counted: 3 } },
  'POST /attendance/sessions/:sessionId/draws': { ids: { ':sessionId': session } },
  'PUT /attendance/sessions/:sessionId/draws/:studentId': {
    ids: { ':sessionId': session, ':studentId': of('student') },
    body: { here: true },
  },
  'POST /check-ins/scan': { ids: { session: proven }, body: { code: 'BBBBBBBBBBBBBBBBBB' } },
  'POST /check-ins': [
    { ids: { session }, body: { way: 'screen', rollNumber: 'unknown' } },
    {
      ids: { session, 'students[]': of('student') },
      body: { way: 'hand', reason: 'The phone was empty.' },
    },
    {
      ids: { session: of('course-session'), 'statuses[].person': of('person') },
      body: { way: 'roll-call', reason: 'A bus.', statuses: [{ status: 'late' }] },
    },
  ],
  'POST /check-ins/:checkInId/finish': { ids: { ':checkInId': own('check-in') }, body: { assertion } },
  'GET /attendance/rulings/:sessionId/:studentId': {
    ids: { ':sessionId': of('class'), ':studentId': of('student') },
  },
  'POST /attendance/rulings/:sessionId/:studentId': {
    ids: { ':sessionId': of('class'), ':studentId': of('student') },
    body: ruling,
  },
  'GET /attendance/evidence/:sessionId/:studentId': {
    ids: { ':sessionId': session, ':studentId': of('student') },
  },
  'POST /receipts/flag': { ids: { attendanceSessionId: of('class') }, body: { reason: 'was-there', words: 'I was.' } },
  'POST /receipts/unflag': { ids: { attendanceSessionId: of('class') } },
  'DELETE /receipts/subscriptions/:subscriptionId': { ids: { ':subscriptionId': own('subscription') } },
  'POST /screens': {
    ids: { roomId: of('room') },
    body: { code: 'BBBB-BBBB', name: 'Room 12', days: 1, timeZone: 'Asia/Kolkata' },
  },
  'PATCH /screens/:screenId': { ids: { ':screenId': of('screen'), roomId: of('room') }, body: { name: 'Room 12' } },
  'DELETE /screens/:screenId': { ids: { ':screenId': of('screen') } },
  'POST /people/remove': { ids: { 'people[]': of('person') } },
  'POST /people/invite': { ids: { 'people[]': of('person') } },
  'POST /desk': { ids: { person: of('person') }, body: { newMail: false } },
  'POST /desk/:enrolmentId/seen': { ids: { ':enrolmentId': of('desk-case') } },
  'POST /desk/:enrolmentId/another-person': { ids: { ':enrolmentId': of('desk-case') } },
  'POST /enrolment/open': { ids: { enrolmentId: of('desk-case') }, body: { secret: ownSecrets.case } },
  'POST /enrolment/digits': {
    ids: { enrolmentId: of('desk-case') },
    body: { secret: ownSecrets.case, digits: '123456' },
  },
  'PUT /enrolment': { ids: { enrolmentId: of('desk-case') }, body: { secret: ownSecrets.case, digits: '123456' } },
  'GET /people/:personId': { ids: { ':personId': of('person') } },
  'PATCH /people/:personId': { ids: { ':personId': of('person') }, body: { section: 'B' } },
  'POST /day-passes': { ids: { 'courses[]': of('course') }, body: { name: 'Meera Nair', timeZone: 'Asia/Kolkata' } },
  'DELETE /day-passes/:passId': { ids: { ':passId': of('day-pass') } },
  'POST /day-pass/courses/:courseId/sessions': {
    ids: { ':courseId': of('course'), roomId: of('room') },
    body: { expected: 1, minutes: 60 },
  },
  'GET /day-pass/sessions/:sessionId': { ids: { ':sessionId': of('course-session') } },
  'POST /day-pass/sessions/:sessionId/roll-call': {
    ids: { ':sessionId': of('course-session'), 'statuses[].person': of('person') },
    body: { reason: 'A bus.', statuses: [{ status: 'late' }] },
  },
  'POST /day-pass/sessions/:sessionId/end': { ids: { ':sessionId': of('course-session') } },
  'GET /day-pass/sessions/:sessionId/room-code': { ids: { ':sessionId': of('course-session') } },
  'POST /courses': {
    ids: { parentId: of('course') },
    body: { code: 'NEW-1', title: 'Physics', kind: 'section', department: '', term: '' },
  },
  'GET /reports/courses/:courseId/export': { ids: { ':courseId': of('course') }, query: 'format=csv' },
  'GET /courses/:courseId': { ids: { ':courseId': of('course') } },
  'PATCH /courses/:courseId': { ids: { ':courseId': of('course') }, body: { title: 'Maths' } },
  'PUT /courses/:courseId/policy': {
    ids: { ':courseId': of('course') },
    body: { policy: defaultCoursePolicy, isTrial: false },
  },
  'PUT /courses/:courseId/teachers': { ids: { ':courseId': of('course'), 'staff[]': of('staff') } },
  'POST /courses/:courseId/close': { ids: { ':courseId': of('course') } },
  'POST /courses/:courseId/reopen': { ids: { ':courseId': of('course') } },
  'GET /courses/:courseId/people': { ids: { ':courseId': of('course') } },
  'POST /courses/:courseId/people': {
    ids: { ':courseId': of('course'), 'people[]': of('person') },
    body: backDated,
  },
  'POST /courses/:courseId/people/from-section': {
    ids: { ':courseId': of('course') },
    body: { section: '10A', ...backDated },
  },
  'POST /courses/:courseId/people/:personId/end': {
    ids: { ':courseId': of('course'), ':personId': of('person') },
    body: {},
  },
  'POST /courses/:courseId/people/:personId/move': {
    ids: { ':courseId': of('course'), ':personId': of('person'), to: of('course') },
    body: backDated,
  },
  'GET /courses/:courseId/register': { ids: { ':courseId': of('course') } },
  'POST /courses/:courseId/sessions': {
    ids: { ':courseId': of('course'), roomId: of('room'), endsOther: of('course-session') },
    body: { expected: 1, minutes: 60 },
  },
  'PATCH /rooms/:roomId': { ids: { ':roomId': of('room') }, body: { name: 'Lab' } },
  'DELETE /rooms/:roomId': { ids: { ':roomId': of('room') } },
  'GET /course-sessions/:sessionId': { ids: { ':sessionId': of('course-session') } },
  'PUT /course-sessions/:sessionId/room': { ids: { ':sessionId': of('course-session'), roomId: of('room') } },
  'POST /course-sessions/:sessionId/end': { ids: { ':sessionId': of('course-session') } },
  'DELETE /course-sessions/:sessionId': { ids: { ':sessionId': of('course-session') } },
  'POST /course-sessions/:sessionId/status': {
    ids: { ':sessionId': of('course-session') },
    body: { status: 'cancelled', reason: 'A storm.' },
  },
  'GET /course-sessions/:sessionId/people/:personId/rulings': {
    ids: { ':sessionId': of('course-session'), ':personId': of('person') },
  },
  'POST /course-sessions/:sessionId/people/:personId/rulings': {
    ids: { ':sessionId': of('course-session'), ':personId': of('person') },
    body: { ...ruling, status: 'late' },
  },
  'POST /imports/:importId/lines': {
    ids: { ':importId': of('import') },
    body: { lines: [[1, '21CS1001', 'Aarav', 'Mehta']] },
  },
  'POST /imports/:importId/plan': { ids: { ':importId': of('import') } },
  'GET /imports/:importId': { ids: { ':importId': of('import') } },
  'GET /imports/:importId/lines': { ids: { ':importId': of('import') }, query: 'part=new' },
  'POST /imports/:importId/apply': {
    ids: { ':importId': of('import') },
    body: { seal: 'none', same: [], isReviewed: false },
  },
  'POST /imports/:importId/undo': { ids: { ':importId': of('import') } },
  'POST /course-imports/:importId/parts': {
    ids: { ':importId': of('course-import') },
    body: { part: 1, courses: [], enrolments: [], teachers: [] },
  },
  'POST /course-imports/:importId/plan': { ids: { ':importId': of('course-import') } },
  'GET /course-imports/:importId': { ids: { ':importId': of('course-import') } },
  'GET /course-imports/:importId/courses': { ids: { ':importId': of('course-import') }, query: 'part=new' },
  'POST /course-imports/:importId/apply': {
    ids: { ':importId': of('course-import') },
    body: { seal: 'none', isReviewed: false },
  },
  'POST /course-imports/:importId/undo': { ids: { ':importId': of('course-import') } },
  'GET /staff/:staffId/acts': { ids: { ':staffId': of('staff') } },
  'PATCH /staff/:staffId': {
    ids: { ':staffId': of('staff') },
    body: { role: 'viewer', title: '', holdsWhole: false },
  },
  'DELETE /staff/:staffId': { ids: { ':staffId': of('staff') } },
  'POST /staff/:staffId/passkey-link': { ids: { ':staffId': of('staff') } },
  'POST /staff/:staffId/passkeys/:passkeyId/confirm': {
    ids: { ':staffId': of('staff'), ':passkeyId': of('passkey') },
  },
  'POST /staff/:staffId/former-courses': { ids: { ':staffId': of('staff') }, body: { giveBack: true } },
  'POST /own-login/passkeys/:passkeyId/confirm': { ids: { ':passkeyId': of('passkey') } },
  'POST /staff-invitations/:invitationId/remind': { ids: { ':invitationId': of('invitation') } },
  'DELETE /staff-invitations/:invitationId': { ids: { ':invitationId': of('invitation') } },
  'POST /invitation/look-up': { ids: { invitationId: of('invitation') }, body: { secret: ownSecrets.invitation } },
  'POST /invitation/stop': { ids: { invitationId: of('invitation') }, body: { secret: ownSecrets.invitation } },
  'PUT /invitation': { ids: { invitationId: of('invitation') }, body: { secret: ownSecrets.invitation } },
  'POST /acting': { ids: { institute: own('institute') } },
  'GET /reports/sessions/:sessionId': { ids: { ':sessionId': of('class') } },
  'GET /reports/sessions/:sessionId/report': { ids: { ':sessionId': of('class') } },
  'GET /reports/sessions/:sessionId/export': { ids: { ':sessionId': of('class') }, query: 'format=csv' },
  'GET /reports/students/:studentId': { ids: { ':studentId': of('student') } },
  'GET /reports/students/:studentId/report': { ids: { ':studentId': of('student') } },
  'GET /reports/students/:studentId/export': { ids: { ':studentId': of('student') }, query: 'format=csv' },
  'GET /reports/own': { ids: { '?organisation': own('institute') } },
}

const organisations = { ':databaseId': 'rollkey', ':collectionId': 'organisations' }
const students = { ...organisations, ':collectionId': 'students' }
const phone = { data: { phoneNumber: '080 7654321' } }

/** Of the client protocol. The collection says of which kind the id of a document is. */
export const idsOfAppwriteCalls: IdsOf<typeof appwriteCalls> = {
  'PUT /account/verification': { ids: { userId: proven }, body: { secret } },
  'PUT /account/verifications/email': { ids: { userId: proven }, body: { secret } },
  'PUT /account/recovery': { ids: { userId: proven }, body: { secret, password } },
  'GET /account/sessions/:sessionId': { ids: { ':sessionId': own('login') } },
  'DELETE /account/sessions/:sessionId': { ids: { ':sessionId': own('login') } },
  'GET /databases/:databaseId/collections/:collectionId/documents/:documentId': [
    { fixed: organisations, ids: { ':documentId': anywhere('institute') } },
    { fixed: students, ids: { ':documentId': of('student') } },
  ],
  'PATCH /databases/:databaseId/collections/:collectionId/documents/:documentId': [
    { fixed: organisations, ids: { ':documentId': readable('institute', 'student') }, body: phone },
    { fixed: organisations, ids: { ':documentId': readable('institute', 'student') }, body: { data: { classes: 2 } } },
    { fixed: students, ids: { ':documentId': readable('student') }, body: phone },
    { fixed: students, ids: { ':documentId': of('student'), 'data.attendance{}': of('institute') } },
    { fixed: students, ids: { ':documentId': readable('student'), 'data.organisation[]': anywhere('institute') } },
  ],
  'DELETE /databases/:databaseId/collections/:collectionId/documents/:documentId': [
    { fixed: organisations, ids: { ':documentId': readable('institute', 'student') } },
    { fixed: students, ids: { ':documentId': readable('student') } },
  ],
}

/** Fields of text in queries and bodies that name nothing in the database by an id. */
export const wordsOfCalls: readonly string[] = [
  ...['address', 'email', 'password', 'oldPassword', 'secret', 'digits', 'code', 'url', 'endpoint', 'p256dh', 'auth'],
  ...['name', 'title', 'department', 'term', 'givenName', 'familyName', 'firstName', 'lastName', 'phoneNumber'],
  ...['rollNumber', 'section', 'sections', 'reason', 'note', 'words', 'source', 'fileName', 'publicKey', 'timeZone'],
  ...['addressLine1', 'addressLine2', 'state', 'city', 'databaseId', 'collectionId'],
  ...['zone', 'search', 'from', 'to', 'limit', 'offset', 'after', 'before', 'seal'],
]
/** What a passkey signs, and lines of files, whose ids are those of another program. */
export const signedOrFiled = /^(credential|cred|assertion|courses\[\]|enrolments\[\]|teachers\[\])\./
