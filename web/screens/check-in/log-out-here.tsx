import { useState } from 'react'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { useTexts, useTextsOf } from '../../language/texts.ts'
import { Button } from '../../ui/button.tsx'
import { FieldError } from '../../ui/field-error.tsx'

/** Ends the session of this browser. */
export function LogOutHere({ kind, onDone }: { kind: 'primary' | 'secondary'; onDone: () => void }) {
  const texts = useTexts()
  const words = useTextsOf(checkInTexts)
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | undefined>()
  async function leave() {
    setBusy(true)
    try {
      const { logOutHere } = await import('./log-in-here.ts')
      const refusal = await logOutHere()
      if (refusal === undefined) return onDone()
      setError(refusal)
    } catch {
      // Its part of the app could not be fetched.
      setError(texts.common.networkFailed)
    }
    setBusy(false)
  }
  return (
    <>
      <Button kind={kind} size="large" wide busy={isBusy} onClick={() => void leave()}>
        {words.logOutHere}
      </Button>
      <div role="alert">
        <FieldError message={error} />
      </div>
    </>
  )
}
