import { productAddress } from '#contract/addresses.ts'
import { refusalsAsAnswers } from '#contract/expected-refusals.ts'
import { type ProductAnswer, requestProduct } from './call-product.ts'

/** Calls for a room that checks in by its code. */

export type Ways = ['screen'] | ['screen', 'room-code']

/** Not that of contract/ways.ts, which brings the schema library along. */
export function waysWith(hasRoomCode: boolean): Ways {
  return hasRoomCode ? ['screen', 'room-code'] : ['screen']
}

const roomCode = 'GET /sessions/:sessionId/room-code'

/** What its display shows. Asked every two seconds, so a session that ends early refuses it once. Throws RequestError. */
export function getRoomCode(sessionId: string): Promise<ProductAnswer<typeof roomCode>> {
  return requestProduct('GET', productAddress(roomCode, { sessionId }), undefined, refusalsAsAnswers)
}
