import { dropAllToasts } from './waiting-toasts.ts'

/** Removes the toasts of earlier actions before a new one begins. */
export function clearToasts(): void {
  dropAllToasts()
}
