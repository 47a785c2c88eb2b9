import type { ProductAnswer } from '../../client/call-product.ts'
import { noteLoginUse } from '../../client/login-end.ts'
import { keep, readKept } from '../../language/site-data.ts'
import { type Answer, askServer } from './ask-server.ts'

/**
 * How a check-in begins on a phone: a code is swapped for a scan ticket, which the server keeps in a cookie, and for an
 * offer. The first script does it, and the app after it.
 */

/** What the server offers to the browser that has scanned. */
export type Offer = ProductAnswer<'POST /check-ins'>

/** What the first script hands over to the app. */
export type Begun = {
  /** That of the page's address. */
  readonly code: Code | undefined
  /** Undefined where the page was opened without a code, and this tab has not scanned. */
  readonly answer: Answer<Offer> | undefined
}

export type Code = { readonly session: string; readonly code: string }

/** '#SESSION.CODE' of the QR code. Undefined for anything else. */
export function readCode(fragment: string): Code | undefined {
  const [, session, code] = /^#([0-9A-Z]{10})\.([0-9A-Z]{18})$/.exec(fragment) ?? []
  return session && code ? { session, code } : undefined
}

/** `code`: that of a QR code, or eight letters that were typed. */
export async function swapCode(code: Code | { readonly code: string }): Promise<Answer<Offer>> {
  const answer = await askServer<Offer>('/check-ins/scan', code)
  if (answer.kind === 'answer') rememberScan()
  return answer
}

/** With the ticket that this browser has: after a login, a new passkey or a refresh. */
export async function beginAgain(): Promise<Answer<Offer>> {
  const answer = await askServer<Offer>('/check-ins', { way: 'room-code' })
  if (answer.kind === 'answer') rememberScan()
  return answer
}

const scanKey = 'rollkey-scan'

/** So that a refresh knows whether to ask: the ticket itself is a cookie that no script can read. */
function rememberScan(): void {
  noteLoginUse()
  keep(scanKey, 'yes', 'sessionStorage')
}

/** True where this tab has scanned. The server says whether that is still good: a phone's clock may be wrong. */
export function mayHaveScan(): boolean {
  return readKept(scanKey, 'sessionStorage') !== undefined
}
