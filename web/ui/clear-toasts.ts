import { toast } from 'react-toastify/unstyled'

/** Takes away what earlier actions have said, before a new one begins. */
export function clearToasts(): void {
  toast.dismiss()
}
