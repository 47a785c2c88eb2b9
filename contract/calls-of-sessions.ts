import { drawAnswerInput, draws } from './attendance-sheet.ts'
import type { Calls } from './calls.ts'
import { cellWithNumbers, ruledCell, sessionRoomInput, sessionStatusInput, today } from './course-sessions.ts'
import { evidenceFile } from './evidence.ts'
import { headCount, headCountInput } from './head-count.ts'
import { attendanceSheetQuery } from './report-queries.ts'
import { currentRoomCode, sessionWays } from './room-display.ts'
import { rulingInput } from './rulings.ts'
import { sessionNow, sheet, startSessionInput } from './sessions.ts'

/** Sessions of the whole institute and of its courses. */
export const callsOfSessions = {
  'GET /today': { isCompressed: true, act: 'sessions.view', answers: { 200: today } },
  'POST /groups/:groupId/sessions': {
    act: 'sessions.start',
    input: startSessionInput,
    example: [
      { groupId: '$group', expected: 1, minutes: 60, roomId: '$room?', endsOther: '$session?' },
      { groupId: '$institute', expected: 2 },
    ],
    answers: { 200: sessionNow },
  },
  'GET /sessions/:sessionId': {
    isCompressed: true,
    act: 'sessions.view',
    query: attendanceSheetQuery,
    example: { sessionId: '$session' },
    answers: { 200: sheet },
  },
  'POST /sessions/:sessionId/end': {
    act: 'sessions.end',
    example: { sessionId: '$session' },
    answers: { 200: sessionNow },
  },
  'DELETE /sessions/:sessionId': {
    act: 'sessions.take-back',
    example: { sessionId: '$session' },
    answers: { 204: 'nothing' },
  },
  'PUT /sessions/:sessionId/room': {
    act: 'sessions.move',
    input: sessionRoomInput,
    example: { sessionId: '$session', roomId: '$room' },
    answers: { 200: sessionNow },
  },
  'PATCH /sessions/:sessionId/ways': {
    act: 'sessions.ways',
    input: sessionWays,
    example: { sessionId: '$session', ways: ['screen'] },
    answers: { 200: sessionWays },
  },
  'POST /sessions/:sessionId/status': {
    act: 'sessions.status',
    input: sessionStatusInput,
    example: { sessionId: '$course-session', status: 'cancelled', reason: 'A storm.' },
    answers: { 200: sessionNow },
  },
  'GET /sessions/:sessionId/room-code': {
    act: 'room-code.show',
    example: { sessionId: '$session' },
    answers: { 200: currentRoomCode },
  },
  'PUT /sessions/:sessionId/head-count': {
    act: 'head-count.set',
    input: headCountInput,
    example: { sessionId: '$session', counted: 51 },
    answers: { 200: headCount },
  },
  'POST /sessions/:sessionId/draws': {
    act: 'draws.make',
    example: { sessionId: '$session' },
    answers: { 200: draws },
  },
  'PUT /sessions/:sessionId/draws/:studentId': {
    act: 'draws.answer',
    input: drawAnswerInput,
    example: { sessionId: '$session', studentId: '$student', here: true },
    answers: { 200: draws },
  },
  'GET /sessions/:sessionId/people/:personId/rulings': {
    act: 'sessions.view',
    example: { sessionId: '$session', personId: '$person' },
    answers: { 200: cellWithNumbers },
  },
  'POST /sessions/:sessionId/people/:personId/rulings': {
    act: 'cells.rule',
    input: rulingInput,
    example: [
      { sessionId: '$session', personId: '$person', status: 'late', reason: 'A bus.', after: 0 },
      {
        sessionId: '$session',
        personId: '$person',
        status: 'absent',
        reason: 'Another student used the phone.',
        after: 0,
      },
    ],
    answers: { 200: ruledCell },
  },
  'GET /sessions/:sessionId/people/:personId/evidence': {
    act: 'marks.evidence',
    example: { sessionId: '$session', personId: '$person' },
    answers: { 200: evidenceFile },
  },
  'GET /own/evidence/:sessionId': {
    act: 'marks.evidence',
    example: { sessionId: '$session' },
    answers: { 200: evidenceFile },
  },
} as const satisfies Calls
