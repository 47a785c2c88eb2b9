import { renderToStaticMarkup } from 'react-dom/server'
import type { LanguageTag } from '#contract/languages.ts'
import { texts as english } from '#contract/texts.ts'
import { hindi } from '../../language/hindi.ts'
import { hindiLandingTexts } from '../../language/hindi-landing-texts.ts'
import { LanguageContext, type Sentences } from '../../language/texts.ts'
import { LandingPage } from './landing-page.tsx'

const sentences: Readonly<Record<LanguageTag, Sentences>> = {
  en: { texts: english },
  hi: { ...hindi, landing: hindiLandingTexts },
}

/** The landing page for index.html and its translations, made at build time. */
export function render(tag: LanguageTag): string {
  return renderToStaticMarkup(
    <LanguageContext value={{ tag, locale: tag, ...sentences[tag] }}>
      <LandingPage />
    </LanguageContext>,
  )
}
