import { callProduct, type ProductAnswer } from './call-product.ts'
import { waysWith } from './room-calls.ts'

/** What a person of the institute does on the sheet of a session, apart from marks. They throw RequestError. */

const path = '/attendance/sessions/:sessionId'

export function saveHeadCount(
  sessionId: string,
  counted: number,
): Promise<ProductAnswer<`PUT ${typeof path}/head-count`>> {
  return callProduct(`PUT ${path}/head-count`, { sessionId }, { counted })
}

/** Draws five more. Answers all of the session, the oldest first. */
export function drawStudents(sessionId: string): Promise<ProductAnswer<`POST ${typeof path}/draws`>> {
  return callProduct(`POST ${path}/draws`, { sessionId }, {})
}

export function answerDraw(
  sessionId: string,
  studentId: string,
  here: boolean,
): Promise<ProductAnswer<`PUT ${typeof path}/draws/:studentId`>> {
  return callProduct(`PUT ${path}/draws/:studentId`, { sessionId, studentId }, { here })
}

/** Of this session alone. */
export function switchRoomCode(sessionId: string, isOn: boolean): Promise<ProductAnswer<`PATCH ${typeof path}/ways`>> {
  return callProduct(`PATCH ${path}/ways`, { sessionId }, { ways: waysWith(isOn) })
}
