import { useContext } from 'react'
import type { SettingsTexts } from '#contract/settings-texts.ts'
import { settingsTexts as english } from '#contract/settings-texts.ts'
import { LanguageContext } from './texts.ts'

/** Every sentence of an institute's settings, in the language in use. */
export function useSettingsTexts(): SettingsTexts {
  return useContext(LanguageContext).settingsTexts ?? english
}
