import type { ProblemBody } from '#contract/problem-body.ts'
import type { ProblemType, Reason } from '#contract/problems.ts'
import type { Texts } from '#contract/texts.ts'
import { texts } from '#contract/texts.ts'
import { translateRefusal, wordsNow } from '../language/language.ts'
import type { Refusal } from '../language/refusals.hi.ts'

/** The request never got an answer. */
export const networkFailed = 'network_failed'

/** Errors of the browser itself, with their texts. */
const ownReasons = {
  [networkFailed]: ({ common }: Texts) => common.networkFailed,
  'answer-unreadable': ({ common }: Texts) => common.loadFailed,
  'site-data-blocked': ({ common }: Texts) => `${common.siteDataBlocked}. ${common.siteDataHint}`,
  'webauthn-unsupported': ({ common }: Texts) => common.webauthnUnsupported,
  'registration-incomplete': ({ passkey }: Texts) => passkey.registrationIncomplete,
  'authentication-incomplete': ({ passkey }: Texts) => passkey.authenticationIncomplete,
} as const

export type OwnReason = keyof typeof ownReasons

type Explained = {
  readonly reason?: RequestError['reason']
  readonly value?: string | undefined
  readonly retryAfterMs?: number | undefined
  readonly cause?: unknown
}

/**
 * A request that was refused or got no answer. `message` can be shown in English, `type` and `reason` are what screens
 * decide by, `value` fills the gap in the reason's sentence, `code` is the HTTP status, `retryAfterMs` is how long the
 * answer asks to wait.
 */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly type: ProblemType | typeof networkFailed | ''
  readonly reason: Reason | OwnReason | ''
  readonly value: string | undefined
  readonly code: number
  readonly retryAfterMs: number | undefined

  /** Without a reason the type is the reason. */
  constructor(
    message: string,
    type: RequestError['type'],
    code: number,
    { reason = type, value, retryAfterMs, cause }: Explained = {},
  ) {
    super(message, { cause })
    this.type = type
    this.reason = reason
    this.value = value
    this.code = code
    this.retryAfterMs = retryAfterMs
  }
}

/**
 * The platform's TypeError for a failed connection becomes 'Network request failed'. Any other error is a bug and stays as
 * it is.
 */
export function toRequestError(error: unknown): unknown {
  return error instanceof TypeError ? lostAnswer(error) : error
}

/** The error of a request without an answer. */
export function lostAnswer(cause: unknown): RequestError {
  return new RequestError(texts.common.networkFailed, networkFailed, 0, { cause })
}

/** Body of a refused call. `headers`: of its answer. */
export function fromProblemBody(
  body: Partial<ProblemBody> | undefined,
  status: number,
  headers = new Headers(),
): RequestError {
  const { message, type = '', code = status, reason, value } = body ?? {}
  const retryAfterMs = readRetryAfter(headers)
  if (message === undefined)
    return new RequestError(texts.common.loadFailed, type, code, { reason: 'answer-unreadable', retryAfterMs })
  return new RequestError(message, type, code, { ...(reason !== undefined && { reason }), value, retryAfterMs })
}

/** Seconds, as the server and the proxy before it write them. */
function readRetryAfter(headers: Headers): number | undefined {
  const seconds = headers.get('retry-after')
  return seconds !== null && /^\d+$/.test(seconds) ? Number(seconds) * 1_000 : undefined
}

export function isRequestError(error: unknown, type: RequestError['type']): boolean {
  return error instanceof RequestError && error.type === type
}

/** True when there was no answer, or the answer was an outage: worth another try. */
export function isOutage(error: unknown): boolean {
  return error instanceof RequestError && (error.type === networkFailed || error.code >= 500)
}

/** Of answers with 503 that do not say it in seconds. */
const usualOutageMs = 2_000
/** What asks for longer is asked sooner all the same: a screen would be old for long. */
const longestWaitMs = 60_000

/** How long to wait before a read is repeated, ms; undefined where the answer did not ask for it. */
export function waitAskedBy(error: unknown): number | undefined {
  if (!(error instanceof RequestError)) return undefined
  const asked = error.retryAfterMs ?? (error.code === 503 ? usualOutageMs : undefined)
  return asked === undefined ? undefined : Math.min(asked, longestWaitMs)
}

/**
 * The sentence to show: the app's own for errors of the browser, otherwise that of the server or the passkey ceremony.
 */
export function messageOf(error: unknown): string {
  if (!(error instanceof Error)) throw error
  const refusal = refusalOf(error)
  if (isOwnReason(refusal.reason)) return ownReasons[refusal.reason](wordsNow(texts))
  return sayRefusal(refusal, error.message)
}

/** A refusal in the current language; the received English sentence if that language has no words for it. */
export function sayRefusal(refusal: Refusal, sentence: string): string {
  return translateRefusal(refusal) ?? sentence
}

/** The server's reason, or the code of a passkey ceremony's error. */
function refusalOf(error: Error): Refusal {
  if (error instanceof RequestError) return error
  // Cookies and storage are forbidden here: locks and storage refuse with a sentence for developers.
  if (error instanceof DOMException && error.name === 'SecurityError') return { reason: 'site-data-blocked' }
  return { reason: 'code' in error && typeof error.code === 'string' ? error.code : error.name }
}

function isOwnReason(reason: string): reason is OwnReason {
  return Object.hasOwn(ownReasons, reason)
}
