import { leftOpenMs } from '#contract/rules.ts'

/** One student's turn at the screen. */
export type Attempt = {
  /** Aborts when the turn is given up. */
  readonly signal: AbortSignal
  /** Runs the ceremony: while it is open, the turn can be given up for the next one. */
  readonly runOpen: <T>(ceremony: () => Promise<T>) => Promise<T>
  /** Returns whether it was still this one's turn. */
  readonly end: () => boolean
}

export type Attempts = {
  /** Gives up a ceremony that is left open. Undefined while a student is being looked up or marked: that is not given up. */
  readonly begin: () => Attempt | undefined
  /** Gives the turn up. What the server has begun to write is written all the same. */
  readonly cancel: () => void
}

export type AttemptsProps = {
  /** Runs when the ceremony of the current turn opens or closes. */
  readonly onOpen: (isOpen: boolean) => void
  /** Runs once for a ceremony without an answer for a minute. */
  readonly onLeftOpen: () => void
}

/** The turns at the screen, one at a time. */
export function createAttempts({ onOpen, onLeftOpen }: AttemptsProps): Attempts {
  let current: { readonly controller: AbortController; isOpen: boolean } | undefined

  return {
    begin() {
      if (current && !current.isOpen) return undefined
      if (current) {
        current.controller.abort()
        onOpen(false)
      }
      const own = { controller: new AbortController(), isOpen: false }
      current = own
      return {
        signal: own.controller.signal,
        async runOpen(ceremony) {
          own.isOpen = true
          onOpen(true)
          const timer = setTimeout(onLeftOpen, leftOpenMs)
          try {
            return await ceremony()
          } finally {
            own.isOpen = false
            clearTimeout(timer)
            // The next turn's may be open by now.
            if (current === own) onOpen(false)
          }
        },
        end() {
          const isOwn = current === own
          if (isOwn) current = undefined
          return isOwn
        },
      }
    },
    cancel() {
      current?.controller.abort()
    },
  }
}
