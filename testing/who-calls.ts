import type { appwriteCalls } from '#contract/appwrite-calls.ts'
import type { productCalls } from '#contract/product-calls.ts'

type Who =
  | 'guest'
  | 'student'
  | 'organisation'
  | 'newcomer'
  | 'newOrganisation'
  | 'newStudent'
  | 'colleague'
  | 'dayPass'
/** Who makes a call, and what it answers. 'real': the ids in it are of something that is there. */
export type Row = { readonly by: Who; readonly status: number | undefined; readonly ids: 'real' | undefined }
type Rows<List> = { readonly [Name in keyof List]?: Row | readonly Row[] }

export const by = (who: Who, status?: number, ids?: 'real'): Row => ({ by: who, status, ids })

/**
 * The calls that are not made as most are: by the institute, to read what is there or to change what is not. Of a call with
 * several examples each has a row.
 */
export const productRows: Rows<typeof productCalls> = {
  'POST /user/label': by('newcomer', 200, 'real'),
  'POST /profiles/look-up': by('guest'),
  'POST /institutes/look-up': by('guest', 200, 'real'),
  'POST /passwords/check': by('guest'),
  'POST /reads': by('student', 200, 'real'),
  'POST /passkey/register': by('student', 200, 'real'),
  'POST /passkey/verify': by('student', 401, 'real'),
  'POST /passkey/login': [
    by('organisation', 200, 'real'),
    by('organisation', 200, 'real'),
    by('colleague', 200, 'real'),
  ],
  'POST /passkey/verify-login': by('student', 200, 'real'),
  'POST /passkey/rehearsal': by('student'),
  'PUT /passkey/rehearsal': by('student'),
  'POST /passkey/replacement': by('student'),
  'PUT /passkey/replacement': by('guest', 401, 'real'),
  'GET /passkeys': by('student'),
  'GET /own/account': by('student'),
  'DELETE /own/account': by('student'),
  'POST /own/account': by('student', 204),
  'PUT /own/account': by('guest', 401, 'real'),
  'PATCH /own/name': by('student'),
  'PATCH /passkeys/:passkeyId': by('student'),
  'DELETE /passkeys/:passkeyId': by('student'),
  'POST /passkeys/:passkeyId/clear': by('student'),
  'POST /recovery-codes/use': by('guest', 401, 'real'),
  'POST /session/confirm': by('student', 401),
  'PATCH /members/:studentId': by('organisation', 200, 'real'),
  'DELETE /memberships/:organisationId': by('student'),
  'GET /memberships/ended': by('student'),
  'POST /memberships/seen': by('student', 200),
  'GET /institute': by('colleague'),
  'POST /groups/:groupId/sessions': [by('organisation', 200, 'real'), by('organisation', 409, 'real')],
  'GET /sessions/:sessionId/room-code': by('organisation', 401),
  'PATCH /sessions/:sessionId/ways': by('organisation', 200, 'real'),
  'PUT /sessions/:sessionId/head-count': by('organisation', 200, 'real'),
  'POST /sessions/:sessionId/draws': by('organisation', 409, 'real'),
  'PUT /sessions/:sessionId/draws/:studentId': by('organisation', 404, 'real'),
  'POST /check-ins/scan': by('guest', 401, 'real'),
  'POST /check-ins': [
    by('guest', 401),
    by('organisation'),
    by('organisation', 200, 'real'),
    by('organisation', 200, 'real'),
  ],
  'POST /check-ins/:checkInId/finish': by('guest', 401),
  'GET /sessions/:sessionId/people/:personId/evidence': by('organisation', 404),
  'GET /own/evidence/:sessionId': by('student', 404),
  'GET /receipts': by('student'),
  'POST /receipts/flag': by('student'),
  'POST /receipts/unflag': by('student'),
  'GET /receipts/settings': by('student'),
  'PUT /receipts/settings': by('student'),
  'POST /receipts/subscriptions': by('student'),
  'DELETE /receipts/subscriptions/:subscriptionId': by('student', 204),
  'POST /screens/pairing': by('guest'),
  'GET /screens/pairing': by('guest'),
  'POST /screens/look-up': by('organisation', 401),
  'POST /screens': by('organisation', 401),
  'GET /screen': by('guest', 401),
  'POST /people/invite': by('organisation', 200),
  'POST /enrolment/open': by('guest', 401),
  'POST /enrolment/digits': by('guest', 401),
  'PUT /enrolment': by('guest', 401),
  'POST /day-pass/open': by('guest', 401),
  'GET /day-pass': by('dayPass'),
  'POST /day-pass/courses/:courseId/sessions': by('dayPass', 409, 'real'),
  'GET /day-pass/sessions/:sessionId': by('dayPass'),
  'POST /day-pass/sessions/:sessionId/roll-call': by('dayPass', 200, 'real'),
  'POST /day-pass/sessions/:sessionId/end': by('dayPass', 404, 'real'),
  'GET /day-pass/sessions/:sessionId/room-code': by('dayPass', 401),
  'POST /courses/from-sections': by('organisation', 404),
  'GET /own/courses': by('student'),
  'GET /own/courses/:courseId/sessions/:sessionId': by('student'),
  'GET /own/data': by('student'),
  'POST /invitation/look-up': by('guest', 401),
  'POST /invitation/stop': by('guest', 401),
  'PUT /invitation': by('guest', 401),
  'GET /acting': by('colleague'),
  'POST /acting': by('colleague'),
  'DELETE /acting': by('colleague'),
  'GET /reports/own': by('student'),
  'GET /ping': by('guest'),
}

const documents = '/databases/:databaseId/collections/:collectionId/documents'
export const appwriteRows: Rows<typeof appwriteCalls> = {
  'GET /account': by('student'),
  'POST /account': by('guest'),
  'POST /account/sessions/email': by('guest', 401),
  'POST /account/sessions': by('guest', 401),
  'GET /account/sessions': by('student'),
  'GET /account/sessions/:sessionId': by('student'),
  'DELETE /account/sessions/:sessionId': by('student', 204, 'real'),
  'DELETE /account/sessions': by('student'),
  'PATCH /account/email': by('student', 401),
  'PATCH /account/password': by('student', 401),
  'POST /account/verification': by('student', 409),
  'POST /account/verifications/email': by('student', 409),
  'PUT /account/verification': by('guest', 401, 'real'),
  'PUT /account/verifications/email': by('guest', 401, 'real'),
  'POST /account/recovery': by('guest'),
  'PUT /account/recovery': by('guest', 401, 'real'),
  [`GET ${documents}`]: [by('student'), by('organisation')],
  [`GET ${documents}/:documentId`]: [by('student'), by('organisation')],
  [`POST ${documents}`]: [by('newOrganisation', 201, 'real'), by('newStudent', 201, 'real')],
  [`PATCH ${documents}/:documentId`]: [
    by('organisation', 400, 'real'),
    by('organisation', 200, 'real'),
    by('organisation', 409, 'real'),
    by('student', 200, 'real'),
    by('student', 409, 'real'),
    by('organisation', 401, 'real'),
  ],
  [`DELETE ${documents}/:documentId`]: [by('organisation', 403, 'real'), by('student', 403, 'real')],
  'GET /ping': by('guest'),
}
