import { type ProblemType, problems } from '#contract/problems.ts'

type ProblemOptions = {
  /** A sentence the person can act on; the catalogue's own when left out. */
  readonly message?: string
  /** Stays on the server. */
  readonly cause?: unknown
  /** For limits: when trying again makes sense. */
  readonly retryAfterMs?: number
}

/** A refused request. Thrown in the domain, turned into an answer once, in protocol/error-reply.ts. */
export class Problem extends Error {
  readonly type: ProblemType
  readonly status: number
  readonly retryAfterMs: number | undefined

  constructor(type: ProblemType, options: ProblemOptions = {}) {
    super(options.message ?? problems[type].message, { cause: options.cause })
    this.name = 'Problem'
    this.type = type
    this.status = problems[type].status
    this.retryAfterMs = options.retryAfterMs
  }
}
