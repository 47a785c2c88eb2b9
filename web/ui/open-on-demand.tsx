import type { ComponentType } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '../language/texts.ts'
import { showError } from './toasts.tsx'
import { whenIdle } from './when-idle.ts'

export type OpenOnDemandProps<Props> = {
  /** Loads the component; must stay the same function. */
  load: () => Promise<ComponentType<Props>>
  props: Props
}

/**
 * A component in its own chunk that opens and closes. The chunk is loaded once the screen was drawn and the page is idle, because it
 * must open without a connection, too. After a failure it is loaded again on opening; if that fails, an error is shown,
 * and the screen stays as it was.
 */
export function OpenOnDemand<Props extends { open: boolean; onClose: () => void }>({
  load,
  props,
}: OpenOnDemandProps<Props>) {
  const { open, onClose } = props
  const texts = useTexts()
  const [Part, setPart] = useState<ComponentType<Props> | undefined>()
  const [wasOpened, setWasOpened] = useState(open)
  if (open && !wasOpened) setWasOpened(true)

  const giveUp = useEffectEvent(() => {
    showError(texts.common.networkFailed)
    onClose()
  })
  const isMissing = Part === undefined
  useEffect(() => {
    if (!isMissing) return
    let isCurrent = true
    const start = () => {
      load().then(
        (loaded) => isCurrent && setPart(() => loaded),
        () => {
          if (isCurrent && open) giveUp()
        },
      )
    }
    const callOff = open ? start() : whenIdle(start)
    return () => {
      isCurrent = false
      callOff?.()
    }
  }, [load, isMissing, open])

  // Once opened it stays mounted, so that it can close with its animation.
  return Part !== undefined && wasOpened ? <Part {...props} /> : null
}
