import { createListeners } from '../language/store.ts'
import type { RequestError } from './request-error.ts'

/** Those who hear that the server refused a request. */
export const refusals = createListeners<[RequestError]>()
