import { useLayoutEffect, useRef, useState } from 'react'
import { Button, type ButtonProps } from './button.tsx'

/** For so long after its question appears a confirmation takes no press, ms: the second click of a double click is over by then. */
export const confirmRestMs = 600

export type ConfirmButtonProps = Omit<ButtonProps, 'resting'> & {
  /** When this changes, the button asks something else, or stands elsewhere, and rests again. */
  question?: string | number
  /** False while the same button only leads to the question. */
  isAsking?: boolean
}

/**
 * The button that confirms a destructive or final act. A person has to see the question first: the button rests when it appears, and
 * a key that is held down never presses it, also not from a field of its form.
 */
export function ConfirmButton({ question = '', isAsking = true, onClick, ...button }: ConfirmButtonProps) {
  const asked = `${isAsking} ${question}`
  const ref = useRef<HTMLButtonElement>(null)
  const { isResting, isTooEarly } = useRest(asked, isAsking)
  useLayoutEffect(() => {
    const confirmation = ref.current
    if (!isAsking || confirmation === null) return
    const refuseRepeated = (event: KeyboardEvent) => {
      const { target, repeat, key } = event
      const isOwn = target === confirmation || (key === 'Enter' && target instanceof HTMLInputElement)
      if (repeat && isOwn && (key === 'Enter' || key === ' ')) event.preventDefault()
    }
    const place: HTMLElement = confirmation.form ?? confirmation
    place.addEventListener('keydown', refuseRepeated)
    return () => place.removeEventListener('keydown', refuseRepeated)
  }, [isAsking])
  return (
    <Button
      {...button}
      ref={ref}
      resting={isResting}
      onClick={(event) => {
        if (isTooEarly(event.timeStamp)) event.preventDefault()
        else onClick?.(event)
      }}
    />
  )
}

/** The rest after `asked` has changed. It begins when the browser draws the question. */
function useRest(asked: string, isAsking: boolean) {
  const [rested, setRested] = useState<string | undefined>()
  const endsAt = useRef(Number.POSITIVE_INFINITY)
  useLayoutEffect(() => {
    endsAt.current = isAsking ? Number.POSITIVE_INFINITY : 0
    if (!isAsking) return
    let timer: ReturnType<typeof setTimeout>
    const frame = requestAnimationFrame(() => {
      endsAt.current = performance.now() + confirmRestMs
      timer = setTimeout(() => setRested(asked), confirmRestMs)
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
    }
  }, [asked, isAsking])
  return {
    isResting: isAsking && rested !== asked,
    // By the time of the press itself: a busy page may hear of it late.
    isTooEarly: (pressedAt: number) => pressedAt < endsAt.current,
  }
}
