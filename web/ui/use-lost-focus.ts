import type { FocusEvent } from 'react'
import { useLayoutEffect, useRef } from 'react'
import { findRemains, pathOf } from './find-way-back.ts'

/**
 * For components whose controls disappear, after use or by a live change: moves the focus on. The result goes to an
 * element around them; the component renders again when one disappears.
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
    // React reports no blur of an element that it removes.
    onBlur: () => {
      path.current = []
    },
  }
}
