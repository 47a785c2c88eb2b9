import { type Actor, actorOf, findActorOf, type Sender } from './callers.ts'
import { Problem } from './problem.ts'
import { requireCaller } from './request-context.ts'

/** The account that acts for an institute in this request. Throws general_unauthorized_scope without a session. */
export function requireActor(sender: Sender): Actor {
  return actorOf(requireCaller(sender))
}

/** The institute that the login acts for; undefined for all others. */
export function findActor({ caller }: Sender): Actor | undefined {
  return caller && findActorOf(caller)
}

/** No one acts on the own person: another does it. Throws own-record. */
export function refuseOwnRecord(by: { readonly id: string }, studentIds: readonly string[]): void {
  if (studentIds.includes(by.id)) throw new Problem('own-record')
}
