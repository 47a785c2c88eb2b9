import type { AccountEvent } from '../changes/change-feed.ts'
import type { Stores } from '../ports.ts'
import type { LoginSession, MailedToken } from './stores.ts'

type Publishing = Pick<Stores, 'changes'>

/** Notifies the open screens of an account that its email or password has changed, or what it may do. */
export function publishAccountUpdate(
  stores: Publishing,
  accountId: string,
  action: 'email' | 'password' | 'prefs',
  now: number,
): Promise<void> {
  return publish(stores, accountId, { of: 'account', action }, now)
}

/** Notifies the open screens of an account that another login session has begun. */
export function publishSessionBegin(stores: Publishing, session: LoginSession): Promise<void> {
  return publish(stores, session.accountId, { of: 'session', action: 'create', session }, session.createdAt)
}

/**
 * Notifies the open screens of an account which of its sessions were ended. Sessions that had expired before are left
 * out.
 */
export async function publishSessionEnds(
  stores: Publishing,
  ended: readonly LoginSession[],
  now: number,
): Promise<void> {
  for (const session of ended) {
    if (session.idleExpiresAt <= now || session.expiresAt <= now) continue
    await publish(stores, session.accountId, { of: 'session', action: 'delete', session }, now)
  }
}

/** Notifies the open screens of an account that a link is on its way to its owner (create), or was used (update). */
export function publishTokenChange(
  stores: Publishing,
  token: MailedToken,
  action: 'create' | 'update',
  now: number,
): Promise<void> {
  return publish(stores, token.accountId, { of: 'token', action, token }, now)
}

function publish({ changes }: Publishing, accountId: string, event: AccountEvent, at: number): Promise<void> {
  return changes.publish({ accountId, event, at })
}
