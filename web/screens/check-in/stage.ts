import type { FinishedCheckIn } from '#contract/check-in.ts'
import type { ProblemBody } from '#contract/problem-body.ts'
import type { Answer } from './ask-server.ts'
import type { Begun, Code, Offer } from './begin.ts'

/** Where a check-in stands, which is what the page shows. */
export type Stage =
  /** There is no scan: another one, or the typed code. */
  | { readonly kind: 'scan'; readonly why: 'none' | 'too-old' | 'scan-over' }
  | { readonly kind: 'offer'; readonly offer: Offer; readonly trouble?: Trouble }
  /** The browser asks for the passkey. */
  | { readonly kind: 'asking'; readonly offer: Offer }
  /** `isLate`: an answer was lost, and the finish is sent again. */
  | { readonly kind: 'sending'; readonly offer: Offer; readonly isLate: boolean }
  /** No answer to the finish, however often it was sent. */
  | { readonly kind: 'unheard'; readonly offer: Offer }
  | { readonly kind: 'done'; readonly finished: FinishedCheckIn }
  | { readonly kind: 'log-in'; readonly next: 'begin' | 'type' }
  | { readonly kind: 'type' }
  /** `offer`: of the check-in that was refused. */
  | { readonly kind: 'closed'; readonly why: Closed; readonly problem?: Partial<ProblemBody>; readonly offer?: Offer }
  /** No answer to the begin. `code`: what was not swapped yet; without one the ticket begins. */
  | { readonly kind: 'lost'; readonly code?: Code | undefined; readonly isAsking?: boolean }

/** Why the last touch made no mark, and another one may. `no-prompt`: the browser did not even ask. */
export type Trouble = 'unconfirmed' | 'no-prompt' | 'refused'

export type Closed =
  | 'ended'
  | 'off'
  | 'not-a-member'
  | 'not-in-course'
  | 'after-closing'
  | 'held'
  | 'refused'
  | 'changed'
  | 'unverified'
  | 'failed'
  | 'logged-out'

const closings: Readonly<Record<string, Closed>> = {
  'attendance-ended': 'ended',
  'room-code-off': 'off',
  'not-a-member': 'not-a-member',
  'not-in-course': 'not-in-course',
  'after-closing': 'after-closing',
  'passkey-held': 'held',
  'passkey-suspect': 'refused',
  'passkey-changed': 'changed',
  'student-email-not-verified': 'unverified',
}

export function firstStage({ code, answer }: Begun): Stage {
  return answer === undefined ? { kind: 'scan', why: 'none' } : stageAfterBegin(answer, code)
}

/** What follows a scan, by that code, or a begin. */
export function stageAfterBegin(answer: Answer<Offer>, code?: Code): Stage {
  if (answer.kind === 'lost') return { kind: 'lost', code }
  return answer.kind === 'answer' ? { kind: 'offer', offer: answer.value } : stageAfterRefusal(answer)
}

export function stageAfterRefusal(
  { reason, problem }: { readonly reason: string; readonly problem: Partial<ProblemBody> },
  offer?: Offer,
): Stage {
  if (reason === 'room-code-old') return { kind: 'scan', why: 'too-old' }
  if (reason === 'scan-ticket-old') return { kind: 'scan', why: 'scan-over' }
  return { kind: 'closed', why: closings[reason] ?? 'failed', problem, ...(offer && { offer }) }
}
