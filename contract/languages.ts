/**
 * The languages of the screens, and how the language for a person is chosen. Mails and the server's own sentences are
 * English.
 */

/** Each language by its tag, named as its own speakers name it. */
export const languageNames = { en: 'English', hi: 'हिन्दी' } as const
export type LanguageTag = keyof typeof languageNames
export const languageTags = Object.keys(languageNames) as readonly LanguageTag[]
export const defaultLanguage: LanguageTag = 'en'

/**
 * The cookie with the choice of the language switch. Scripts of the pages set it; they and the server (for the landing
 * page) read it.
 */
export const languageCookie = 'language'

export function isLanguageTag(tag: string | undefined): tag is LanguageTag {
  return tag !== undefined && Object.hasOwn(languageNames, tag)
}

/** The choice of the language switch; undefined when it was not used. `cookies`: 'a=b; language=hi'. */
export function readChosenLanguage(cookies: string): LanguageTag | undefined {
  const prefix = `${languageCookie}=`
  const pair = cookies.split('; ').find((one) => one.startsWith(prefix))
  const tag = pair?.slice(prefix.length)
  return isLanguageTag(tag) ? tag : undefined
}

/**
 * The choice of the switch, else the first language of the browser's list that Rollkey has ('hi-IN' is Hindi), else
 * English. `preferred`: BCP 47 tags, best first.
 */
export function chooseLanguage(chosen: LanguageTag | undefined, preferred: readonly string[]): LanguageTag {
  if (chosen !== undefined) return chosen
  const primary = preferred.map((tag) => tag.split('-')[0]?.toLowerCase())
  return primary.find(isLanguageTag) ?? defaultLanguage
}

/** The region for dates when the browser names none; for English, the one that mails use. */
const usualLocales: Readonly<Record<LanguageTag, string>> = { en: 'en-GB', hi: 'hi-IN' }

/**
 * The locale of dates and numbers: the first tag of the browser's list for this language, with its region. '22 Nov
 * 2026, 9:54 am' for 'en-IN' is 'Nov 22, 2026, 9:54 AM' for 'en-US'.
 */
export function chooseLocale(language: LanguageTag, preferred: readonly string[]): string {
  return preferred.find((tag) => tag.split('-')[0]?.toLowerCase() === language) ?? usualLocales[language]
}

/**
 * Says a count: `one` or `other`, as the language's plural rules have it, with the number where '#' stands. Alone, `one` is
 * said of all. Numbers are written as elsewhere on the reader's pages; the server knows no reader.
 */
type SayCount = (count: number, one: string, other?: string) => string
export const countInEnglish = sayCountIn('en')
export const countInHindi = sayCountIn('hi')

function sayCountIn(tag: LanguageTag): SayCount {
  const make = () => {
    const locale = chooseLocale(tag, 'document' in globalThis ? navigator.languages : [])
    return { rules: new Intl.PluralRules(tag), numbers: new Intl.NumberFormat(locale) }
  }
  let made: ReturnType<typeof make> | undefined
  return (count, one, other = one) => {
    made ??= make()
    return (made.rules.select(count) === 'one' ? one : other).replace('#', made.numbers.format(count))
  }
}

/** The same keys, any words. */
export type Widened<T> = T extends string
  ? string
  : T extends (...args: infer Args) => string
    ? (...args: Args) => string
    : { readonly [Key in keyof T]: Widened<T[Key]> }

const inHindiHere = new WeakMap<object, unknown>()

/** Says a group of English sentences in Hindi, once its file (`texts.hi.ts`, beside `texts.ts`) is loaded. Returns the Hindi. */
export function inHindi<T extends object>(english: T, hindi: Widened<NoInfer<T>>): Widened<T> {
  inHindiHere.set(english, hindi)
  return hindi
}

/** A group in a language; in English while the other one is not loaded. */
export function wordsIn<T extends object>(tag: LanguageTag, english: T): Widened<T> {
  return ((tag === 'hi' && inHindiHere.get(english)) || english) as Widened<T>
}
