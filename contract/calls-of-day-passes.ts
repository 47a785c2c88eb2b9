import type { Calls } from './calls.ts'
import {
  dayPassDisplay,
  dayPassList,
  dayPassSheet,
  madeDayPass,
  makeDayPassInput,
  openDayPassInput,
  rollByDayPassInput,
  startByDayPassInput,
} from './day-pass.ts'
import { currentRoomCode } from './room-display.ts'

/** Day passes, and what is done with one. */
export const callsOfDayPasses = {
  'POST /day-passes': {
    act: 'day-passes.make',
    input: makeDayPassInput,
    example: { name: 'Meera Nair', courses: ['$course'], timeZone: 'Asia/Kolkata' },
    answers: { 200: madeDayPass },
  },
  'GET /day-passes': { act: 'day-passes.view', answers: { 200: dayPassList } },
  'DELETE /day-passes/:passId': {
    act: 'day-passes.end',
    example: { passId: '$day-pass' },
    answers: { 200: dayPassList },
  },
  'POST /day-pass/open': {
    act: 'day-pass.open',
    input: openDayPassInput,
    example: { secret: '$secret' },
    answers: { 204: 'nothing' },
  },
  'GET /day-pass': { act: 'day-pass.use', answers: { 200: dayPassDisplay } },
  'POST /day-pass/courses/:courseId/sessions': {
    act: 'day-pass.use',
    input: startByDayPassInput,
    example: { courseId: '$course', expected: 2, minutes: 60, roomId: '$room?' },
    answers: { 200: dayPassSheet },
  },
  'GET /day-pass/sessions/:sessionId': {
    act: 'day-pass.use',
    example: { sessionId: '$course-session' },
    answers: { 200: dayPassSheet },
  },
  'POST /day-pass/sessions/:sessionId/roll-call': {
    act: 'day-pass.use',
    input: rollByDayPassInput,
    example: { sessionId: '$course-session', statuses: [{ person: '$person', status: 'late' }], reason: 'A bus.' },
    answers: { 200: dayPassSheet },
  },
  'POST /day-pass/sessions/:sessionId/end': {
    act: 'day-pass.use',
    example: { sessionId: '$course-session' },
    answers: { 200: dayPassSheet },
  },
  'GET /day-pass/sessions/:sessionId/room-code': {
    act: 'day-pass.use',
    example: { sessionId: '$course-session' },
    answers: { 200: currentRoomCode },
  },
} as const satisfies Calls
