import { type AddressValues, productAddress } from '#contract/addresses.ts'
import type { DayPassDisplay, DayPassSheet, RollByDayPass, StartByDayPass } from '#contract/day-pass.ts'
import { dayPassHeader } from '#contract/day-pass-header.ts'
import type { CurrentRoomCode } from '#contract/room-display.ts'
import { callProduct, type ProductAnswer, type ProductCall, type ProductInput, requestProduct } from './call-product.ts'

/** Calls about day passes: those of the office, and those of a browser that has opened one. They throw RequestError. */

/** `secret`: of the link. From then on this browser has the pass. */
export async function openDayPass(secret: string): Promise<void> {
  await callProduct('POST /day-pass/open', {}, { secret })
}

export function readDayPass(): Promise<DayPassDisplay> {
  return callAsPass('GET /day-pass', {})
}

export function startByDayPass(courseId: string, wanted: StartByDayPass): Promise<DayPassSheet> {
  return callAsPass('POST /day-pass/courses/:courseId/sessions', { courseId }, wanted)
}

export function readSheetByDayPass(sessionId: string): Promise<DayPassSheet> {
  return callAsPass('GET /day-pass/sessions/:sessionId', { sessionId })
}

export function rollByDayPass(sessionId: string, roll: RollByDayPass): Promise<DayPassSheet> {
  return callAsPass('POST /day-pass/sessions/:sessionId/roll-call', { sessionId }, roll)
}

export function endByDayPass(sessionId: string): Promise<DayPassSheet> {
  return callAsPass('POST /day-pass/sessions/:sessionId/end', { sessionId })
}

export function readCodeByDayPass(sessionId: string): Promise<CurrentRoomCode> {
  return callAsPass('GET /day-pass/sessions/:sessionId/room-code', { sessionId })
}

/** As the day pass of this browser, whatever login it has besides. */
function callAsPass<Name extends ProductCall>(
  name: Name,
  values: AddressValues<Name>,
  body?: ProductInput<Name>,
): Promise<ProductAnswer<Name>> {
  const [method = ''] = name.split(' ')
  const headers = { [dayPassHeader.name]: dayPassHeader.value }
  return requestProduct<ProductAnswer<Name>>(method, productAddress(name, values), body, headers)
}
