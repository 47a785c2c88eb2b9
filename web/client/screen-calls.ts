import { type AddressValues, productAddress } from '#contract/addresses.ts'
import { formatScreenProof, screenProofHeader, screenProofText } from '#contract/screen-proof.ts'
import type { ScreenDisplay } from '#contract/screens.ts'
import { callProduct, type ProductAnswer, type ProductCall, type ProductInput, requestProduct } from './call-product.ts'
import { RequestError } from './request-error.ts'
import { hashText, makeKey, readKey, signText, takeCount } from './screen-key.ts'
import { noteServerTime, serverNow } from './server-clock.ts'

/** Calls of a browser at /screen: those of a pairing, and the signed ones of a paired screen. */

/** The least count of this page: higher than those of pages before it, even if the browser has forgotten them. */
let leastCount: number | undefined

const serverTime = () => Math.floor(serverNow())

/** Makes a key and asks for a pairing with it. Throws RequestError. */
export async function askForPairing(): Promise<ProductAnswer<'POST /screens/pairing'>> {
  return callProduct('POST /screens/pairing', {}, { publicKey: await makeKey() })
}

/** How the pairing of this browser stands. Throws RequestError. */
export async function getPairing(): Promise<ProductAnswer<'GET /screens/pairing'>> {
  return callProduct('GET /screens/pairing', {})
}

export async function hasKey(): Promise<boolean> {
  return (await readKey()) !== undefined
}

/** What this screen shows. Throws RequestError. */
export async function getScreen(): Promise<ScreenDisplay> {
  return callSigned('GET /screen', {})
}

/**
 * Calls the product's own API as a paired screen. Sends a second request where the server could not take the first: each
 * has a count of its own. Throws RequestError.
 */
export async function callSigned<Name extends ProductCall>(
  name: Name,
  values: AddressValues<Name>,
  body?: ProductInput<Name>,
): Promise<ProductAnswer<Name>> {
  const [method = ''] = name.split(' ')
  const send = () => inTurn(() => sendOnce<ProductAnswer<Name>>(method, productAddress(name, values), body))
  try {
    return await send()
  } catch (error) {
    if (!(error instanceof RequestError) || !mayBeSentAnew(error)) throw error
    return send()
  }
}

/** A lost answer does not keep the next request for longer, ms. */
const turnMs = 2_000
let lastTurn: Promise<unknown> = Promise.resolve()

/** One request after the other: one that another overtakes is refused. */
function inTurn<Answer>(send: () => Promise<Answer>): Promise<Answer> {
  const answer = lastTurn.then(send)
  const isOver = answer.catch(() => undefined)
  lastTurn = lastTurn.then(() => Promise.race([isOver, new Promise((resolve) => setTimeout(resolve, turnMs))]))
  return answer
}

function mayBeSentAnew(error: RequestError): boolean {
  if (error.reason === 'screen-time-wrong') noteServerTime(Number(error.value), 0)
  return error.reason === 'screen-time-wrong' || error.reason === 'screen-request-refused'
}

async function sendOnce<Answer>(method: string, address: string, body: object | undefined): Promise<Answer> {
  const key = await readKey()
  if (!key) throw new Error('this browser has no key of a screen')
  leastCount ??= serverTime()
  // The text that is sent.
  const bodyHash = await hashText(body === undefined ? '' : JSON.stringify(body))
  const proof = { counter: await takeCount(leastCount), time: serverTime(), bodyHash }
  const signature = await signText(key, screenProofText({ method, target: address }, proof))
  const headers = { [screenProofHeader]: formatScreenProof(proof, signature) }
  return requestProduct<Answer>(method, address, body, headers)
}
