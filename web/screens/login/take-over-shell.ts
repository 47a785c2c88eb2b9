import { useLayoutEffect } from 'react'

/** What was typed, or filled in by the browser, before the script was there. */
type Typed = { readonly email: string; readonly password: string }

/**
 * The login takes the place of what its page shows before the script is there, with what was typed and where the focus
 * was. Not before it is put into the page, which React delays: until then the other fields can be typed in.
 */
export function useTakeOver(keep: (typed: Typed) => void): void {
  useLayoutEffect(() => {
    const shell = document.getElementById('shell')
    if (shell === null) return
    const read = (name: string) => shell.querySelector<HTMLInputElement>(`input[name="${name}"]`)?.value ?? ''
    const typed = { email: read('email'), password: read('password') }
    // Both have the same links, buttons and fields in the same order.
    const place = listStops(shell).indexOf(document.activeElement ?? shell)
    const stop = listStops(document.getElementById('app'))[place]
    shell.remove()
    document.getElementById('shell-of-organisation')?.remove()
    if (stop instanceof HTMLElement) stop.focus()
    // After the focus: a value that is set puts the cursor behind it.
    keep(typed)
  }, [keep])
}

function listStops(place: HTMLElement | null): readonly Element[] {
  return [...(place?.querySelectorAll('a[href], button, input') ?? [])]
}
