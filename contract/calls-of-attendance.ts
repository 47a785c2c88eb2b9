import { runningSession } from './attendance.ts'
import { attendanceSheet, drawAnswerInput, draws } from './attendance-sheet.ts'
import type { Calls } from './calls.ts'
import { beginCheckInInput, checkInOffer, finishCheckInInput, finishedCheckIn, scanInput } from './check-in.ts'
import { evidenceFile } from './evidence.ts'
import { headCount, headCountInput } from './head-count.ts'
import { disputedMarks } from './receipts.ts'
import { attendanceSheetQuery } from './report-queries.ts'
import { currentRoomCode, sessionWays } from './room-display.ts'
import { markHistory, rulingInput } from './rulings.ts'
import { startSessionInput } from './staff.ts'

/** Attendance sessions, check-ins, and what is ruled of a mark. */
export const callsOfAttendance = {
  'POST /attendance/sessions': { act: 'attendance.start', input: startSessionInput, answers: { 200: runningSession } },
  'GET /attendance/running': { act: 'attendance.running', answers: { 200: runningSession } },
  'POST /attendance/sessions/:sessionId/end': { act: 'attendance.end', answers: { 200: runningSession } },
  'DELETE /attendance/sessions/:sessionId': { act: 'attendance.take-back', answers: { 200: runningSession } },
  'GET /attendance/sessions/:sessionId/room-code': {
    act: 'room-code.show',
    ids: ['sessionId'],
    answers: { 200: currentRoomCode },
  },
  'PATCH /attendance/sessions/:sessionId/ways': {
    act: 'attendance.ways',
    ids: ['sessionId'],
    input: sessionWays,
    answers: { 200: sessionWays },
  },
  'GET /attendance/sessions/:sessionId/sheet': {
    isCompressed: true,
    act: 'attendance.sheet',
    ids: ['sessionId'],
    query: attendanceSheetQuery,
    answers: { 200: attendanceSheet },
  },
  'PUT /attendance/sessions/:sessionId/head-count': {
    act: 'head-count.set',
    ids: ['sessionId'],
    input: headCountInput,
    answers: { 200: headCount },
  },
  'POST /attendance/sessions/:sessionId/draws': {
    act: 'draws.make',
    ids: ['sessionId'],
    answers: { 200: draws },
  },
  'PUT /attendance/sessions/:sessionId/draws/:studentId': {
    act: 'draws.answer',
    ids: ['sessionId', 'studentId'],
    input: drawAnswerInput,
    answers: { 200: draws },
  },
  'POST /check-ins/scan': { act: 'check-in.scan', input: scanInput, answers: { 200: checkInOffer } },
  'POST /check-ins': {
    act: ['check-in.hand', 'check-in.screen', 'check-in.room-code'],
    input: beginCheckInInput,
    answers: { 200: checkInOffer },
  },
  'POST /check-ins/:checkInId/finish': {
    act: ['check-in.hand', 'check-in.screen', 'check-in.room-code'],
    ids: ['checkInId'],
    input: finishCheckInInput,
    answers: { 200: finishedCheckIn },
  },
  'GET /attendance/flagged': { isCompressed: true, act: 'marks.flagged', answers: { 200: disputedMarks } },
  'GET /attendance/rulings/:sessionId/:studentId': {
    act: 'marks.history',
    ids: ['sessionId', 'studentId'],
    answers: { 200: markHistory },
  },
  'POST /attendance/rulings/:sessionId/:studentId': {
    act: 'marks.rule',
    ids: ['sessionId', 'studentId'],
    input: rulingInput,
    answers: { 200: markHistory },
  },
  'GET /attendance/evidence/:sessionId/:studentId': {
    act: 'marks.evidence',
    ids: ['sessionId', 'studentId'],
    answers: { 200: evidenceFile },
  },
} as const satisfies Calls
