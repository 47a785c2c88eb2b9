import type { Calls } from './calls.ts'
import { staffActsQuery } from './report-queries.ts'
import {
  acting,
  askStaffInput,
  beginActingInput,
  changedStaff,
  changeStaffInput,
  endedStaff,
  formerCoursesInput,
  invitation,
  invitationLinkInput,
  invitedStaff,
  inviteStaffInput,
  joinInput,
  ownLoginInput,
  staffActs,
  staffList,
} from './staff.ts'

/** People who act for an institute. */
export const callsOfStaff = {
  'GET /staff': { act: 'staff.view', answers: { 200: staffList } },
  'GET /staff/:staffId/acts': {
    isCompressed: true,
    act: 'staff.view',
    query: staffActsQuery,
    example: { staffId: '$staff' },
    answers: { 200: staffActs },
  },
  'PATCH /staff/:staffId': {
    act: 'staff.manage',
    input: changeStaffInput,
    example: { staffId: '$staff', role: 'viewer', title: '', holdsWhole: false },
    answers: { 200: changedStaff },
  },
  'DELETE /staff/:staffId': { act: 'staff.manage', example: { staffId: '$staff' }, answers: { 200: endedStaff } },
  'POST /staff/:staffId/former-courses': {
    act: 'courses.manage',
    input: formerCoursesInput,
    example: { staffId: '$staff', giveBack: true },
    answers: { 200: staffList },
  },
  'POST /staff/:staffId/passkey-link': {
    act: 'staff.passkey-link',
    example: { staffId: '$staff' },
    answers: { 200: staffList },
  },
  'POST /staff/:staffId/passkeys/:passkeyId/confirm': {
    act: 'staff.confirm-passkey',
    unchecked: ['passkeyId'],
    example: { staffId: '$staff', passkeyId: '$passkey' },
    answers: { 200: staffList },
  },
  'POST /own-login/passkeys/:passkeyId/confirm': {
    act: 'staff.confirm-passkey',
    unchecked: ['passkeyId'],
    example: { passkeyId: '$passkey' },
    answers: { 200: staffList },
  },
  'PUT /own-login': {
    act: 'own-login.change',
    input: ownLoginInput,
    example: { readsOnly: false },
    answers: { 200: staffList },
  },
  'POST /staff-invitations': {
    act: 'staff.manage',
    input: inviteStaffInput,
    example: { email: 'invited@staff.example', role: 'teacher', title: 'Physics', holdsWhole: true },
    answers: { 200: invitedStaff },
  },
  'POST /staff-invitations/ask': {
    act: 'staff.ask',
    input: askStaffInput,
    example: { email: 'asked@staff.example' },
    answers: { 200: staffList },
  },
  'POST /staff-invitations/:invitationId/remind': {
    act: 'staff.manage',
    example: { invitationId: '$invitation' },
    answers: { 200: invitedStaff },
  },
  'DELETE /staff-invitations/:invitationId': {
    act: 'staff.manage',
    example: { invitationId: '$invitation' },
    answers: { 200: staffList },
  },
  'POST /invitation/look-up': {
    act: 'staff.join',
    input: invitationLinkInput,
    example: { invitationId: '$invitation', secret: '$invitation-secret' },
    answers: { 200: invitation },
  },
  'POST /invitation/stop': {
    act: 'staff.join',
    input: invitationLinkInput,
    example: { invitationId: '$invitation', secret: '$invitation-secret' },
    answers: { 204: 'nothing' },
  },
  'PUT /invitation': {
    act: 'staff.join',
    input: joinInput,
    example: { invitationId: '$invitation', secret: '$invitation-secret' },
    answers: { 204: 'nothing' },
  },
  'GET /acting': { act: 'acting.view', answers: { 200: acting } },
  'POST /acting': {
    act: 'acting.begin',
    input: beginActingInput,
    example: { institute: '$own-institute' },
    answers: { 204: 'nothing' },
  },
  'DELETE /acting': { act: 'acting.end', answers: { 204: 'nothing' } },
} as const satisfies Calls
