import { renderToStaticMarkup } from 'react-dom/server'
import type { LanguageTag } from '#contract/languages.ts'
import type { Texts } from '#contract/texts.ts'
import { texts as english } from '#contract/texts.ts'
import { hindi } from '../../language/hindi.ts'
import { LanguageContext } from '../../language/texts.ts'
import { LandingPage } from './landing-page.tsx'

const texts: Readonly<Record<LanguageTag, Texts>> = { en: english, hi: hindi }

/** The landing page for index.html and its translations, made at build time. */
export function render(tag: LanguageTag): string {
  return renderToStaticMarkup(
    <LanguageContext value={{ tag, locale: tag, texts: texts[tag] }}>
      <LandingPage />
    </LanguageContext>,
  )
}
