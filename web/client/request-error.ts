import { AppwriteException } from 'appwrite'
import type { ProblemBody } from '#contract/problem-body.ts'
import type { ProblemType } from '#contract/problems.ts'
import type { Texts } from '#contract/texts.ts'
import { texts } from '#contract/texts.ts'

/** The request never got an answer. */
export const networkFailed = 'network_failed'

/** A request that was refused or got lost: `message` is fit to be shown, `type` is what screens decide by, `code` the HTTP status. */
export class RequestError extends Error {
  override readonly name = 'RequestError'
  readonly type: ProblemType | typeof networkFailed | ''
  readonly code: number

  constructor(message: string, type: RequestError['type'], code: number, cause?: unknown) {
    super(message, { cause })
    this.type = type
    this.code = code
  }
}

/**
 * One kind of error for both libraries: the SDK's own exception keeps its message, type and code; the platform's
 * TypeError of a failed connection becomes 'Network request failed'. Anything else is a bug and stays what it is.
 */
export function toRequestError(error: unknown): unknown {
  if (error instanceof RequestError) return error
  if (error instanceof AppwriteException) {
    return new RequestError(error.message, error.type as RequestError['type'], error.code, error)
  }
  return error instanceof TypeError ? lostAnswer(error) : error
}

/** What a request without an answer throws. */
export function lostAnswer(cause: unknown): RequestError {
  return new RequestError(texts.common.networkFailed, networkFailed, 0, cause)
}

/** Body of a refused product call. */
export function fromProblemBody(body: Partial<ProblemBody> | undefined, status: number): RequestError {
  return new RequestError(body?.message ?? texts.common.loadFailed, body?.type ?? '', body?.code ?? status)
}

export function isRequestError(error: unknown, type: RequestError['type']): boolean {
  return error instanceof RequestError && error.type === type
}

/** True when nobody answered, or the answer was an outage: worth another try. */
export function isOutage(error: unknown): boolean {
  return error instanceof RequestError && (error.type === networkFailed || error.code >= 500)
}

/** The sentence to show: ours for a lost connection, else what the server or the browser's passkey ceremony said. */
export function messageOf(error: unknown, texts: Texts): string {
  if (isRequestError(error, networkFailed)) return texts.common.networkFailed
  if (error instanceof Error) return sayRefusal(kindOf(error), error.message, texts)
  throw error
}

/** A refusal's English sentence in the language in use; as it came where that language has no words for it. */
export function sayRefusal(kind: string, sentence: string, texts: Texts): string {
  return texts.translateRefusal?.(kind, sentence) ?? sentence
}

/** The server's type, or the code of a passkey ceremony's error. */
function kindOf(error: Error): string {
  if (error instanceof RequestError) return error.type
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
