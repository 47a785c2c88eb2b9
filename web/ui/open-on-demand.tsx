import type { ComponentType } from 'react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTexts } from '../language/texts.ts'
import { showError } from './toasts.tsx'

export type OpenOnDemandProps<Props> = {
  /** Fetches the component; must stay the same function. */
  load: () => Promise<ComponentType<Props>>
  props: Props
}

/**
 * A part with a chunk of its own that opens and closes. The chunk is fetched right after the screen has been drawn, for
 * it must open without a connection, too. Where that failed it is fetched again on opening; if it fails then, that is
 * said, and the screen stays as it was.
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
    load().then(
      (loaded) => isCurrent && setPart(() => loaded),
      () => {
        if (isCurrent && open) giveUp()
      },
    )
    return () => {
      isCurrent = false
    }
  }, [load, isMissing, open])

  // Once opened it stays, to close with its motion.
  return Part !== undefined && wasOpened ? <Part {...props} /> : null
}
