import { seenStepUpMs } from '#contract/desk-rules.ts'
import { recentAuthenticationMs } from '#contract/rules.ts'
import type { LoginSession } from './accounts/stores.ts'
import { Problem } from './problem.ts'
import { type RequestContext, requireCaller } from './request-context.ts'

declare const asked: unique symbol

/**
 * A request whose door was asked for the step-up of its act. What needs a step-up is recorded for such a request alone
 * (audit/record.ts), so a use case that forgets to ask does not compile.
 */
export type Confirmed = RequestContext & { readonly [asked]: true }

/**
 * How a use case asks its door for a step-up: a password or passkey of the last ten minutes, so that a passer-by at an
 * unlocked screen cannot do the act (rules §5.7). `now`: epoch ms.
 */
export type StepUp = {
  /** `session`: as it was read again under a lock. Throws step-up-needed. */
  readonly stepUp: (now: number, session?: Pick<LoginSession, 'authenticatedAt'>) => Confirmed
  /** Undefined where it is needed, for a use case that says so by itself. */
  readonly findStepUp: (now: number) => Confirmed | undefined
  /** Of the last half hour, for who sees one person after another at a desk. Throws step-up-needed. */
  readonly stepUpAtDesk: (now: number) => Confirmed
  /** For an act whose input decides whether it needs one. Throws step-up-needed. */
  readonly stepUpIf: (isNeeded: boolean, now: number) => Confirmed
}

/** What a door gives a use case to ask by. */
export function askStepUpOf(context: RequestContext): StepUp {
  const confirmed = context as Confirmed
  const isRecent = (
    now: number,
    { authenticatedAt }: Pick<LoginSession, 'authenticatedAt'>,
    goodForMs: number = recentAuthenticationMs,
  ) => now - authenticatedAt <= goodForMs
  const findStepUp: StepUp['findStepUp'] = (now) =>
    isRecent(now, requireCaller(context).session) ? confirmed : undefined
  const stepUp: StepUp['stepUp'] = (now, session = requireCaller(context).session) => {
    if (!isRecent(now, session)) throw new Problem('step-up-needed')
    return confirmed
  }
  const stepUpAtDesk: StepUp['stepUpAtDesk'] = (now) => {
    if (!isRecent(now, requireCaller(context).session, seenStepUpMs)) throw new Problem('step-up-needed')
    return confirmed
  }
  return { stepUp, stepUpAtDesk, findStepUp, stepUpIf: (isNeeded, now) => (isNeeded ? stepUp(now) : confirmed) }
}
