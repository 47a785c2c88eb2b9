import { useEffect, useState } from 'react'
import { isRefusalAsAnswer, refusalsAsAnswers } from '#contract/expected-refusals.ts'

/**
 * What the server says of the student once the mark is there: undefined until then, null without an answer and for any refusal.
 * `address` undefined: nothing is asked.
 */
export function useOwnRead<Value>(address: string | undefined): Value | null | undefined {
  const [read, setRead] = useState<Value | null>()
  useEffect(() => {
    if (address === undefined) return
    const left = new AbortController()
    void readOwn<Value>(address, left.signal).then(setRead)
    return () => left.abort()
  }, [address])
  return read
}

/** Never rejects. */
async function readOwn<Value>(address: string, signal: AbortSignal): Promise<Value | null> {
  try {
    const response = await fetch(address, { cache: 'no-store', headers: refusalsAsAnswers, signal })
    return response.ok && !isRefusalAsAnswer(response.headers) ? await response.json() : null
  } catch {
    return null
  }
}
