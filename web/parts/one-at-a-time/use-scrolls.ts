import { type RefObject, useEffect, useRef, useState } from 'react'

/** Whether a part has more in it than its height shows: then the keyboard must reach it, to scroll it. */
export function useScrolls(): { readonly part: RefObject<HTMLElement | null>; readonly scrolls: boolean } {
  const part = useRef<HTMLElement>(null)
  const [scrolls, setScrolls] = useState(false)
  useEffect(() => {
    const element = part.current
    if (!element) return
    const look = () => setScrolls(element.scrollHeight > element.clientHeight)
    const sizes = new ResizeObserver(look)
    const watch = () => {
      sizes.disconnect()
      for (const one of [element, ...element.children]) sizes.observe(one)
    }
    // Each state has an element of its own.
    const states = new MutationObserver(watch)
    states.observe(element, { childList: true })
    watch()
    return () => {
      states.disconnect()
      sizes.disconnect()
    }
  }, [])
  return { part, scrolls }
}
