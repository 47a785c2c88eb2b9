import type { FinishedCheckIn } from '#contract/check-in.ts'
import type { Deps } from '../deps.ts'
import type { CheckInMember, OwnMark, Room } from './stores.ts'

/** What the parts of finishing a check-in give to each other. */

export type FinishDeps = Pick<Deps, 'storage' | 'random' | 'relyingParty' | 'assertionVerifier' | 'installationKey'>

/** A finished check-in's mark, with what its answer shows beside it. */
export type KnownMark = {
  readonly member: CheckInMember
  readonly room: Room
  /** Undefined where the hour of an earlier mark let none be made. */
  readonly mark: OwnMark | undefined
  /** Another student's mark came from this browser not long ago. */
  readonly isShared: boolean
  /** Epoch ms. */
  readonly now: number
}

/** Cookies of a login that a check-in opened. */
export type OpenedLogin = { readonly token: string; readonly browserToken: string | undefined }

export type Finished = { readonly answer: FinishedCheckIn; readonly login: OpenedLogin | undefined }
