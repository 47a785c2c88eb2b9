import type { LanguageTag } from '#contract/languages.ts'
import { languageCookie } from '#contract/languages.ts'

const yearSeconds = 365 * 24 * 60 * 60

/**
 * Remembers the choice in this browser. In a cookie, because the server sends the landing page in that language; Lax,
 * because that page is often reached from another site.
 */
export function rememberLanguage(tag: LanguageTag): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser that has passkeys
    document.cookie = `${languageCookie}=${tag}; Max-Age=${yearSeconds}; Path=/; SameSite=Lax${secure}`
  } catch {
    // Cookies may be blocked; then the choice lasts as long as the page.
  }
}
