import type { Collection } from '#contract/identifiers.ts'

/** Something that open screens may be showing has changed. Told after the commit, to every process. */
export type Change = {
  readonly collection: Collection
  readonly id: string
  readonly action: 'create' | 'update'
  /**
   * The accounts to whom the document looks different now. Nobody else hears that anything happened: a mark in one
   * institute is not another one's business.
   */
  readonly audience: readonly string[]
  /** Epoch ms. */
  readonly at: number
}

/** Where a rule tells of a change, in the transaction that makes it. */
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
