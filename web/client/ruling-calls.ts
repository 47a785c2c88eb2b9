import type { MarkHistory, RulingInput } from '#contract/rulings.ts'
import { callProduct } from './call-product.ts'

/** The student in the session: by both, a mark is known. */
export type MarkAddress = { readonly sessionId: string; readonly studentId: string }

const path = '/attendance/rulings/:sessionId/:studentId'

export function getMarkHistory(mark: MarkAddress): Promise<MarkHistory> {
  return callProduct(`GET ${path}`, mark)
}

export function ruleOnMark(mark: MarkAddress, ruling: RulingInput): Promise<MarkHistory> {
  return callProduct(`POST ${path}`, mark, ruling)
}
