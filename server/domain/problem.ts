import {
  type CataloguedReason,
  isMalformed,
  type MalformedReason,
  type ProblemType,
  problems,
  type Reason,
  sentenceOfReason,
  typeOfReason,
} from '#contract/problems.ts'

type ProblemOptions = {
  /** Values for the sentence of the reason. */
  readonly value?: string | undefined
  /** Not sent to the client. */
  readonly cause?: unknown
  /** For limits: when another try makes sense. */
  readonly retryAfterMs?: number
}

/** What is wrong, for a developer. */
type Explained = { readonly message: string }

/** A refused request. Thrown in the domain, turned into an answer in protocol/http/error-reply.ts. */
export class Problem extends Error {
  readonly reason: Reason
  readonly value: string | undefined
  readonly type: ProblemType
  readonly status: number
  readonly retryAfterMs: number | undefined

  /** Only the sentence for a malformed request is not in the catalogue. */
  constructor(reason: CataloguedReason, options?: ProblemOptions)
  constructor(reason: MalformedReason, options: ProblemOptions & Explained)
  constructor(reason: Reason, options: ProblemOptions & Partial<Explained> = {}) {
    super(isMalformed(reason) ? options.message : sentenceOfReason(reason, options.value), { cause: options.cause })
    this.name = 'Problem'
    this.reason = reason
    this.value = options.value
    this.type = typeOfReason(reason)
    this.status = problems[this.type].status
    this.retryAfterMs = options.retryAfterMs
  }
}
