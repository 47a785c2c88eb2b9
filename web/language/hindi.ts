import type { Texts } from '#contract/texts.ts'

export { hindiCheckInTexts } from './hindi-check-in-texts.ts'
export { hindiDeskTexts } from './hindi-desk-texts.ts'
export { hindiDisputeTexts } from './hindi-dispute-texts.ts'
export { hindiKioskTexts } from './hindi-kiosk-texts.ts'
export { hindiLandingTexts } from './hindi-landing-texts.ts'
export { hindiLoginEndTexts } from './hindi-login-end-texts.ts'
export { hindiOwnPasskeyTexts } from './hindi-own-passkey-texts.ts'
export { hindiPasskeyGuideTexts } from './hindi-passkey-guide-texts.ts'
export { hindiPasskeyTexts } from './hindi-passkey-texts.ts'
export { hindiReportTexts } from './hindi-report-texts.ts'
export { hindiRoomTexts } from './hindi-room-texts.ts'
export { hindiRulingTexts } from './hindi-ruling-texts.ts'
export { hindiScreenTexts } from './hindi-screen-texts.ts'
export { hindiSettingsTexts } from './hindi-settings-texts.ts'
export { hindiSheetTexts } from './hindi-sheet-texts.ts'

import { translateToHindi } from './hindi-refusals.ts'
import { hindiTexts } from './hindi-texts.ts'

/** All that Hindi needs, in one part of the app: fetched only by those who read it. */
export const hindi: Texts = { ...hindiTexts, translateRefusal: translateToHindi }
