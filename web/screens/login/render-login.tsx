import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import type { Label } from '#contract/identifiers.ts'
import type { LanguageTag } from '#contract/languages.ts'
import type { Texts } from '#contract/texts.ts'
import { texts as english } from '#contract/texts.ts'
import { hindi } from '../../language/hindi.ts'
import { LanguageContext } from '../../language/texts.ts'
import { LoginShell } from './login-shell.tsx'

const texts: Readonly<Record<LanguageTag, Texts>> = { en: english, hi: hindi }

/**
 * The login for login.html and its translations, made at build time: the student's tab, and in a template the other one, which
 * takes its place where it was used last.
 */
export function render(tag: LanguageTag): string {
  return `<div id="shell">${renderShell(tag, 'STD')}</div><template id="shell-of-organisation">${renderShell(tag, 'ORG')}</template>`
}

function renderShell(tag: LanguageTag, kind: Label): string {
  const markup = renderToStaticMarkup(
    <LanguageContext value={{ tag, locale: tag, texts: texts[tag] }}>
      <MemoryRouter>
        <LoginShell kind={kind} />
      </MemoryRouter>
    </LanguageContext>,
  )
  // They do nothing yet: the keyboard passes them by.
  return markup.replaceAll(/<button (?![^>]*tabindex)/g, '<button tabindex="-1" ')
}
