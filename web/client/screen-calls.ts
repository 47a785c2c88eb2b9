import { productAddress } from '#contract/addresses.ts'
import { formatScreenProof, screenProofHeader, screenProofText } from '#contract/screen-proof.ts'
import type { ScreenDisplay } from '#contract/screens.ts'
import { callProduct, type ProductAnswer, requestProduct } from './call-product.ts'
import { RequestError } from './request-error.ts'
import { hashText, makeKey, readKey, signText, takeCount } from './screen-key.ts'

/** Calls of a browser at /screen: those of a pairing, and the signed one of a paired screen. */

/** The server's time minus that of performance.now(), ms: a clock that a person sets does not move it. */
let serverTimeAhead = Date.now() - performance.now()
/** The least count of this page: higher than those of pages before it, even if the browser has forgotten them. */
let leastCount: number | undefined

const serverTime = () => Math.floor(performance.now() + serverTimeAhead)
const noteServerTime = (time: number) => {
  serverTimeAhead = time - performance.now()
}

/** Makes a key and asks for a pairing with it. Throws RequestError. */
export async function askForPairing(): Promise<ProductAnswer<'POST /screens/pairing'>> {
  const pairing = await callProduct('POST /screens/pairing', {}, { publicKey: await makeKey() })
  noteServerTime(pairing.serverTime)
  return pairing
}

/** How the pairing of this browser stands. Throws RequestError. */
export async function getPairing(): Promise<ProductAnswer<'GET /screens/pairing'>> {
  const pairing = await callProduct('GET /screens/pairing', {})
  noteServerTime(pairing.serverTime)
  return pairing
}

export async function hasKey(): Promise<boolean> {
  return (await readKey()) !== undefined
}

/** What this screen shows. Throws RequestError. */
export async function getScreen(): Promise<ScreenDisplay> {
  const shown = await sendSigned<ScreenDisplay>('GET', productAddress('GET /screen', {}))
  noteServerTime(shown.serverTime)
  return shown
}

/** Sends a request, and a second one where the server could not take the first: each has a count of its own. */
async function sendSigned<Answer>(method: string, address: string): Promise<Answer> {
  try {
    return await sendOnce<Answer>(method, address)
  } catch (error) {
    if (!(error instanceof RequestError) || !mayBeSentAnew(error)) throw error
    return sendOnce<Answer>(method, address)
  }
}

function mayBeSentAnew(error: RequestError): boolean {
  if (error.reason === 'screen-time-wrong') noteServerTime(Number(error.value))
  return error.reason === 'screen-time-wrong' || error.reason === 'screen-request-refused'
}

async function sendOnce<Answer>(method: string, address: string): Promise<Answer> {
  const key = await readKey()
  if (!key) throw new Error('this browser has no key of a screen')
  leastCount ??= serverTime()
  const proof = { counter: await takeCount(leastCount), time: serverTime(), bodyHash: await hashText('') }
  const signature = await signText(key, screenProofText({ method, target: address }, proof))
  const headers = { [screenProofHeader]: formatScreenProof(proof, signature) }
  return requestProduct<Answer>(method, address, undefined, headers)
}
