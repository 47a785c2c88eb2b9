import type { RefObject } from 'react'

/** For an effect: the field must carry its message by then, which is read aloud when the focus comes. */
export function goToFirstError(form: RefObject<HTMLFormElement | null>): void {
  form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus()
}
