import type { Collection } from '#contract/identifiers.ts'
import type { LoginSession, MailedToken } from '../accounts/stores.ts'

/** Those who hear of a change: the open screens of an account, of all who act for an institute, or of all students. */
export type Audience = `account:${string}` | `institute:${string}` | 'students'

export const accountAudience = (accountId: string): Audience => `account:${accountId}`
export const instituteAudience = (organisationId: string): Audience => `institute:${organisationId}`

/** Who hears of a change. An account's own change is told to its owner alone. */
export function audienceOf(change: Change): ReadonlySet<Audience> {
  if ('groupId' in change)
    return new Set([change.isForStudents ? 'students' : instituteAudience(change.organisationId)])
  return new Set('collection' in change ? change.audience : [accountAudience(change.accountId)])
}

/** A change of something that open screens may show. It is published after the commit, to every process. */
export type Change = DocumentChange | GroupChange | AccountChange

export type DocumentChange = {
  readonly collection: Collection
  readonly id: string
  readonly action: 'create' | 'update'
  /** Whose view of the document changed. Others get no event: a mark in one institute is not another one's business. */
  readonly audience: readonly Audience[]
  /** Epoch ms. */
  readonly at: number
}

/**
 * Something of a course has changed: its sessions, what stands in them, its people. Those who may read it hear of it, and it
 * says no more: they read again.
 */
export type GroupChange = {
  readonly organisationId: string
  /** Null: any of the institute's courses may have changed. */
  readonly groupId: string | null
  /** Where one session alone has changed. */
  readonly sessionId?: string
  /** It is told to the students whom the group expects, and to them alone. */
  readonly isForStudents?: true
  /** Epoch ms. */
  readonly at: number
}

/** A change of an account. Only the account's owner hears of it. */
export type AccountChange = {
  readonly accountId: string
  readonly event: AccountEvent
  /** Epoch ms. */
  readonly at: number
}

/** An ended session or a used token can no longer be read, so the event carries it. */
export type AccountEvent =
  | { readonly of: 'account'; readonly action: 'email' | 'password' | 'prefs' }
  | { readonly of: 'session'; readonly action: 'create' | 'delete'; readonly session: LoginSession }
  | { readonly of: 'token'; readonly action: 'create' | 'update'; readonly token: MailedToken }

/** Where a rule publishes changes, in the transaction that makes them. */
export type ChangeLog = { readonly publish: (...changes: readonly Change[]) => Promise<void> }

export type ChangeListener = {
  readonly onChange: (change: Change) => void
  /** Changes may have been missed: every listener must read again. */
  readonly onGap: () => void
}

export type ChangeFeed = {
  /** Returns the function that ends the listening. */
  readonly subscribe: (listener: ChangeListener) => () => void
}
