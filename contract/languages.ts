/** The languages of the screens, and which of them somebody gets. Mails and the server's own sentences are English. */

/** Each language by its tag, named as its own speakers name it. */
export const languageNames = { en: 'English', hi: 'हिन्दी' } as const
export type LanguageTag = keyof typeof languageNames
export const languageTags = Object.keys(languageNames) as readonly LanguageTag[]
export const defaultLanguage: LanguageTag = 'en'

/** What was chosen by the switch. Set by the pages' scripts, read by them and by the server for the landing page. */
export const languageCookie = 'language'

export function isLanguageTag(tag: string | undefined): tag is LanguageTag {
  return tag !== undefined && Object.hasOwn(languageNames, tag)
}

/** What was chosen by the switch; undefined when it has not been used. `cookies`: 'a=b; language=hi'. */
export function readChosenLanguage(cookies: string): LanguageTag | undefined {
  const prefix = `${languageCookie}=`
  const pair = cookies.split('; ').find((one) => one.startsWith(prefix))
  const tag = pair?.slice(prefix.length)
  return isLanguageTag(tag) ? tag : undefined
}

/**
 * What was chosen by the switch, else the first language of the browser's list that we speak ('hi-IN' is Hindi), else
 * English. `preferred`: BCP 47 tags, best first.
 */
export function chooseLanguage(chosen: LanguageTag | undefined, preferred: readonly string[]): LanguageTag {
  if (chosen !== undefined) return chosen
  const primary = preferred.map((tag) => tag.split('-')[0]?.toLowerCase())
  return primary.find(isLanguageTag) ?? defaultLanguage
}

/** How a language writes dates where the browser names none of its regions; as the mails do, for English. */
const usualLocales: Readonly<Record<LanguageTag, string>> = { en: 'en-GB', hi: 'hi-IN' }

/**
 * The locale in which dates and numbers are written: the language as the browser's list has it first, with its region.
 * '22 Nov 2026, 9:54 am' for 'en-IN' is 'Nov 22, 2026, 9:54 AM' for 'en-US'.
 */
export function chooseLocale(language: LanguageTag, preferred: readonly string[]): string {
  return preferred.find((tag) => tag.split('-')[0]?.toLowerCase() === language) ?? usualLocales[language]
}
