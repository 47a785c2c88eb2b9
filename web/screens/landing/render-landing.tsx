import { renderToStaticMarkup } from 'react-dom/server'
import type { LanguageTag } from '#contract/languages.ts'
import '../../language/hindi.ts'
import { LanguageContext } from '../../language/texts.ts'
import { LandingPage } from './landing-page.tsx'

/** The landing page for index.html and its translations, made at build time. */
export function render(tag: LanguageTag): string {
  return renderToStaticMarkup(
    <LanguageContext value={{ tag, locale: tag }}>
      <LandingPage />
    </LanguageContext>,
  )
}
