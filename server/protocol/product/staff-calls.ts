import { sessionLife } from '../../domain/accounts/session-life.ts'
import { joinByLink, lookUpLink, stopMailsByLink } from '../../domain/roster/join-by-link.ts'
import { beginActing, endActing, readActing } from '../../domain/staff/acting.ts'
import { answerFormerCourses } from '../../domain/staff/former-courses.ts'
import { askForInvitation, inviteStaff, remindInvited, withdrawInvitation } from '../../domain/staff/invite.ts'
import { confirmStaffPasskey, sendPasskeyLink } from '../../domain/staff/lost-passkey.ts'
import { changeStaff, endStaff, listStaff } from '../../domain/staff/manage-staff.ts'
import { changeOwnLogin, confirmOwnLoginPasskey } from '../../domain/staff/own-login.ts'
import { readStaffActs } from '../../domain/staff/read-acts.ts'
import { thenShow } from '../http/then-show.ts'
import type { ProductHandlers } from './product-handlers.ts'
import { setFirstSession } from './set-first-session.ts'

/** The people of an institute: how they are invited, join, and act for it. */
export const staffCalls = {
  'GET /staff': listStaff,
  'GET /staff/:staffId/acts': readStaffActs,
  'PATCH /staff/:staffId': thenShow(listStaff, changeStaff),
  'DELETE /staff/:staffId': thenShow(listStaff, endStaff),
  'POST /staff/:staffId/former-courses': thenShow(listStaff, answerFormerCourses),
  'POST /staff/:staffId/passkey-link': thenShow(listStaff, sendPasskeyLink),
  'POST /staff/:staffId/passkeys/:passkeyId/confirm': thenShow(listStaff, confirmStaffPasskey),
  'POST /own-login/passkeys/:passkeyId/confirm': thenShow(listStaff, confirmOwnLoginPasskey),
  'PUT /own-login': thenShow(listStaff, changeOwnLogin),
  'POST /staff-invitations': thenShow(listStaff, inviteStaff),
  'POST /staff-invitations/ask': thenShow(listStaff, askForInvitation),
  'POST /staff-invitations/:invitationId/remind': thenShow(listStaff, remindInvited),
  'DELETE /staff-invitations/:invitationId': thenShow(listStaff, withdrawInvitation),
  'POST /invitation/look-up': lookUpLink,
  'POST /invitation/stop': stopMailsByLink,
  async 'PUT /invitation'(deps, door, input, { reply }) {
    const { account, student, ...link } = input
    const joined = await joinByLink(deps, door, link, { account, student })
    setFirstSession(deps, reply, student ? 'STD' : 'STF', joined)
  },
  'GET /acting': readActing,
  async 'POST /acting'(deps, door, input, { reply }) {
    const { token } = await beginActing(deps, door, input)
    deps.cookies.set(reply, 'session', token, sessionLife('STF').absoluteMs)
  },
  async 'DELETE /acting'(deps, door, _input, { reply }) {
    const { token, label } = await endActing(deps, door)
    if (token === undefined) deps.cookies.clear(reply, 'session')
    else deps.cookies.set(reply, 'session', token, sessionLife(label).absoluteMs)
  },
} satisfies Partial<ProductHandlers>
