import { createContext, useContext } from 'react'
import type { CheckInTexts } from '#contract/check-in-texts.ts'
import type { DeskTexts } from '#contract/desk-texts.ts'
import type { DisputeTexts } from '#contract/dispute-texts.ts'
import type { KioskTexts } from '#contract/kiosk-texts.ts'
import type { LandingTexts } from '#contract/landing-texts.ts'
import type { LanguageTag } from '#contract/languages.ts'
import type { LoginEndTexts } from '#contract/login-end-texts.ts'
import type { OwnPasskeyTexts } from '#contract/own-passkey-texts.ts'
import type { PasskeyGuideTexts } from '#contract/passkey-guide-texts.ts'
import type { PasskeyTexts } from '#contract/passkey-texts.ts'
import type { ReportTexts } from '#contract/report-texts.ts'
import type { RoomTexts } from '#contract/room-texts.ts'
import type { RulingTexts } from '#contract/ruling-texts.ts'
import type { ScreenTexts } from '#contract/screen-texts.ts'
import type { SettingsTexts } from '#contract/settings-texts.ts'
import type { SheetTexts } from '#contract/sheet-texts.ts'
import type { Texts } from '#contract/texts.ts'
import { texts as english } from '#contract/texts.ts'

/** The current language: its BCP 47 tag, the same with the region for Intl, and every sentence. */
export type Language = Sentences & { readonly tag: LanguageTag; readonly locale: string }

export type Sentences = {
  readonly texts: Texts
  /** Those of some screens. Without them they are the English ones, which the screens bring along. */
  readonly checkInTexts?: CheckInTexts
  readonly deskTexts?: DeskTexts
  readonly disputeTexts?: DisputeTexts
  readonly kioskTexts?: KioskTexts
  readonly landingTexts?: LandingTexts
  readonly loginEndTexts?: LoginEndTexts
  readonly ownPasskeyTexts?: OwnPasskeyTexts
  readonly passkeyGuideTexts?: PasskeyGuideTexts
  readonly passkeyTexts?: PasskeyTexts
  readonly reportTexts?: ReportTexts
  readonly roomTexts?: RoomTexts
  readonly rulingTexts?: RulingTexts
  readonly screenTexts?: ScreenTexts
  readonly settingsTexts?: SettingsTexts
  readonly sheetTexts?: SheetTexts
}

export const LanguageContext = createContext<Language>({ tag: 'en', locale: 'en', texts: english })

/** Every sentence of the current language. Screens take their words only from here. */
export function useTexts(): Texts {
  return useContext(LanguageContext).texts
}

export function useLanguageTag(): LanguageTag {
  return useContext(LanguageContext).tag
}
