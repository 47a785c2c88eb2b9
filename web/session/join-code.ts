import { codeLength, formatInstituteCode, normaliseInstituteCode } from '#contract/identifiers.ts'
import { codeParameter } from '#contract/paths.ts'

/** True when a whole institute code has been typed, so that the server can be asked for its name. */
export function isWholeCode(typed: string): boolean {
  const id = normaliseInstituteCode(typed)
  return id.length === codeLength && formatInstituteCode(id) !== id
}

/** The code that a join link brings, in the form for reading; empty for anything else. */
export function readJoinCode(query: URLSearchParams): string {
  const code = normaliseInstituteCode(query.get(codeParameter) ?? '')
  return isWholeCode(code) ? formatInstituteCode(code) : ''
}
