import { changeInstituteSettings, readInstituteSettings } from '../../domain/institutes/institute-settings.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** What an institute chooses for its screens and times. */
export const settingsCalls = {
  'GET /settings': readInstituteSettings,
  'PATCH /settings': changeInstituteSettings,
} satisfies Partial<ProductHandlers>
