import type { LanguageTag } from '#contract/languages.ts'
import { chooseLanguage, chooseLocale, readChosenLanguage } from '#contract/languages.ts'
import { texts as english } from '#contract/texts.ts'
import { readCookies } from './site-data.ts'
import type { Language, Sentences } from './texts.ts'

const loaders: Readonly<Record<LanguageTag, () => Sentences | Promise<Sentences>>> = {
  en: () => ({ texts: english }),
  hi: async () => (await import('./hindi.ts')).hindi,
}

let current: Language = { tag: 'en', locale: chooseLocale('en', navigator.languages), texts: english }
const listeners = new Set<() => void>()

export function getLanguage(): Language {
  return current
}

/** Calls `notify` when the language changes. Returns the function that ends it. */
export function subscribeToLanguage(notify: () => void): () => void {
  listeners.add(notify)
  return () => {
    listeners.delete(notify)
  }
}

/** Changes the language, here and in `<html lang>`. Rejects when it cannot be fetched; then nothing has changed. */
export async function speakLanguage(tag: LanguageTag): Promise<void> {
  const sentences = loaders[tag]()
  current = {
    ...(sentences instanceof Promise ? await sentences : sentences),
    tag,
    locale: chooseLocale(tag, navigator.languages),
  }
  document.documentElement.lang = tag
  for (const notify of listeners) notify()
}

/** The language chosen by the switch in this browser, else the browser's preference. */
export function wantedLanguage(): LanguageTag {
  return chooseLanguage(readChosenLanguage(readCookies()), navigator.languages)
}
