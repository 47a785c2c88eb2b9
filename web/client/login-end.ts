import type { AccountLabel } from '#contract/identifiers.ts'
import { loginLives } from '#contract/rules.ts'
import { keep, readKept } from '../language/site-data.ts'
import { serverNow } from './server-clock.ts'
import { mayBeSignedIn } from './signed-in-hint.ts'

/** Why a login has ended, as far as this browser knows it: it keeps when the login was last used, for all of its tabs. */

export type LoginEnd = {
  readonly label: AccountLabel
  /** 'unknown': it is too old, or was ended elsewhere. */
  readonly why: 'unused' | 'other-tab' | 'unknown'
}

const storageKey = 'rollkey-login-used'
const loggedOut = 'logged-out'
const minute = 60_000
/** Use is kept once a minute, here and on the server. */
const keepMs = minute
const inexactMs = 2 * minute

let keptAt: number | undefined
let lastEnd: LoginEnd | undefined

/** A login has begun. */
export function noteLogin(): void {
  lastEnd = undefined
  keptAt = undefined
  noteLoginUse()
}

/** The server has answered what a person did. */
export function noteLoginUse(): void {
  if (keptAt !== undefined && performance.now() - keptAt < keepMs) return
  keptAt = performance.now()
  if (mayBeSignedIn()) keep(storageKey, String(Math.floor(serverNow())))
}

/** A person has logged out: tabs that are still open say so when they are refused. */
export function noteLogout(): void {
  lastEnd = undefined
  keep(storageKey, loggedOut)
}

/** The server has refused the login of an account with this label. */
export function noteLoginEnd(label: AccountLabel): void {
  lastEnd = { label, why: findReason(label) }
}

/** The last end of a login that no person of this tab asked for. Undefined after the next login. */
export function getLoginEnd(): LoginEnd | undefined {
  return lastEnd
}

export function forgetLoginEnd(): void {
  lastEnd = undefined
}

function findReason(label: AccountLabel): LoginEnd['why'] {
  const kept = readKept(storageKey)
  if (kept === loggedOut) return 'other-tab'
  const usedAt = Number(kept ?? Number.NaN)
  return serverNow() - usedAt > loginLives[label].idleMs - inexactMs ? 'unused' : 'unknown'
}
