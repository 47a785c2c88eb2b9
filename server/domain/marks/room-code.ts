import { timingSafeEqual } from 'node:crypto'
import { roomCodeLength, typedCodeLength } from '#contract/identifiers.ts'
import { roomCodeStepMs, spell } from '../session-id.ts'
import type { InstallationKey } from './installation-key.ts'

/** How many steps back a code is still taken: a phone needs a moment for it, and typing takes longer. */
const [stepsBack, typedStepsBack] = [1, 2]

/** Which session a code is for, and the highest step that was redeemed in it. */
export type CodedSession = { readonly id: string; readonly redeemedStep: number }

/**
 * The step of the code that is shown at this moment, `now` in epoch ms of the database's clock. It never goes back behind
 * a redeemed one: a clock that was set back brings no earlier code to life.
 */
export function stepAt({ redeemedStep }: Pick<CodedSession, 'redeemedStep'>, now: number): number {
  return Math.max(Math.floor(now / roomCodeStepMs), redeemedStep)
}

export function makeRoomCode(key: Pick<InstallationKey, 'mac'>, sessionId: string, step: number): string {
  return spell(key.mac('room-code', `${sessionId}\n${step}`), roomCodeLength)
}

/** The step whose code this is. Undefined for a wrong one and for one that is too old. */
export function findStep(
  key: Pick<InstallationKey, 'mac'>,
  session: CodedSession,
  now: number,
  code: string,
): number | undefined {
  return find(key, session, now, stepsBack, (right) => isSame(right, code))
}

/** The same of the letters that are typed. */
export function findTypedStep(
  key: Pick<InstallationKey, 'mac'>,
  session: CodedSession,
  now: number,
  typed: string,
): number | undefined {
  return find(key, session, now, typedStepsBack, (right) => isSame(right.slice(0, typedCodeLength), typed))
}

/** Brings a typed code to the form that is compared: upper case, without dashes and spaces. */
export function normaliseTypedCode(typed: string): string {
  return typed.replace(/[\s-]/g, '').toUpperCase()
}

function find(
  key: Pick<InstallationKey, 'mac'>,
  session: CodedSession,
  now: number,
  back: number,
  isRight: (code: string) => boolean,
): number | undefined {
  const newest = stepAt(session, now)
  const steps = Array.from({ length: back + 1 }, (_, behind) => newest - behind)
  return steps.find((step) => isRight(makeRoomCode(key, session.id, step)))
}

function isSame(right: string, given: string): boolean {
  const [one, other] = [Buffer.from(right), Buffer.from(given)]
  return one.length === other.length && timingSafeEqual(one, other)
}
