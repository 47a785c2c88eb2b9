import type { ApproveScreenInput, RenameScreen } from '#contract/screens.ts'
import { callProduct, type ProductAnswer } from './call-product.ts'

/** The screens of an institute, on its settings screen. Each throws RequestError. */

type Screens = Promise<ProductAnswer<'GET /screens'>>

export function listScreens(): Screens {
  return callProduct('GET /screens', {})
}

/** The screen that shows this code. */
export function lookUpScreen(code: string): Promise<ProductAnswer<'POST /screens/look-up'>> {
  return callProduct('POST /screens/look-up', {}, { code, timeZone: ownTimeZone() })
}

export function approveScreen(approval: Omit<ApproveScreenInput, 'timeZone'>): Screens {
  return callProduct('POST /screens', {}, { ...approval, timeZone: ownTimeZone() })
}

export function renameScreen(screenId: string, change: RenameScreen): Screens {
  return callProduct('PATCH /screens/:screenId', { screenId }, change)
}

export function endScreen(screenId: string): Screens {
  return callProduct('DELETE /screens/:screenId', { screenId })
}

/** Of this computer, for an institute that has chosen none. */
export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}
