import type { AuditedRequest } from '../audit/record.ts'
import type { ScreenCaller } from '../callers.ts'
import type { Deps } from '../deps.ts'
import { event } from '../event.ts'
import { mailAtOnce } from '../mail/mail-at-once.ts'
import type { Stores } from '../ports.ts'
import { Problem } from '../problem.ts'
import { hashSecret } from '../secret-hash.ts'
import { assertPaired } from './assert-paired.ts'
import { isOfSecondBrowser, isSignedBy, isTimely, type ScreenRequest } from './screen-request.ts'

/**
 * Finds the paired screen that sent a signed request. `token`: the value of its cookie. When two browsers send requests
 * of one screen, both are stopped. Throws screen-ended, screen-copied; screen-request-refused for a request that the
 * screen should send again; screen-time-wrong with the server's time.
 */
export async function authenticateScreen(
  { storage }: Pick<Deps, 'storage'>,
  token: string | undefined,
  request: ScreenRequest,
  audited: AuditedRequest,
): Promise<ScreenCaller> {
  const found = token === undefined ? undefined : await storage.screens.findByToken(hashSecret(token))
  if (!found) throw new Problem('screen-ended')
  const { screen, now } = found
  // First of all: who has the cookie alone learns nothing and stops nothing.
  if (!isSignedBy(screen.publicKey, request)) throw new Problem('screen-request-refused')
  assertPaired(screen, now)
  if (!isTimely(request, now)) throw new Problem('screen-time-wrong', { value: String(now) })
  const isNewest = await storage.briefTransaction((stores) => stores.screens.advance(screen.id, request))
  if (!isNewest) throw await storage.transaction((stores) => refuse(stores, screen.id, request, audited))
  const { id, organisationId, name, roomId, endsAt, teacherId } = screen
  return { id, organisationId, name, roomId, endsAt, teacherId }
}

/** What to answer to a request whose counter is not the highest. Stops the screen if another browser has its key. */
async function refuse(stores: Stores, id: string, request: ScreenRequest, audited: AuditedRequest): Promise<Problem> {
  const screen = await stores.screens.lock(id)
  if (screen?.endedBecause === 'copied') return new Problem('screen-copied')
  if (!screen || screen.endedBecause !== null) return new Problem('screen-ended')
  if (!isOfSecondBrowser(request, screen)) return new Problem('screen-request-refused')
  await stores.screens.end(id, 'copied')
  const institute = await stores.accounts.find(screen.organisationId)
  if (institute) await mailAtOnce(stores, 'screen-copied', institute)
  await event(stores, audited, 'screen.stop', {
    accountId: screen.organisationId,
    subject: id,
    facts: { organisationId: screen.organisationId, why: 'two-browsers' },
  })
  return new Problem('screen-copied')
}
