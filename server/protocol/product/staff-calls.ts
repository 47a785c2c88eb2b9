import { sessionLife } from '../../domain/accounts/session-life.ts'
import { joinByLink, lookUpLink, stopMailsByLink } from '../../domain/roster/join-by-link.ts'
import { beginActing, endActing, readActing } from '../../domain/staff/acting.ts'
import { answerFormerCourses } from '../../domain/staff/former-courses.ts'
import { inviteStaff, remindInvited, withdrawInvitation } from '../../domain/staff/invite.ts'
import { confirmStaffPasskey, sendPasskeyLink } from '../../domain/staff/lost-passkey.ts'
import { changeStaff, endStaff, listStaff } from '../../domain/staff/manage-staff.ts'
import { changeOwnLogin, confirmOwnLoginPasskey } from '../../domain/staff/own-login.ts'
import { readStaffActs } from '../../domain/staff/read-acts.ts'
import type { ProductHandlers } from './product-handlers.ts'
import { setFirstSession } from './set-first-session.ts'

/** The people of an institute: how they are invited, join, and act for it. */
export const staffCalls = {
  async 'GET /staff'(deps, { context }) {
    return listStaff(deps, context)
  },
  async 'GET /staff/:staffId/acts'(deps, { context, params, query }) {
    return readStaffActs(deps, context, params.staffId, query.before)
  },
  async 'PATCH /staff/:staffId'(deps, { context, params, input }) {
    const ended = await changeStaff(deps, context, params.staffId, input)
    return { ...(await listStaff(deps, context)), ended }
  },
  async 'DELETE /staff/:staffId'(deps, { context, params }) {
    const left = await endStaff(deps, context, params.staffId)
    return { ...(await listStaff(deps, context)), ...left }
  },
  async 'POST /staff/:staffId/former-courses'(deps, { context, params, input }) {
    await answerFormerCourses(deps, context, params.staffId, input.giveBack)
    return listStaff(deps, context)
  },
  async 'POST /staff/:staffId/passkey-link'(deps, { context, params }) {
    await sendPasskeyLink(deps, context, params.staffId)
    return listStaff(deps, context)
  },
  async 'POST /staff/:staffId/passkeys/:passkeyId/confirm'(deps, { context, params }) {
    await confirmStaffPasskey(deps, context, params.staffId, params.passkeyId)
    return listStaff(deps, context)
  },
  async 'POST /own-login/passkeys/:passkeyId/confirm'(deps, { context, params }) {
    await confirmOwnLoginPasskey(deps, context, params.passkeyId)
    return listStaff(deps, context)
  },
  async 'PUT /own-login'(deps, { context, input }) {
    await changeOwnLogin(deps, context, input.readsOnly)
    return listStaff(deps, context)
  },
  async 'POST /staff-invitations'(deps, { context, input }) {
    const invited = await inviteStaff(deps, context, input)
    return { ...(await listStaff(deps, context)), ...invited }
  },
  async 'POST /staff-invitations/:invitationId/remind'(deps, { context, params }) {
    const invited = await remindInvited(deps, context, params.invitationId)
    return { ...(await listStaff(deps, context)), ...invited }
  },
  async 'DELETE /staff-invitations/:invitationId'(deps, { context, params }) {
    await withdrawInvitation(deps, context, params.invitationId)
    return listStaff(deps, context)
  },
  async 'POST /invitation/look-up'(deps, { context, input }) {
    return lookUpLink(deps, context, input)
  },
  async 'POST /invitation/stop'(deps, { context, input }) {
    await stopMailsByLink(deps, context, input)
    return undefined
  },
  async 'PUT /invitation'(deps, { reply, context, input }) {
    const { account, student, ...link } = input
    const joined = await joinByLink(deps, context, link, { account, student })
    setFirstSession(deps, reply, student ? 'STD' : 'STF', joined)
    return undefined
  },
  async 'GET /acting'(deps, { context }) {
    return readActing(deps, context)
  },
  async 'POST /acting'(deps, { reply, context, input }) {
    const { token } = await beginActing(deps, context, input.institute)
    deps.cookies.set(reply, 'session', token, sessionLife('STF').absoluteMs)
    return undefined
  },
  async 'DELETE /acting'(deps, { reply, context }) {
    const { token, label } = await endActing(deps, context)
    if (token === undefined) deps.cookies.clear(reply, 'session')
    else deps.cookies.set(reply, 'session', token, sessionLife(label).absoluteMs)
    return undefined
  },
} satisfies Partial<ProductHandlers>
