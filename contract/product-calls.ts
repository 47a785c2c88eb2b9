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
import { evidenceFile } from './evidence.ts'
import { headCount, headCountInput } from './head-count.ts'
import { labels } from './identifiers.ts'
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
  flaggedMarks,
  flagInput,
  pushSubscriptionInput,
  receipt,
  receiptList,
  receiptSettings,
  receiptSettingsInput,
  savedPushSubscription,
  unflagInput,
} from './receipts.ts'
import {
  attendanceBookExportQuery,
  attendanceOverTimeQuery,
  attendanceSheetQuery,
  ownReportQuery,
  sessionSheetExportQuery,
  sessionSheetQuery,
  sessionsExportQuery,
  sessionsReportQuery,
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
  'GET /attendance/flagged': { isCompressed: true, door: 'marks.flagged', answers: { 200: flaggedMarks } },
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
  'POST /receipts/flag': { door: 'mark.flag', input: flagInput, answers: { 200: receipt } },
  'POST /receipts/unflag': { door: 'mark.unflag', input: unflagInput, answers: { 200: receipt } },
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
