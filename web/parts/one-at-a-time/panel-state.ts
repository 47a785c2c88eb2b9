import type { attendanceTexts } from '#contract/attendance-texts.ts'
import type { Widened } from '#contract/languages.ts'
import type { FoundStudent, MarkOutcome } from './mark-student.ts'

/** The next step for a refused student. */
export type NextStep = keyof (typeof attendanceTexts)['next'] | 'one-device'

/** Why, and what to do. `until`: epoch ms, from when on a held passkey signs by itself. */
export type RefusalWords = { readonly message: string; readonly next: NextStep; readonly until?: number }

/** What the board beside the form shows. */
export type PanelState =
  | { readonly kind: 'idle' }
  | {
      readonly kind: 'busy'
      readonly typed: string
      readonly student: FoundStudent | undefined
      /** The ceremony has been open for a minute. */
      readonly isLeftOpen: boolean
      /** The student has signed, and the server does not answer. */
      readonly isLate?: true
    }
  /** `at`: epoch ms of the server's clock. */
  | { readonly kind: 'marked'; readonly student: FoundStudent; readonly at: number }
  | { readonly kind: 'already-marked'; readonly student: FoundStudent }
  | ({
      readonly kind: 'failed'
      readonly student: FoundStudent | undefined
      /** What was typed, where it names no student. */
      readonly typed?: string
    } & RefusalWords)

/** 'asking': a student's ceremony is open, and the next one may type. 'busy': a student is looked up or marked. */
export type Work = 'none' | 'busy' | 'asking'

/** How long an outcome stays visible unless Enter is pressed. */
export const outcomeHoldMs = 8_000

/** The board's state after an attempt. `typed`: what was typed for it. `describe` gives the sentence and the next step for an error. */
export function panelAfter(
  outcome: MarkOutcome,
  typed: string,
  texts: Widened<typeof attendanceTexts>,
  describe: (outcome: MarkOutcome & { kind: 'failed' }) => RefusalWords,
): PanelState {
  switch (outcome.kind) {
    case 'marked':
    case 'already-marked':
      return outcome
    case 'not-found':
      return { kind: 'failed', student: undefined, typed, message: texts.noSuchStudent, next: 'not-found' }
    case 'not-verified':
      return { kind: 'failed', student: outcome.student, message: texts.markFailed, next: 'not-verified' }
    case 'failed':
      return { kind: 'failed', student: outcome.student, ...describe(outcome) }
  }
}
