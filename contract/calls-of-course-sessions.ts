import type { Calls } from './calls.ts'
import {
  cellHistory,
  cellRulingInput,
  courseSheet,
  sessionRoomInput,
  sessionStatusInput,
  today,
} from './course-sessions.ts'

/** Sessions of courses. */
export const callsOfCourseSessions = {
  'GET /today': { isCompressed: true, act: 'course-sessions.view', answers: { 200: today } },
  'GET /course-sessions/:sessionId': {
    isCompressed: true,
    act: 'course-sessions.view',
    example: { sessionId: '$course-session' },
    answers: { 200: courseSheet },
  },
  'PUT /course-sessions/:sessionId/room': {
    act: 'course-sessions.move',
    input: sessionRoomInput,
    example: { sessionId: '$course-session', roomId: '$room' },
    answers: { 200: courseSheet },
  },
  'POST /course-sessions/:sessionId/end': {
    act: 'course-sessions.end',
    example: { sessionId: '$course-session' },
    answers: { 200: courseSheet },
  },
  'DELETE /course-sessions/:sessionId': {
    act: 'course-sessions.end',
    example: { sessionId: '$course-session' },
    answers: { 204: 'nothing' },
  },
  'POST /course-sessions/:sessionId/status': {
    act: 'course-sessions.status',
    input: sessionStatusInput,
    example: { sessionId: '$course-session', status: 'cancelled', reason: 'A storm.' },
    answers: { 200: courseSheet },
  },
  'GET /course-sessions/:sessionId/people/:personId/rulings': {
    act: 'course-sessions.view',
    example: { sessionId: '$course-session', personId: '$person' },
    answers: { 200: cellHistory },
  },
  'POST /course-sessions/:sessionId/people/:personId/rulings': {
    act: 'cells.rule',
    input: cellRulingInput,
    example: { sessionId: '$course-session', personId: '$person', status: 'late', reason: 'A bus.', after: 0 },
    answers: { 200: cellHistory },
  },
} as const satisfies Calls
