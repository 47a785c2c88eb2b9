import type { InstituteSettings, InstituteSettingsChange } from '#contract/settings.ts'
import { callProduct } from './call-product.ts'

/** What an institute has chosen for its screens and times. */

export function getSettings(): Promise<InstituteSettings> {
  return callProduct('GET /settings', {})
}

export function changeSettings(change: InstituteSettingsChange): Promise<InstituteSettings> {
  return callProduct('PATCH /settings', {}, change)
}
