import type { MovedLine } from '#contract/check-in.ts'
import { RequestError } from '../../client/request-error.ts'

/** Whom a refused roll names: someone decided about them meanwhile. None for any other error. */
export function movedPeople(error: unknown): ReadonlySet<string> {
  const names = error instanceof RequestError && ['roll-call-moved', 'day-pass-stands'].includes(error.reason)
  const lines = names ? (JSON.parse(error.value ?? '[]') as readonly MovedLine[]) : []
  return new Set(lines.map(({ person }) => person))
}
