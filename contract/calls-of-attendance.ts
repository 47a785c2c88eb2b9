import { runningSession } from './attendance.ts'
import { attendanceSheet, drawAnswerInput, draws } from './attendance-sheet.ts'
import type { Calls } from './calls.ts'
import { beginCheckInInput, checkInOffer, finishCheckInInput, finishedCheckIn, scanInput } from './check-in.ts'
import { evidenceFile } from './evidence.ts'
import { exampleAssertion } from './examples.ts'
import { headCount, headCountInput } from './head-count.ts'
import { disputedMarks } from './receipts.ts'
import { attendanceSheetQuery } from './report-queries.ts'
import { currentRoomCode, sessionWays } from './room-display.ts'
import { markHistory, rulingInput } from './rulings.ts'
import { startSessionInput } from './staff.ts'

/** Attendance sessions, check-ins, and what is ruled of a mark. */
export const callsOfAttendance = {
  'POST /attendance/sessions': {
    act: 'attendance.start',
    input: startSessionInput,
    example: { group: '$institute', expected: 2 },
    answers: { 200: runningSession },
  },
  'GET /attendance/running': { act: 'attendance.running', answers: { 200: runningSession } },
  'POST /attendance/sessions/:sessionId/end': {
    act: 'attendance.end',
    unchecked: ['sessionId'],
    example: { sessionId: '$class' },
    answers: { 200: runningSession },
  },
  'DELETE /attendance/sessions/:sessionId': {
    act: 'attendance.take-back',
    unchecked: ['sessionId'],
    example: { sessionId: '$class' },
    answers: { 200: runningSession },
  },
  'GET /attendance/sessions/:sessionId/room-code': {
    act: 'room-code.show',
    example: { sessionId: '$session' },
    answers: { 200: currentRoomCode },
  },
  'PATCH /attendance/sessions/:sessionId/ways': {
    act: 'attendance.ways',
    input: sessionWays,
    example: { sessionId: '$session', ways: ['screen'] },
    answers: { 200: sessionWays },
  },
  'GET /attendance/sessions/:sessionId/sheet': {
    isCompressed: true,
    act: 'attendance.sheet',
    query: attendanceSheetQuery,
    example: { sessionId: '$class' },
    answers: { 200: attendanceSheet },
  },
  'PUT /attendance/sessions/:sessionId/head-count': {
    act: 'head-count.set',
    input: headCountInput,
    example: { sessionId: '$session', counted: 51 },
    answers: { 200: headCount },
  },
  'POST /attendance/sessions/:sessionId/draws': {
    act: 'draws.make',
    example: { sessionId: '$session' },
    answers: { 200: draws },
  },
  'PUT /attendance/sessions/:sessionId/draws/:studentId': {
    act: 'draws.answer',
    input: drawAnswerInput,
    example: { sessionId: '$session', studentId: '$student', here: true },
    answers: { 200: draws },
  },
  'POST /check-ins/scan': {
    act: 'check-in.scan',
    input: scanInput,
    example: { session: '$proven-public-session', code: 'BBBBBBBBBBBBBBBBBB' },
    answers: { 200: checkInOffer },
  },
  'POST /check-ins': {
    act: ['check-in.hand', 'check-in.screen', 'check-in.room-code'],
    input: beginCheckInInput,
    example: [
      { way: 'room-code' },
      { way: 'screen', session: '$session?', rollNumber: '21CS042' },
      { way: 'hand', session: '$session', students: ['$student'], reason: 'The phone was empty.' },
      {
        way: 'roll-call',
        session: '$course-session',
        statuses: [{ person: '$person', status: 'late' }],
        reason: 'A bus.',
      },
    ],
    answers: { 200: checkInOffer },
  },
  'POST /check-ins/:checkInId/finish': {
    act: ['check-in.hand', 'check-in.screen', 'check-in.room-code'],
    input: finishCheckInInput,
    example: { checkInId: '$own-check-in', assertion: exampleAssertion },
    answers: { 200: finishedCheckIn },
  },
  'GET /attendance/flagged': { isCompressed: true, act: 'marks.flagged', answers: { 200: disputedMarks } },
  'GET /attendance/rulings/:sessionId/:studentId': {
    act: 'marks.history',
    example: { sessionId: '$class', studentId: '$student' },
    answers: { 200: markHistory },
  },
  'POST /attendance/rulings/:sessionId/:studentId': {
    act: 'marks.rule',
    input: rulingInput,
    example: {
      sessionId: '$class',
      studentId: '$student',
      status: 'absent',
      reason: 'Another student used the phone.',
      after: 0,
    },
    answers: { 200: markHistory },
  },
  'GET /attendance/evidence/:sessionId/:studentId': {
    act: 'marks.evidence',
    example: { sessionId: '$session', studentId: '$student' },
    answers: { 200: evidenceFile },
  },
} as const satisfies Calls
