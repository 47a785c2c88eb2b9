import { useEffect, useEffectEvent, useState } from 'react'
import { getPairing, hasKey } from '../../client/screen-calls.ts'

/** What this browser is: without a pairing, paired, or a screen that is no more. 'limited': it may not ask for a code now. */
export type Stage = 'asking' | 'pairing' | 'over' | 'limited' | 'paired' | 'ended' | 'copied'

const retryMs = 3_000

/** Finds out at the start whether this browser is paired. A browser that never was asks for a code at once. */
export function useStage(): { readonly stage: Stage; readonly goTo: (stage: Stage) => void } {
  const [stage, goTo] = useState<Stage>('asking')
  const begin = useEffectEvent(async (): Promise<Stage | undefined> => {
    try {
      const isKnown = (await hasKey()) && (await getPairing()).state === 'approved'
      return isKnown ? 'paired' : 'pairing'
    } catch {
      return undefined
    }
  })
  useEffect(() => {
    let isOpen = true
    let timer: ReturnType<typeof setTimeout> | undefined
    async function find() {
      const found = await begin()
      if (!isOpen) return
      if (found) goTo(found)
      else timer = setTimeout(find, retryMs)
    }
    void find()
    return () => {
      isOpen = false
      clearTimeout(timer)
    }
  }, [])
  return { stage, goTo }
}
