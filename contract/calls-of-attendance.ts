import { runningSession } from './attendance.ts'
import type { Calls } from './calls.ts'
import { beginCheckInInput, checkInOffer, finishCheckInInput, finishedCheckIn, scanInput } from './check-in.ts'
import { exampleAssertion } from './examples.ts'
import { openDisputes } from './receipts.ts'

/** The class that runs, check-ins and disputed marks. */
export const callsOfAttendance = {
  'GET /attendance/running': { act: 'attendance.running', answers: { 200: runningSession } },
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
  'GET /attendance/flagged': { isCompressed: true, act: 'marks.flagged', answers: { 200: openDisputes } },
} as const satisfies Calls
