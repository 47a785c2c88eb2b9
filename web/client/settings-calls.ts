import type { InstituteSettings } from '#contract/settings.ts'
import { callProduct } from './call-product.ts'

/** What an institute has chosen for its screens and times. */

export function getSettings(): Promise<InstituteSettings> {
  return callProduct('GET /settings', {})
}
