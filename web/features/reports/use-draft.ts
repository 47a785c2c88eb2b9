import { useState } from 'react'

/**
 * What is being typed into a field whose value stands in the address. Back and Forward change it under the field; what the
 * field has sent itself must not take back what was typed since.
 */
export function useDraft(value: string) {
  const [draft, setDraft] = useState(value)
  const [shown, setShown] = useState(value)
  const [sent, setSent] = useState(value)
  if (value !== shown) {
    setShown(value)
    if (value !== sent) setDraft(value)
  }
  return { draft, setDraft, noteSent: setSent }
}
