import type { ReactNode } from 'react'
import { Suspense, useEffect, useState } from 'react'

export type OpenOnDemandProps = {
  open: boolean
  /** Fetches what the children are made of. */
  load: () => Promise<unknown>
  children: ReactNode
}

/**
 * Draws nothing until it is opened for the first time; from then on it stays, to close with its motion. Its code is
 * fetched right after the screen has been drawn: it must open without a connection, too.
 */
export function OpenOnDemand({ open, load, children }: OpenOnDemandProps) {
  const [wasOpened, setWasOpened] = useState(open)
  if (open && !wasOpened) setWasOpened(true)
  useEffect(() => {
    // What failed now is fetched again when it is opened.
    load().catch(() => undefined)
  }, [load])
  return wasOpened ? <Suspense fallback={null}>{children}</Suspense> : null
}
