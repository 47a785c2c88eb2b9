import { type RefObject, useEffect, useRef, useState } from 'react'

export type HiddenColumns = { readonly before: boolean; readonly after: boolean }

/** On which sides of a part that scrolls sideways something is out of sight. */
export function useHiddenColumns(): { scroller: RefObject<HTMLElement | null>; hidden: HiddenColumns } {
  const scroller = useRef<HTMLElement>(null)
  const [hidden, setHidden] = useState<HiddenColumns>({ before: false, after: false })
  useEffect(() => {
    const element = scroller.current
    const content = element?.firstElementChild
    if (!element || !content) return
    const look = () => {
      const rest = element.scrollWidth - element.clientWidth - Math.abs(element.scrollLeft)
      // Less than a pixel is what browsers round.
      const found = { before: Math.abs(element.scrollLeft) >= 1, after: rest >= 1 }
      setHidden((last) => (last.before === found.before && last.after === found.after ? last : found))
    }
    const sizes = new ResizeObserver(look)
    sizes.observe(element)
    sizes.observe(content)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      sizes.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [])
  return { scroller, hidden }
}
