import type {
  Acting,
  ChangedStaff,
  EndedStaff,
  Invitation,
  InvitedStaff,
  StaffActs,
  StaffChange,
  StaffList,
} from '#contract/staff.ts'
import { callProduct, type ProductInput } from './call-product.ts'
import { readProduct } from './read-product.ts'

/** Calls about the people of an institute: the list, the invitation, and acting for an institute. */

export function listStaff(): Promise<StaffList> {
  return callProduct('GET /staff', {})
}

/** `before`: where an earlier page ended. */
export function readStaffActs(staffId: string, before: number | undefined): Promise<StaffActs> {
  return readProduct('GET /staff/:staffId/acts', { staffId }, before === undefined ? {} : { before })
}

export function inviteStaff(invited: ProductInput<'POST /staff-invitations'>): Promise<InvitedStaff> {
  return callProduct('POST /staff-invitations', {}, invited)
}

export function remindInvited(invitationId: string): Promise<InvitedStaff> {
  return callProduct('POST /staff-invitations/:invitationId/remind', { invitationId }, {})
}

export function withdrawInvitation(invitationId: string): Promise<StaffList> {
  return callProduct('DELETE /staff-invitations/:invitationId', { invitationId }, {})
}

export function changeStaff(staffId: string, change: StaffChange): Promise<ChangedStaff> {
  return callProduct('PATCH /staff/:staffId', { staffId }, change)
}

export function endStaff(staffId: string): Promise<EndedStaff> {
  return callProduct('DELETE /staff/:staffId', { staffId }, {})
}

/** Of a person who came back. */
export function answerFormerCourses(staffId: string, giveBack: boolean): Promise<StaffList> {
  return callProduct('POST /staff/:staffId/former-courses', { staffId }, { giveBack })
}

/** For a lost passkey. */
export function sendPasskeyLink(staffId: string): Promise<StaffList> {
  return callProduct('POST /staff/:staffId/passkey-link', { staffId }, {})
}

/** By an owner who has seen the person. */
export function confirmStaffPasskey(staffId: string, passkeyId: string): Promise<StaffList> {
  return callProduct('POST /staff/:staffId/passkeys/:passkeyId/confirm', { staffId, passkeyId }, {})
}

/** Of the institute's own login, by an owner who has seen it. */
export function confirmOwnLoginPasskey(passkeyId: string): Promise<StaffList> {
  return callProduct('POST /own-login/passkeys/:passkeyId/confirm', { passkeyId }, {})
}

/** `readsOnly`: of the institute's own login. */
export function changeOwnLogin(readsOnly: boolean): Promise<StaffList> {
  return callProduct('PUT /own-login', {}, { readsOnly })
}

type Link = { readonly id: string; readonly secret: string }

/** Spends nothing: the link still works afterwards. */
export function lookUpInvitation({ id, secret }: Link): Promise<Invitation> {
  return callProduct('POST /invitation/look-up', {}, { invitationId: id, secret })
}

/** `made`: a new account, of one of the institute's people or of a student. Without it the one that is logged in joins. */
export async function joinInstitute(
  { id, secret }: Link,
  made: Pick<ProductInput<'PUT /invitation'>, 'account' | 'student'> = {},
): Promise<void> {
  await callProduct('PUT /invitation', {}, { invitationId: id, secret, ...made })
}

export async function stopInstituteMails({ id, secret }: Link): Promise<void> {
  await callProduct('POST /invitation/stop', {}, { invitationId: id, secret })
}

export function readActing(): Promise<Acting> {
  return callProduct('GET /acting', {})
}

/** The session of this browser becomes one that acts for the institute. It needs a passkey that was just given. */
export async function beginActing(institute: string): Promise<void> {
  await callProduct('POST /acting', {}, { institute })
}

/** The browser gets the person's own session back; none where that one is over. */
export async function endActing(): Promise<void> {
  await callProduct('DELETE /acting', {}, {})
}
