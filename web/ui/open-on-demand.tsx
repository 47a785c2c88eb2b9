import type { ReactNode } from 'react'
import { Suspense, useState } from 'react'

/** Draws nothing, and so fetches nothing, until it is opened for the first time; from then on it stays, to close with its motion. */
export function OpenOnDemand({ open, children }: { open: boolean; children: ReactNode }) {
  const [wasOpened, setWasOpened] = useState(open)
  if (open && !wasOpened) setWasOpened(true)
  return wasOpened ? <Suspense fallback={null}>{children}</Suspense> : null
}
