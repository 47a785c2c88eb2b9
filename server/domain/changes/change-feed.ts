import type { Collection } from '#contract/identifiers.ts'
import type { LoginSession, MailedToken } from '../accounts/stores.ts'

/** Something that open screens may be showing has changed. AccountEvent after the commit, to every process. */
export type Change = DocumentChange | AccountChange

export type DocumentChange = {
  readonly collection: Collection
  readonly id: string
  readonly action: 'create' | 'update'
  /**
   * The accounts for which the document looks different now. Nobody else learns that anything happened: a mark in one
   * institute is not another institute's business.
   */
  readonly audience: readonly string[]
  /** Epoch ms. */
  readonly at: number
}

/** What has happened to an account. Nobody but its owner hears of it. */
export type AccountChange = {
  readonly accountId: string
  readonly event: AccountEvent
  /** Epoch ms. */
  readonly at: number
}

/** An ended session or a used token can no longer be read anywhere, so the event carries it. */
export type AccountEvent =
  | { readonly of: 'account'; readonly action: 'email' | 'password' }
  | { readonly of: 'session'; readonly action: 'create' | 'delete'; readonly session: LoginSession }
  | { readonly of: 'token'; readonly action: 'create' | 'update'; readonly token: MailedToken }

/** Where a rule announces a change, in the transaction that makes it. */
export type ChangeLog = { readonly publish: (change: Change) => Promise<void> }

export type ChangeListener = {
  readonly onChange: (change: Change) => void
  /** Changes may have been missed: whoever listens must read again. */
  readonly onGap: () => void
}

export type ChangeFeed = {
  /** Returns what ends the listening. */
  readonly subscribe: (listener: ChangeListener) => () => void
}
