import type { Change, ChangeFeed, ChangeListener } from '../domain/changes/change-feed.ts'

export type ChangeEmitter = ChangeFeed & { readonly emit: (change: Change) => void; readonly emitGap: () => void }

/** Passes changes to the listeners in this process. */
export function createChangeEmitter(): ChangeEmitter {
  const listeners = new Set<ChangeListener>()
  return {
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    emit(change) {
      for (const { onChange } of listeners) onChange(change)
    },
    emitGap() {
      for (const { onGap } of listeners) onGap()
    },
  }
}
