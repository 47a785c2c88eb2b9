import { useState } from 'react'

/** What is chosen in a list, also on its other pages. */
export function useChosen() {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set())
  return {
    chosen,
    toggle: (id: string) => setChosen(toggled(chosen, id)),
    clear: () => setChosen(new Set()),
  }
}

/** With the id if it was not among them, without it if it was. */
export function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const next = new Set(chosen)
  if (!next.delete(id)) next.add(id)
  return next
}
