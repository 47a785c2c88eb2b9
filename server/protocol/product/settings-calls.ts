import { changeInstituteSettings, readInstituteSettings } from '../../domain/institutes/institute-settings.ts'
import type { ProductHandlers } from './product-handlers.ts'

/** What an institute chooses for its screens and times. */
export const settingsCalls = {
  async 'GET /settings'(deps, { context }) {
    return readInstituteSettings(deps, context)
  },
  async 'PATCH /settings'(deps, { context, input }) {
    return changeInstituteSettings(deps, context, input)
  },
} satisfies Partial<ProductHandlers>
