import { toast } from 'react-toastify/unstyled'

/** Removes the toasts of earlier actions before a new one begins. */
export function clearToasts(): void {
  toast.dismiss()
}
