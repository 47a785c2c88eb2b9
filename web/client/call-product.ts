import { type AddressValues, productAddress } from '#contract/addresses.ts'
import type { AnswerOf, InputOf, QueryOf } from '#contract/calls.ts'
import { refusalsAsAnswers } from '#contract/expected-refusals.ts'
import type { productCalls } from '#contract/product-calls.ts'
import { callServer } from './call-server.ts'
import { sendRequest } from './send-request.ts'

type Calls = typeof productCalls
export type ProductCall = keyof Calls
/** Calls that change something. */
export type ProductAct = Exclude<ProductCall, `GET ${string}`>
export type ProductAnswer<Name extends ProductCall> = AnswerOf<Calls[Name]>
export type ProductInput<Name extends ProductCall> = InputOf<Calls[Name]>
export type ProductQuery<Name extends ProductCall> = QueryOf<Calls[Name]>

/** Their answers bring the login session another token. */
const tokenCalls: readonly ProductCall[] = [
  'POST /passkey/verify',
  'POST /passkey/verify-login',
  'POST /session/confirm',
  'DELETE /passkeys/:passkeyId',
  'PUT /passkey/replacement',
  'PUT /invitation',
  'PUT /enrolment',
  'POST /check-ins/:checkInId/finish',
  'POST /acting',
  'DELETE /acting',
]

/** Calls the product's own API by the call's name in the contract. Throws RequestError. */
export function callProduct<Name extends ProductCall>(
  name: Name,
  values: AddressValues<Name>,
  body?: ProductInput<Name>,
): Promise<ProductAnswer<Name>> {
  const [method = ''] = name.split(' ')
  const send = () => sendProduct<ProductAnswer<Name>>(method, productAddress(name, values), body)
  return callServer(send, tokenCalls.includes(name))
}

/** `address`: path and query. `headers`: added to those of every call. */
export async function requestProduct<Answer>(
  method: string,
  address: string,
  body?: object,
  headers?: Readonly<Record<string, string>>,
): Promise<Answer> {
  return callServer(() => sendProduct(method, address, body, headers))
}

function sendProduct<Answer>(
  method: string,
  address: string,
  body?: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer> {
  return sendRequest(method, address, body, { ...(method !== 'GET' && refusalsAsAnswers), ...headers })
}
