/** One student's turn at the kiosk. */
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

/** After this time an open ceremony is asked about; the browser keeps asking until its own time is over. */
export const leftOpenMs = 60_000

/** The turns at the kiosk, one at a time. `onLeftOpen` runs once for a ceremony without an answer for a minute. */
export function createAttempts(onLeftOpen: () => void): Attempts {
  let current: { readonly controller: AbortController; isOpen: boolean } | undefined

  return {
    begin() {
      if (current && !current.isOpen) return undefined
      current?.controller.abort()
      const own = { controller: new AbortController(), isOpen: false }
      current = own
      return {
        signal: own.controller.signal,
        async runOpen(ceremony) {
          own.isOpen = true
          const timer = setTimeout(onLeftOpen, leftOpenMs)
          try {
            return await ceremony()
          } finally {
            own.isOpen = false
            clearTimeout(timer)
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
