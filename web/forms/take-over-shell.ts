import { useLayoutEffect } from 'react'

/**
 * A screen takes the place of what its page shows before the script is there (web/build/shell-pages.ts), with what was
 * typed and where the focus was. Not before it is put into the page, which React delays: until then the other fields can
 * be typed in.
 */
export function useTakeOver(): void {
  useLayoutEffect(() => {
    const shell = document.getElementById('shell')
    const app = document.getElementById('app')
    if (shell === null || app === null) return
    // Both have the same links, buttons and fields in the same order.
    const place = listStops(shell).indexOf(document.activeElement ?? shell)
    const stop = listStops(app)[place]
    shell.remove()
    for (const variant of document.querySelectorAll('template[id^="shell-"]')) variant.remove()
    // A person who is signed in was led on before, and has come to this screen later.
    if (shell.dataset.path !== location.pathname) return
    if (stop instanceof HTMLElement) stop.focus()
    // After the focus: a value that is set puts the cursor behind it.
    for (const typed of listNamedFields(shell)) {
      const field = listNamedFields(app).find(({ name }) => name === typed.name)
      if (field !== undefined && field.value !== typed.value) typeInto(field, typed.value)
    }
  }, [])
}

function listStops(place: HTMLElement): readonly Element[] {
  return [...place.querySelectorAll('a[href], button, input')]
}

function listNamedFields(place: HTMLElement): readonly HTMLInputElement[] {
  return [...place.querySelectorAll<HTMLInputElement>('input[name]')]
}

/** As a person would: the field's own rules apply, such as that of digits. React watches the property of the element itself. */
function typeInto(field: HTMLInputElement, value: string): void {
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value)
  field.dispatchEvent(new Event('input', { bubbles: true }))
}
