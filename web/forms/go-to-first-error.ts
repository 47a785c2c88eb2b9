import type { RefObject } from 'react'

/** After the errors have been painted: the field must carry its message when it is read aloud. */
export function goToFirstError(form: RefObject<HTMLFormElement | null>): void {
  requestAnimationFrame(() => form.current?.querySelector<HTMLInputElement>('[aria-invalid="true"]')?.focus())
}
