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
  /** What the sentence of the reason names. */
  readonly value?: string | undefined
  /** Stays on the server. */
  readonly cause?: unknown
  /** For limits: when trying again makes sense. */
  readonly retryAfterMs?: number
}

/** What is wrong, for a developer. */
type Explained = { readonly message: string }

/** A refused request. Thrown in the domain, turned into an answer once, in protocol/http/error-reply.ts. */
export class Problem extends Error {
  readonly reason: Reason
  readonly value: string | undefined
  readonly type: ProblemType
  readonly status: number
  readonly retryAfterMs: number | undefined

  /** Only a malformed request is refused with a sentence that the catalogue does not have. */
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
