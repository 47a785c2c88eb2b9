import { z } from 'zod'
import { setLabelInput } from './account.ts'
import { idAnswer } from './answer-parts.ts'
import { runningSession } from './attendance.ts'
import { attendanceSheet, drawAnswerInput, draws } from './attendance-sheet.ts'
import {
  instituteLookUp,
  instituteLookUpInput,
  passwordCheck,
  passwordCheckInput,
  profileLookUp,
  profileLookUpInput,
} from './before-login.ts'
import type { Calls } from './calls.ts'
import { creationOptions, requestOptions } from './ceremony-options.ts'
import { beginCheckInInput, checkInOffer, finishCheckInInput, finishedCheckIn, scanInput } from './check-in.ts'
import {
  cellHistory,
  cellRulingInput,
  courseRegister,
  courseSheet,
  coursesReport,
  ownCourses,
  sessionRoomInput,
  sessionStatusInput,
  startCourseSessionInput,
  today,
} from './course-sessions.ts'
import {
  addCourseInput,
  changeCourseInput,
  courseDetail,
  courseList,
  coursePeople,
  coursePolicyInput,
  coursesOfSections,
  coursesOfSectionsInput,
  courseTeachersInput,
  endEnrolmentInput,
  enrolledPeople,
  enrolPeopleInput,
  enrolSectionInput,
  movePersonInput,
  policyEffect,
  roomInput,
  roomList,
} from './courses.ts'
import {
  calledToDesk,
  callToDeskInput,
  deskList,
  enrolInput,
  enrolmentDigitsInput,
  openEnrolmentInput,
  openedEnrolment,
  provenEnrolment,
} from './desk.ts'
import { instituteStudents, organisationDocument } from './documents.ts'
import { evidenceFile } from './evidence.ts'
import { headCount, headCountInput } from './head-count.ts'
import { labels } from './identifiers.ts'
import {
  applyImportInput,
  beginImportInput,
  importLinesInput,
  importLinesPage,
  importLinesQuery,
  importList,
  importPlan,
  importSummary,
  undoneImport,
} from './imports.ts'
import { correctMemberInput, endedMemberships } from './membership.ts'
import {
  confirmSessionInput,
  heldPasskeys,
  openReplacementInput,
  ownPasskeys,
  passkeyOptionsInput,
  passkeyReadiness,
  passkeyRehearsalInput,
  passkeyVerifyInput,
  passkeyVerifyLoginInput,
  recoveryCodeInput,
  recoveryCodes,
  registrationVerified,
  renamePasskeyInput,
} from './passkey.ts'
import {
  disputedMarks,
  disputeInput,
  pushSubscriptionInput,
  receipt,
  receiptList,
  receiptSettings,
  receiptSettingsInput,
  savedPushSubscription,
  takeDisputeBackInput,
} from './receipts.ts'
import {
  attendanceBookExportQuery,
  attendanceOverTimeQuery,
  attendanceSheetQuery,
  coursesReportQuery,
  instituteStudentsQuery,
  ownReportQuery,
  rosterQuery,
  sessionSheetExportQuery,
  sessionSheetQuery,
  sessionsExportQuery,
  sessionsReportQuery,
  staffActsQuery,
  studentExportQuery,
  studentReportQuery,
  studentsExportQuery,
  studentsReportQuery,
} from './report-queries.ts'
import {
  attendanceOverTime,
  ownReport,
  sessionSheet,
  sessionsReport,
  studentReport,
  studentsReport,
} from './reports.ts'
import { currentRoomCode, sessionWays } from './room-display.ts'
import { addPersonInput, changePersonInput, invitedPeople, peopleInput, personDetail, rosterPage } from './roster.ts'
import { markHistory, rulingInput } from './rulings.ts'
import {
  approveScreenInput,
  renameScreenInput,
  screenDisplay,
  screenList,
  screenLookUpInput,
  screenPairing,
  screenPairingInput,
  screenPairingState,
  waitingScreen,
} from './screens.ts'
import { instituteSettings, instituteSettingsInput } from './settings.ts'
import {
  acting,
  beginActingInput,
  changeStaffInput,
  endedStaff,
  invitation,
  invitationLinkInput,
  inviteStaffInput,
  joinInput,
  ownLoginInput,
  staffActs,
  staffList,
  startSessionInput,
} from './staff.ts'
import { memberAsInstituteSees } from './student.ts'

/** Every call of the product's own API, below its prefix (spec §7). */
export const productCalls = {
  'POST /user/label': {
    door: 'label.set',
    input: setLabelInput,
    answers: { 200: z.strictObject({ userId: idAnswer, label: z.enum(labels) }) },
  },

  'POST /profiles/look-up': {
    door: 'profiles.look-up',
    input: profileLookUpInput,
    answers: { 200: profileLookUp },
  },
  'POST /institutes/look-up': {
    door: 'institutes.look-up',
    input: instituteLookUpInput,
    answers: { 200: instituteLookUp },
  },
  'POST /passwords/check': { door: 'passwords.check', input: passwordCheckInput, answers: { 200: passwordCheck } },

  'POST /passkey/register': { door: 'passkey.register', input: passkeyOptionsInput, answers: { 200: creationOptions } },
  'POST /passkey/verify': {
    door: 'passkey.verify',
    input: passkeyVerifyInput,
    answers: { 200: z.strictObject({ message: z.literal(registrationVerified) }) },
  },
  'POST /passkey/login': { door: 'passkey.login', input: passkeyOptionsInput, answers: { 200: requestOptions } },
  'POST /passkey/verify-login': {
    door: 'passkey.verify-login',
    input: passkeyVerifyLoginInput,
    answers: { 200: z.strictObject({ verification: z.boolean() }) },
  },
  'POST /passkey/rehearsal': { door: 'passkey-rehearsal.begin', answers: { 200: requestOptions } },
  'PUT /passkey/rehearsal': {
    door: 'passkey-rehearsal.finish',
    input: passkeyRehearsalInput,
    answers: { 200: z.strictObject({ verification: z.boolean() }) },
  },
  'POST /passkey/replacement': {
    door: 'passkey-replacement.request',
    answers: { 200: z.strictObject({ sentTo: z.string() }) },
  },
  'PUT /passkey/replacement': {
    door: 'passkey-replacement.open',
    input: openReplacementInput,
    answers: { 200: z.strictObject({ userId: idAnswer }) },
  },

  'GET /passkeys': { door: 'passkeys.list', answers: { 200: ownPasskeys } },
  'PATCH /passkeys/:passkeyId': { door: 'passkeys.rename', input: renamePasskeyInput, answers: { 200: ownPasskeys } },
  'DELETE /passkeys/:passkeyId': { door: 'passkeys.remove', answers: { 200: ownPasskeys } },
  'POST /passkeys/:passkeyId/clear': { door: 'passkeys.clear', answers: { 200: ownPasskeys } },
  'POST /recovery-codes': { door: 'recovery-codes.make', answers: { 200: recoveryCodes } },
  'POST /recovery-codes/use': {
    door: 'recovery-codes.use',
    input: recoveryCodeInput,
    answers: { 200: z.strictObject({ verification: z.literal(true) }) },
  },
  'GET /held-passkeys': { isCompressed: true, door: 'held-passkeys.list', answers: { 200: heldPasskeys } },
  'POST /held-passkeys/:passkeyId/confirm': { door: 'held-passkeys.confirm', answers: { 200: heldPasskeys } },
  'POST /session/confirm': {
    door: 'session.confirm',
    input: confirmSessionInput,
    answers: { 200: z.strictObject({ confirmed: z.literal(true) }) },
  },

  'PATCH /members/:studentId': {
    door: 'members.correct',
    input: correctMemberInput,
    answers: { 200: memberAsInstituteSees },
  },
  'DELETE /members/:studentId': { door: 'members.remove', answers: { 204: 'nothing' } },
  'GET /members/:studentId/passkey': { door: 'members.passkey', answers: { 200: passkeyReadiness } },
  'GET /memberships/ended': { door: 'memberships.ended', answers: { 200: endedMemberships } },

  'GET /institute': { door: 'institute.view', answers: { 200: organisationDocument } },
  'GET /institute/students': {
    isCompressed: true,
    door: 'institute.students',
    query: instituteStudentsQuery,
    answers: { 200: instituteStudents },
  },
  'POST /attendance/sessions': { door: 'attendance.start', input: startSessionInput, answers: { 200: runningSession } },
  'GET /attendance/running': { door: 'attendance.running', answers: { 200: runningSession } },
  'POST /attendance/sessions/:sessionId/end': { door: 'attendance.end', answers: { 200: runningSession } },
  'DELETE /attendance/sessions/:sessionId': { door: 'attendance.take-back', answers: { 200: runningSession } },
  'GET /attendance/sessions/:sessionId/room-code': {
    door: 'room-code.show',
    ids: ['sessionId'],
    answers: { 200: currentRoomCode },
  },
  'PATCH /attendance/sessions/:sessionId/ways': {
    door: 'attendance.ways',
    ids: ['sessionId'],
    input: sessionWays,
    answers: { 200: sessionWays },
  },
  'GET /attendance/sessions/:sessionId/sheet': {
    isCompressed: true,
    door: 'attendance.sheet',
    ids: ['sessionId'],
    query: attendanceSheetQuery,
    answers: { 200: attendanceSheet },
  },
  'PUT /attendance/sessions/:sessionId/head-count': {
    door: 'head-count.set',
    ids: ['sessionId'],
    input: headCountInput,
    answers: { 200: headCount },
  },
  'POST /attendance/sessions/:sessionId/draws': {
    door: 'draws.make',
    ids: ['sessionId'],
    answers: { 200: draws },
  },
  'PUT /attendance/sessions/:sessionId/draws/:studentId': {
    door: 'draws.answer',
    ids: ['sessionId', 'studentId'],
    input: drawAnswerInput,
    answers: { 200: draws },
  },
  'POST /check-ins/scan': { door: 'check-ins.scan', input: scanInput, answers: { 200: checkInOffer } },
  'POST /check-ins': { door: 'check-ins.begin', input: beginCheckInInput, answers: { 200: checkInOffer } },
  'POST /check-ins/:checkInId/finish': {
    door: 'check-ins.finish',
    ids: ['checkInId'],
    input: finishCheckInInput,
    answers: { 200: finishedCheckIn },
  },
  'GET /attendance/flagged': { isCompressed: true, door: 'marks.flagged', answers: { 200: disputedMarks } },
  'GET /attendance/rulings/:sessionId/:studentId': {
    door: 'marks.history',
    ids: ['sessionId', 'studentId'],
    answers: { 200: markHistory },
  },
  'POST /attendance/rulings/:sessionId/:studentId': {
    door: 'marks.rule',
    ids: ['sessionId', 'studentId'],
    input: rulingInput,
    answers: { 200: markHistory },
  },
  'GET /attendance/evidence/:sessionId/:studentId': {
    door: 'marks.evidence',
    ids: ['sessionId', 'studentId'],
    answers: { 200: evidenceFile },
  },
  'GET /receipts': { isCompressed: true, door: 'receipts.list', answers: { 200: receiptList } },
  'POST /receipts/flag': { door: 'mark.flag', input: disputeInput, answers: { 200: receipt } },
  'POST /receipts/unflag': { door: 'mark.unflag', input: takeDisputeBackInput, answers: { 200: receipt } },
  'GET /receipts/settings': { door: 'receipts.settings', answers: { 200: receiptSettings } },
  'PUT /receipts/settings': {
    door: 'receipts.settings',
    input: receiptSettingsInput,
    answers: { 200: receiptSettings },
  },
  'POST /receipts/subscriptions': {
    door: 'receipts.subscribe',
    input: pushSubscriptionInput,
    answers: { 201: savedPushSubscription },
  },
  'DELETE /receipts/subscriptions/:subscriptionId': {
    door: 'receipts.unsubscribe',
    ids: ['subscriptionId'],
    answers: { 204: 'nothing' },
  },

  'POST /screens/pairing': { door: 'screens.ask', input: screenPairingInput, answers: { 200: screenPairing } },
  'GET /screens/pairing': { door: 'screens.await', answers: { 200: screenPairingState } },
  'POST /screens/look-up': { door: 'screens.approve', input: screenLookUpInput, answers: { 200: waitingScreen } },
  'POST /screens': { door: 'screens.approve', input: approveScreenInput, answers: { 200: screenList } },
  'GET /screens': { door: 'screens.view', answers: { 200: screenList } },
  'PATCH /screens/:screenId': {
    door: 'screens.rename',
    ids: ['screenId'],
    input: renameScreenInput,
    answers: { 200: screenList },
  },
  'DELETE /screens/:screenId': { door: 'screens.end', ids: ['screenId'], answers: { 200: screenList } },
  'GET /screen': { door: 'screen.show', answers: { 200: screenDisplay } },

  'GET /people': { isCompressed: true, door: 'people.view', query: rosterQuery, answers: { 200: rosterPage } },
  'POST /people': {
    door: 'people.add',
    input: addPersonInput,
    answers: { 200: z.strictObject({ id: idAnswer }) },
  },
  'POST /people/remove': { door: 'people.remove', input: peopleInput, answers: { 204: 'nothing' } },
  'POST /people/invite': { door: 'people.invite', input: peopleInput, answers: { 200: invitedPeople } },
  'GET /desk': { isCompressed: true, door: 'desk.view', answers: { 200: deskList } },
  'POST /desk': { door: 'desk.call', input: callToDeskInput, answers: { 200: calledToDesk } },
  'POST /desk/:enrolmentId/seen': { door: 'desk.confirm', ids: ['enrolmentId'], answers: { 200: deskList } },
  'POST /desk/:enrolmentId/another-person': { door: 'desk.confirm', ids: ['enrolmentId'], answers: { 200: deskList } },
  'POST /enrolment/open': { door: 'staff.join', input: openEnrolmentInput, answers: { 200: openedEnrolment } },
  'POST /enrolment/digits': { door: 'staff.join', input: enrolmentDigitsInput, answers: { 200: provenEnrolment } },
  'PUT /enrolment': { door: 'staff.join', input: enrolInput, answers: { 204: 'nothing' } },
  'GET /people/:personId': { door: 'people.view', ids: ['personId'], answers: { 200: personDetail } },
  'PATCH /people/:personId': {
    door: 'people.change',
    ids: ['personId'],
    input: changePersonInput,
    answers: { 200: personDetail },
  },
  'GET /courses': { isCompressed: true, door: 'courses.view', answers: { 200: courseList } },
  'POST /courses': { door: 'courses.manage', input: addCourseInput, answers: { 200: courseDetail } },
  'POST /courses/from-sections': {
    door: 'courses.manage',
    input: coursesOfSectionsInput,
    answers: { 200: coursesOfSections },
  },
  'GET /reports/courses': {
    isCompressed: true,
    door: 'register.view',
    query: coursesReportQuery,
    answers: { 200: coursesReport },
  },
  'GET /courses/:courseId': { door: 'courses.view', ids: ['courseId'], answers: { 200: courseDetail } },
  'PATCH /courses/:courseId': {
    door: 'courses.manage',
    ids: ['courseId'],
    input: changeCourseInput,
    answers: { 200: courseDetail },
  },
  'PUT /courses/:courseId/policy': {
    door: 'courses.policy',
    ids: ['courseId'],
    input: coursePolicyInput,
    answers: { 200: policyEffect },
  },
  'PUT /courses/:courseId/teachers': {
    door: 'courses.manage',
    ids: ['courseId'],
    input: courseTeachersInput,
    answers: { 200: courseDetail },
  },
  'POST /courses/:courseId/close': { door: 'courses.manage', ids: ['courseId'], answers: { 200: courseDetail } },
  'POST /courses/:courseId/reopen': { door: 'courses.manage', ids: ['courseId'], answers: { 200: courseDetail } },
  'GET /courses/:courseId/people': {
    isCompressed: true,
    door: 'courses.view',
    ids: ['courseId'],
    answers: { 200: coursePeople },
  },
  'POST /courses/:courseId/people': {
    door: 'courses.manage',
    ids: ['courseId'],
    input: enrolPeopleInput,
    answers: { 200: enrolledPeople },
  },
  'POST /courses/:courseId/people/from-section': {
    door: 'courses.manage',
    ids: ['courseId'],
    input: enrolSectionInput,
    answers: { 200: enrolledPeople },
  },
  'POST /courses/:courseId/people/:personId/end': {
    door: 'courses.manage',
    ids: ['courseId', 'personId'],
    input: endEnrolmentInput,
    answers: { 204: 'nothing' },
  },
  'POST /courses/:courseId/people/:personId/move': {
    door: 'courses.manage',
    ids: ['courseId', 'personId'],
    input: movePersonInput,
    answers: { 204: 'nothing' },
  },
  'GET /courses/:courseId/register': {
    isCompressed: true,
    door: 'register.view',
    ids: ['courseId'],
    answers: { 200: courseRegister },
  },
  'POST /courses/:courseId/sessions': {
    door: 'course-sessions.start',
    ids: ['courseId'],
    input: startCourseSessionInput,
    answers: { 200: courseSheet },
  },
  'GET /rooms': { door: 'courses.view', answers: { 200: roomList } },
  'POST /rooms': { door: 'courses.manage', input: roomInput, answers: { 200: roomList } },
  'PATCH /rooms/:roomId': { door: 'courses.manage', ids: ['roomId'], input: roomInput, answers: { 200: roomList } },
  'DELETE /rooms/:roomId': { door: 'courses.manage', ids: ['roomId'], answers: { 200: roomList } },
  'GET /today': { isCompressed: true, door: 'course-sessions.view', answers: { 200: today } },
  'GET /course-sessions/:sessionId': {
    isCompressed: true,
    door: 'course-sessions.view',
    ids: ['sessionId'],
    answers: { 200: courseSheet },
  },
  'PUT /course-sessions/:sessionId/room': {
    door: 'course-sessions.move',
    ids: ['sessionId'],
    input: sessionRoomInput,
    answers: { 200: courseSheet },
  },
  'POST /course-sessions/:sessionId/end': {
    door: 'course-sessions.end',
    ids: ['sessionId'],
    answers: { 200: courseSheet },
  },
  'DELETE /course-sessions/:sessionId': {
    door: 'course-sessions.end',
    ids: ['sessionId'],
    answers: { 204: 'nothing' },
  },
  'POST /course-sessions/:sessionId/status': {
    door: 'course-sessions.status',
    ids: ['sessionId'],
    input: sessionStatusInput,
    answers: { 200: courseSheet },
  },
  'GET /course-sessions/:sessionId/people/:personId/rulings': {
    door: 'course-sessions.view',
    ids: ['sessionId', 'personId'],
    answers: { 200: cellHistory },
  },
  'POST /course-sessions/:sessionId/people/:personId/rulings': {
    door: 'cells.rule',
    ids: ['sessionId', 'personId'],
    input: cellRulingInput,
    answers: { 200: cellHistory },
  },
  'GET /own/courses': { isCompressed: true, door: 'courses.own', answers: { 200: ownCourses } },
  'GET /imports': { isCompressed: true, door: 'imports.plan', answers: { 200: importList } },
  'POST /imports': { door: 'imports.plan', input: beginImportInput, answers: { 200: importSummary } },
  'POST /imports/:importId/lines': {
    door: 'imports.plan',
    ids: ['importId'],
    input: importLinesInput,
    answers: { 204: 'nothing' },
  },
  'POST /imports/:importId/plan': { door: 'imports.plan', ids: ['importId'], answers: { 200: importPlan } },
  'GET /imports/:importId': { door: 'imports.plan', ids: ['importId'], answers: { 200: importPlan } },
  'GET /imports/:importId/lines': {
    isCompressed: true,
    door: 'imports.plan',
    ids: ['importId'],
    query: importLinesQuery,
    answers: { 200: importLinesPage },
  },
  'POST /imports/:importId/apply': {
    door: 'imports.apply',
    ids: ['importId'],
    input: applyImportInput,
    answers: { 200: importPlan },
  },
  'POST /imports/:importId/undo': { door: 'imports.apply', ids: ['importId'], answers: { 200: undoneImport } },

  'GET /staff': { door: 'staff.view', answers: { 200: staffList } },
  'GET /staff/:staffId/acts': {
    isCompressed: true,
    door: 'staff.view',
    ids: ['staffId'],
    query: staffActsQuery,
    answers: { 200: staffActs },
  },
  'PATCH /staff/:staffId': {
    door: 'staff.manage',
    ids: ['staffId'],
    input: changeStaffInput,
    answers: { 200: staffList },
  },
  'DELETE /staff/:staffId': { door: 'staff.manage', ids: ['staffId'], answers: { 200: endedStaff } },
  'POST /staff/:staffId/passkey-link': { door: 'staff.passkey-link', ids: ['staffId'], answers: { 200: staffList } },
  'POST /staff/:staffId/passkeys/:passkeyId/confirm': {
    door: 'staff.confirm-passkey',
    ids: ['staffId'],
    answers: { 200: staffList },
  },
  'PUT /own-login': { door: 'own-login.change', input: ownLoginInput, answers: { 200: staffList } },
  'POST /staff-invitations': { door: 'staff.manage', input: inviteStaffInput, answers: { 200: staffList } },
  'POST /staff-invitations/:invitationId/remind': {
    door: 'staff.manage',
    ids: ['invitationId'],
    answers: { 200: staffList },
  },
  'DELETE /staff-invitations/:invitationId': {
    door: 'staff.manage',
    ids: ['invitationId'],
    answers: { 200: staffList },
  },
  'POST /invitation/look-up': { door: 'staff.join', input: invitationLinkInput, answers: { 200: invitation } },
  'POST /invitation/stop': { door: 'staff.join', input: invitationLinkInput, answers: { 204: 'nothing' } },
  'PUT /invitation': { door: 'staff.join', input: joinInput, answers: { 204: 'nothing' } },
  'GET /acting': { door: 'acting.view', answers: { 200: acting } },
  'POST /acting': { door: 'acting.begin', input: beginActingInput, answers: { 204: 'nothing' } },
  'DELETE /acting': { door: 'acting.end', answers: { 204: 'nothing' } },

  'GET /settings': { door: 'settings.view', answers: { 200: instituteSettings } },
  'PATCH /settings': {
    door: 'settings.change',
    input: instituteSettingsInput,
    answers: { 200: instituteSettings },
  },

  'GET /reports/sessions': {
    isCompressed: true,
    door: 'reports.view',
    query: sessionsReportQuery,
    answers: { 200: sessionsReport },
  },
  'GET /reports/sessions/export': { door: 'reports.export', query: sessionsExportQuery, answers: { 200: 'file' } },
  'GET /reports/sessions/:sessionId': {
    isCompressed: true,
    door: 'reports.view',
    ids: ['sessionId'],
    query: sessionSheetQuery,
    answers: { 200: sessionSheet },
  },
  // Also for a session whose id is a word of another address (words-beside-ids.ts).
  'GET /reports/sessions/:sessionId/report': {
    isCompressed: true,
    door: 'reports.view',
    ids: ['sessionId'],
    query: sessionSheetQuery,
    answers: { 200: sessionSheet },
  },
  'GET /reports/sessions/:sessionId/export': {
    door: 'reports.export',
    ids: ['sessionId'],
    query: sessionSheetExportQuery,
    answers: { 200: 'file' },
  },
  'GET /reports/attendance-over-time': {
    isCompressed: true,
    door: 'reports.view',
    query: attendanceOverTimeQuery,
    answers: { 200: attendanceOverTime },
  },
  'GET /reports/students': {
    isCompressed: true,
    door: 'reports.view',
    query: studentsReportQuery,
    answers: { 200: studentsReport },
  },
  'GET /reports/students/export': { door: 'reports.export', query: studentsExportQuery, answers: { 200: 'file' } },
  'GET /reports/students/:studentId': {
    isCompressed: true,
    door: 'reports.view',
    ids: ['studentId'],
    query: studentReportQuery,
    answers: { 200: studentReport },
  },
  // Also for a student whose id is a word of another address (words-beside-ids.ts).
  'GET /reports/students/:studentId/report': {
    isCompressed: true,
    door: 'reports.view',
    ids: ['studentId'],
    query: studentReportQuery,
    answers: { 200: studentReport },
  },
  'GET /reports/students/:studentId/export': {
    door: 'reports.export',
    ids: ['studentId'],
    query: studentExportQuery,
    answers: { 200: 'file' },
  },
  'GET /reports/attendance-book/export': {
    door: 'reports.export',
    query: attendanceBookExportQuery,
    answers: { 200: 'file' },
  },
  'GET /reports/own': { isCompressed: true, door: 'reports.own', query: ownReportQuery, answers: { 200: ownReport } },

  // An empty answer when a browser asks too often.
  'GET /ping': {
    door: 'ping',
    readsSession: false,
    answers: { 200: z.strictObject({ message: z.literal('Pong!') }), 204: 'nothing' },
  },
} as const satisfies Calls
