import type { FinishedCheckIn } from '#contract/check-in.ts'
import type { Deps } from '../deps.ts'
import type { KeptMark } from '../sessions/stores.ts'
import type { CheckInMember, SessionToMark } from './stores.ts'

/** What the parts of finishing a check-in give to each other. */

export type FinishDeps = Pick<Deps, 'storage' | 'random' | 'relyingParty' | 'assertionVerifier' | 'installationKey'>

/** A finished check-in's mark, with what its answer shows beside it. */
export type CheckInResult = {
  readonly member: CheckInMember
  readonly session: SessionToMark
  /** Undefined where the hour of an earlier mark let none be made. */
  readonly mark: KeptMark | undefined
  /** Another student's mark came from this browser not long ago. */
  readonly isShared: boolean
  /** In the course of the session. Not known where an answer is repeated. */
  readonly isEnrolled?: boolean
  /** Epoch ms. */
  readonly now: number
}

/** Cookies of a login that a check-in opened. */
export type OpenedLogin = { readonly token: string; readonly browserToken: string | undefined }

export type Finished = { readonly answer: FinishedCheckIn; readonly login: OpenedLogin | undefined }
