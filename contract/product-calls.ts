import { z } from 'zod'
import { setLabelInput } from './account.ts'
import { idAnswer } from './answer-parts.ts'
import { runningSession } from './attendance.ts'
import type { Calls } from './calls.ts'
import { creationOptions, requestOptions } from './ceremony-options.ts'
import { labels } from './identifiers.ts'
import { correctMemberInput, endedMemberships } from './membership.ts'
import {
  confirmSessionInput,
  heldPasskeys,
  openReplacementInput,
  ownPasskeys,
  passkeyOptionsInput,
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
} from './receipts.ts'
import {
  attendanceBookExportQuery,
  attendanceOverTimeQuery,
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
import { memberAsInstituteSees } from './student.ts'

/** Every call of the product's own below its prefix (spec §7). */
export const productCalls = {
  'POST /user/label': {
    input: setLabelInput,
    answers: { 200: z.strictObject({ userId: idAnswer, label: z.enum(labels) }) },
  },

  'POST /passkey/register': { input: passkeyOptionsInput, answers: { 200: creationOptions } },
  'POST /passkey/verify': {
    input: passkeyVerifyInput,
    answers: { 200: z.strictObject({ message: z.literal(registrationVerified) }) },
  },
  'POST /passkey/login': { input: passkeyOptionsInput, answers: { 200: requestOptions } },
  'POST /passkey/verify-login': {
    input: passkeyVerifyLoginInput,
    answers: { 200: z.strictObject({ verification: z.boolean() }) },
  },
  'POST /passkey/replacement': { answers: { 200: z.strictObject({ sentTo: z.string() }) } },
  'PUT /passkey/replacement': {
    input: openReplacementInput,
    answers: { 200: z.strictObject({ userId: idAnswer }) },
  },

  'GET /passkeys': { answers: { 200: ownPasskeys } },
  'PATCH /passkeys/:passkeyId': { input: renamePasskeyInput, answers: { 200: ownPasskeys } },
  'DELETE /passkeys/:passkeyId': { answers: { 200: ownPasskeys } },
  'POST /passkeys/:passkeyId/clear': { answers: { 200: ownPasskeys } },
  'POST /recovery-codes': { answers: { 200: recoveryCodes } },
  'POST /recovery-codes/use': {
    input: recoveryCodeInput,
    answers: { 200: z.strictObject({ verification: z.literal(true) }) },
  },
  'GET /held-passkeys': { answers: { 200: heldPasskeys } },
  'POST /held-passkeys/:passkeyId/confirm': { answers: { 200: heldPasskeys } },
  'POST /session/confirm': {
    input: confirmSessionInput,
    answers: { 200: z.strictObject({ confirmed: z.literal(true) }) },
  },

  'PATCH /members/:studentId': { input: correctMemberInput, answers: { 200: memberAsInstituteSees } },
  'DELETE /members/:studentId': { answers: { 204: 'nothing' } },
  'GET /memberships/ended': { answers: { 200: endedMemberships } },

  'GET /attendance/running': { answers: { 200: runningSession } },
  'GET /attendance/flagged': { answers: { 200: flaggedMarks } },
  'GET /receipts': { answers: { 200: receiptList } },
  'POST /receipts/flag': { input: flagInput, answers: { 200: receipt } },
  'GET /receipts/settings': { answers: { 200: receiptSettings } },
  'PUT /receipts/settings': { input: receiptSettingsInput, answers: { 200: receiptSettings } },
  'POST /receipts/subscriptions': { input: pushSubscriptionInput, answers: { 201: savedPushSubscription } },
  'DELETE /receipts/subscriptions/:subscriptionId': { answers: { 204: 'nothing' } },

  'GET /reports/sessions': { query: sessionsReportQuery, answers: { 200: sessionsReport } },
  'GET /reports/sessions/export': { query: sessionsExportQuery, answers: { 200: 'file' } },
  'GET /reports/sessions/:sessionId': { query: sessionSheetQuery, answers: { 200: sessionSheet } },
  'GET /reports/sessions/:sessionId/export': { query: sessionSheetExportQuery, answers: { 200: 'file' } },
  'GET /reports/attendance-over-time': { query: attendanceOverTimeQuery, answers: { 200: attendanceOverTime } },
  'GET /reports/students': { query: studentsReportQuery, answers: { 200: studentsReport } },
  'GET /reports/students/export': { query: studentsExportQuery, answers: { 200: 'file' } },
  'GET /reports/students/:studentId': { query: studentReportQuery, answers: { 200: studentReport } },
  'GET /reports/students/:studentId/export': { query: studentExportQuery, answers: { 200: 'file' } },
  'GET /reports/attendance-book/export': { query: attendanceBookExportQuery, answers: { 200: 'file' } },
  'GET /reports/own': { query: ownReportQuery, answers: { 200: ownReport } },

  // Nothing when a browser asks too often.
  'GET /ping': { answers: { 200: z.strictObject({ message: z.literal('Pong!') }), 204: 'nothing' } },
} as const satisfies Calls
