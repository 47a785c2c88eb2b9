import { callProduct, type ProductAnswer } from './call-product.ts'

/** Calls for a room that checks in by its code. */

export type Ways = ['screen'] | ['screen', 'room-code']

/** Not that of contract/ways.ts, which brings the schema library along. */
export function waysWith(hasRoomCode: boolean): Ways {
  return hasRoomCode ? ['screen', 'room-code'] : ['screen']
}

/** What its display shows. Throws RequestError. */
export function getRoomCode(
  sessionId: string,
): Promise<ProductAnswer<'GET /attendance/sessions/:sessionId/room-code'>> {
  return callProduct('GET /attendance/sessions/:sessionId/room-code', { sessionId })
}
