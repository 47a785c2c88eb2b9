import type { FocusEvent } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { findRemains, pathOf } from './find-way-back.ts'

/**
 * For whoever draws controls that go away, once used or by a live change: hands on the focus of one that had it. The
 * result goes to an element around them; the caller is drawn anew when one goes.
 */
export function useLostFocus(): { onFocus: (event: FocusEvent) => void; onBlur: () => void } {
  const path = useRef<readonly Element[]>([])
  useLayoutEffect(() => {
    if (path.current[0]?.isConnected !== false) return
    findRemains(path.current)?.focus()
    path.current = []
  })
  return {
    onFocus: ({ target }) => {
      path.current = pathOf(target)
    },
    // React says nothing of the blur of an element that it takes away.
    onBlur: () => {
      path.current = []
    },
  }
}
