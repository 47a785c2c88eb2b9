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
  'POST /day-passes': { act: 'day-passes.make', input: makeDayPassInput, answers: { 200: madeDayPass } },
  'GET /day-passes': { act: 'day-passes.view', answers: { 200: dayPassList } },
  'DELETE /day-passes/:passId': { act: 'day-passes.end', ids: ['passId'], answers: { 200: dayPassList } },
  'POST /day-pass/open': { act: 'day-pass.open', input: openDayPassInput, answers: { 204: 'nothing' } },
  'GET /day-pass': { act: 'day-pass.use', answers: { 200: dayPassDisplay } },
  'POST /day-pass/courses/:courseId/sessions': {
    act: 'day-pass.use',
    ids: ['courseId'],
    input: startByDayPassInput,
    answers: { 200: dayPassSheet },
  },
  'GET /day-pass/sessions/:sessionId': { act: 'day-pass.use', ids: ['sessionId'], answers: { 200: dayPassSheet } },
  'POST /day-pass/sessions/:sessionId/roll-call': {
    act: 'day-pass.use',
    ids: ['sessionId'],
    input: rollByDayPassInput,
    answers: { 200: dayPassSheet },
  },
  'POST /day-pass/sessions/:sessionId/end': {
    act: 'day-pass.use',
    ids: ['sessionId'],
    answers: { 200: dayPassSheet },
  },
  'GET /day-pass/sessions/:sessionId/room-code': {
    act: 'day-pass.use',
    ids: ['sessionId'],
    answers: { 200: currentRoomCode },
  },
} as const satisfies Calls
