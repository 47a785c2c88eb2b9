import { hash } from 'node:crypto'

/**
 * Seals over marks (decision 38): one hash over all marks of the attendance sessions that began in a time. A mark that is
 * planted there later, or changed, no longer fits. Migration 0021 makes the first one by the same rule.
 */
export type MarkSeal = {
  /** Epoch ms: of sessions that began from then on, and before `until`. */
  readonly from: number
  readonly until: number
  /** 'before-signing': marks from before signatures. 'evidence-dropped': a day whose signatures are dropped. */
  readonly cause: 'before-signing' | 'evidence-dropped'
  readonly marks: number
  /** Base64url. */
  readonly hash: string
}

/** How long the signatures of marks are kept, unless the configuration says otherwise. */
export const usualEvidenceDays = 400

/** A mark as it is stored. */
export type MarkToSeal = {
  readonly organisation_id: string
  readonly student_id: string
  readonly marked_at: number
  readonly method: string
  readonly credential_id: string
  readonly proof_id: string
  readonly evidence: string
}

/** Of the marks of one session, in whatever order. `startedAt`: epoch ms. */
export function hashSessionMarks(sessionId: string, startedAt: number, marks: readonly MarkToSeal[]): string {
  return hashLines(marks.map((mark) => lineOf(sessionId, startedAt, mark)))
}

/** Of one mark, for its receipt: the same as of a session that has it alone. */
export function hashMark(sessionId: string, startedAt: number, mark: MarkToSeal): string {
  return hashSessionMarks(sessionId, startedAt, [mark])
}

function lineOf(sessionId: string, startedAt: number, mark: MarkToSeal): string {
  return JSON.stringify([
    sessionId,
    startedAt,
    mark.organisation_id,
    mark.student_id,
    mark.marked_at,
    mark.method,
    mark.credential_id,
    mark.proof_id,
    mark.evidence,
  ])
}

/** Sorts them by their code units: engines sort texts each in their own way. */
export function hashLines(lines: readonly string[]): string {
  return hash('sha256', lines.toSorted().join('\n'), 'base64url')
}
