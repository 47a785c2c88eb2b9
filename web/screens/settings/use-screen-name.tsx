import { useState } from 'react'
import { screenTexts } from '#contract/screen-texts.ts'
import { checkText } from '../../forms/check-field.ts'
import { useTextsOf } from '../../language/texts.ts'
import { TextField } from '../../ui/index.ts'

const maxNameLength = 80

/** The name of a screen with its field. `check` says at the field what is wrong with the name, and returns true if nothing is. */
export function useScreenName(given: string, hint?: string) {
  const words = useTextsOf(screenTexts)
  const [name, setName] = useState(given)
  const [error, setError] = useState<string | undefined>()
  const field = (
    <TextField
      label={words.name}
      hint={hint}
      error={error}
      autoComplete="off"
      enterKeyHint="done"
      value={name}
      onValueChange={(typed) => {
        setName(typed)
        setError(undefined)
      }}
    />
  )
  function check(): boolean {
    const wrong = checkText(maxNameLength)(name)
    setError(wrong)
    return wrong === undefined
  }
  return { name, error, setError, field, check }
}
