import type { LanguageTag } from '#contract/languages.ts'
import { chooseLanguage, chooseLocale, readChosenLanguage } from '#contract/languages.ts'
import type { Texts } from '#contract/texts.ts'
import { texts as english } from '#contract/texts.ts'
import type { Language } from './texts.ts'

const loaders: Readonly<Record<LanguageTag, () => Texts | Promise<Texts>>> = {
  en: () => english,
  hi: async () => (await import('./hindi.ts')).hindi,
}

let current: Language = { tag: 'en', locale: chooseLocale('en', navigator.languages), texts: english }
const listeners = new Set<() => void>()

export function getLanguage(): Language {
  return current
}

/** Calls `notify` when another language is in use. Returns the way to stop. */
export function subscribeToLanguage(notify: () => void): () => void {
  listeners.add(notify)
  return () => {
    listeners.delete(notify)
  }
}

/** Speaks it from now on, here and in `<html lang>`. Rejects when it cannot be fetched; then nothing has changed. */
export async function speakLanguage(tag: LanguageTag): Promise<void> {
  const texts = loaders[tag]()
  current = {
    tag,
    locale: chooseLocale(tag, navigator.languages),
    texts: texts instanceof Promise ? await texts : texts,
  }
  document.documentElement.lang = tag
  for (const notify of listeners) notify()
}

/** What was chosen in this browser by the switch, else what the browser prefers. */
export function wantedLanguage(): LanguageTag {
  return chooseLanguage(readChosenLanguage(document.cookie), navigator.languages)
}
