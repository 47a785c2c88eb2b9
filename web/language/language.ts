import type { LanguageTag } from '#contract/languages.ts'
import { chooseLanguage, chooseLocale, readChosenLanguage } from '#contract/languages.ts'
import { texts as english } from '#contract/texts.ts'
import { readCookies } from './site-data.ts'
import { createStore } from './store.ts'
import type { Language, Sentences } from './texts.ts'

const loaders: Readonly<Record<LanguageTag, () => Sentences | Promise<Sentences>>> = {
  en: () => ({ texts: english }),
  hi: async () => (await import('./hindi.ts')).hindi,
}

export const spoken = createStore<Language>({
  tag: 'en',
  locale: chooseLocale('en', navigator.languages),
  texts: english,
})

/** Changes the language, here and in `<html lang>`. Rejects when it cannot be fetched; then nothing has changed. */
export async function speakLanguage(tag: LanguageTag): Promise<void> {
  const sentences = loaders[tag]()
  const said = sentences instanceof Promise ? await sentences : sentences
  document.documentElement.lang = tag
  spoken.set({ ...said, tag, locale: chooseLocale(tag, navigator.languages) })
}

/** The language chosen by the switch in this browser, else the browser's preference. */
export function wantedLanguage(): LanguageTag {
  return chooseLanguage(readChosenLanguage(readCookies()), navigator.languages)
}
