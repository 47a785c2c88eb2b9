import type { LanguageTag } from '#contract/languages.ts'
import { chooseLanguage, chooseLocale, readChosenLanguage, type Widened, wordsIn } from '#contract/languages.ts'
import type { Refusal } from './refusals.hi.ts'
import { readCookies } from './site-data.ts'
import { createStore } from './store.ts'
import type { Language } from './texts.ts'

export const spoken = createStore<Language>({ tag: 'en', locale: chooseLocale('en', navigator.languages) })
/** What is spoken, or being fetched. */
let wanted: LanguageTag = 'en'
/** What is here of the parts that are fetched later, by their numbers in the list of the Hindi. */
const partsHere = new Set<number>()

/** Changes the language, here and in `<html lang>`. Rejects when it cannot be fetched; then nothing has changed. */
export async function speakLanguage(tag: LanguageTag): Promise<void> {
  wanted = tag
  try {
    if (tag === 'hi') await fetchHindi(partsHere)
  } catch (error) {
    wanted = spoken.get().tag
    throw error
  }
  document.documentElement.lang = tag
  spoken.set({ tag, locale: chooseLocale(tag, navigator.languages) })
  // With a connection before the first refusal.
  void fetchRefusals()
}

async function fetchHindi(parts: Iterable<number>): Promise<void> {
  const { ofParts } = await import('./hindi.ts')
  await Promise.all([...parts].map((part) => ofParts[part]?.()))
}

/**
 * A part of the app that is fetched when it is needed: it is not here before its words are. The build puts this around each
 * `import()` of a part with words of its own (web/build/hindi-parts.ts). If they cannot be fetched, it speaks English.
 */
export async function withWords<Part>(fetched: Promise<Part>, part: number): Promise<Part> {
  partsHere.add(part)
  const [here] = await Promise.all([fetched, wanted === 'hi' ? fetchHindi([part]).catch(() => undefined) : undefined])
  return here
}

let hindiRefusals: typeof import('./refusals.hi.ts') | undefined

/** Waits for the words of refusals, which no one needs before the first one. */
export async function fetchRefusals(): Promise<void> {
  if (wanted === 'hi') hindiRefusals ??= await import('./refusals.hi.ts').catch(() => undefined)
}

/** The words of a refusal in this language. Undefined when the language has none; then the English sentence is shown. */
export function translateRefusal(refusal: Refusal): string | undefined {
  return spoken.get().tag === 'hi' ? hindiRefusals?.translateToHindi(refusal) : undefined
}

/** The language chosen by the switch in this browser, else the browser's preference. */
export function wantedLanguage(): LanguageTag {
  return chooseLanguage(readChosenLanguage(readCookies()), navigator.languages)
}

/** A group in the language that is spoken now, for what is no part of a screen. */
export function wordsNow<T extends object>(english: T): Widened<T> {
  return wordsIn(spoken.get().tag, english)
}
