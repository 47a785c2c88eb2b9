import type { RefObject } from 'react'

/** Call it in an effect: the field must already have its message, which is read aloud when it gets the focus. */
export function goToFirstError(form: RefObject<HTMLFormElement | null>): void {
  form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
}
