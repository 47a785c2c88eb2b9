import { factsOf } from '../../domain/error-facts.ts'

/**
 * The content of a log (rules §7): JSON, one line each, whatever a client has sent. People's addresses are masked,
 * queries and credentials of URLs are left out, and no character can move a terminal's cursor or reverse its text.
 */

const longestText = 4_000

/** The stream of the logger: each line is parsed, cleaned and passed on. */
export function createLogStream(write: (line: string) => void): { readonly write: (line: string) => void } {
  return { write: (line) => write(`${cleanLine(line)}\n`) }
}

function cleanLine(line: string): string {
  try {
    const fields: unknown = JSON.parse(line, (_name, value) => (typeof value === 'string' ? maskText(value) : value))
    return JSON.stringify(fields).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, escapeCharacter)
  } catch {
    // The line is not repeated, because its content is unknown.
    return '{"level":"error","msg":"A line of the log could not be read, and was left out"}'
  }
}

/** Masks personal data and secrets: mail addresses, queries, credentials in addresses. */
export function maskText(text: string): string {
  const masked = text
    .slice(0, longestText)
    .replace(/:\/\/[^\s/@]{1,512}@/g, '://')
    .replace(/(\/[\w.~%-]*)\?[^\s"'<>]+/g, '$1?***')
    .replace(/\b(secret|token|password)=[^\s&"'<>]+/gi, '$1=***')
    .replace(/([^\s@<>()[\]",;:])[^\s@<>()[\]",;:]{0,63}(?<!node_modules\/)@(?=[^\s@])/gu, '$1***@')
  return text.length > longestText ? `${masked}…` : masked
}

function escapeCharacter(character: string): string {
  return character
    .split('')
    .map((unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
    .join('')
}

type DescribedError = {
  readonly [field: string]: unknown
  readonly type: string
  readonly code?: unknown
  readonly message: string
  readonly stack: string
  readonly cause?: DescribedError
  readonly errors?: readonly DescribedError[]
}

/** Only the fields that locate the error: drivers attach rows, addresses and whole mails to theirs. */
export function describeError(error: unknown, depth = 0): DescribedError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error), stack: '' }
  const { code, errors } = factsOf(error)
  const { cause } = error
  return {
    type: error.name,
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    message: error.message,
    stack: error.stack ?? '',
    ...(cause instanceof Error && depth < 3 ? { cause: describeError(cause, depth + 1) } : {}),
    ...(Array.isArray(errors) && depth < 3
      ? { errors: errors.slice(0, 5).map((one) => describeError(one, depth + 1)) }
      : {}),
  }
}
