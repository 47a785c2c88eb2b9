import { useState } from 'react'

/**
 * The text that is typed into a field whose value is kept in the address. Back and Forward change the field; a value
 * that the field itself has sent must not undo later typing.
 */
export function useDraft(value: string) {
  const [draft, setDraft] = useState(value)
  const [shown, setShown] = useState(value)
  const [sent, setSent] = useState<string | undefined>()
  if (value !== shown) {
    setShown(value)
    // Once it has come, the same value may come again by Back or Forward.
    if (value === sent) setSent(undefined)
    else setDraft(value)
  }
  return { draft, setDraft, noteSent: setSent }
}
