import { useState } from 'react'
import type { LanguageTag } from '#contract/languages.ts'
import { languageNames, languageTags } from '#contract/languages.ts'
import { speakLanguage } from '../language/language.ts'
import { rememberLanguage } from '../language/remember-language.ts'
import { useLanguageTag, useTexts } from '../language/texts.ts'
import { Button } from './button.tsx'
import { showError } from './toasts.tsx'

/** The other languages, each by its own name; the choice is remembered in this browser. */
export function LanguageSwitch({ className }: { className?: string | undefined }) {
  const inUse = useLanguageTag()
  const { common } = useTexts()
  const [coming, setComing] = useState<LanguageTag | undefined>(undefined)

  async function speak(tag: LanguageTag) {
    setComing(tag)
    try {
      await speakLanguage(tag)
      rememberLanguage(tag)
    } catch {
      // The language's part of the app could not be fetched.
      showError(common.networkFailed)
    } finally {
      setComing(undefined)
    }
  }

  return languageTags
    .filter((tag) => tag !== inUse)
    .map((tag, place) => (
      <Button
        // Not the tag: the pressed button stays, and keeps the focus, when it offers another language.
        // biome-ignore lint/suspicious/noArrayIndexKey: a button is its place, whatever it offers
        key={place}
        kind="quiet"
        className={className}
        lang={tag}
        busy={coming === tag}
        onClick={() => void speak(tag)}
      >
        {languageNames[tag]}
      </Button>
    ))
}
