import { readChosenLanguage } from '#contract/languages.ts'
import { rememberLanguage } from '../language/remember-language.ts'
import { readCookies } from '../language/site-data.ts'
import { getTheme, setTheme } from '../ui/theme.ts'

/**
 * A logout makes the browser delete all that the site has stored (Clear-Site-Data). Theme and language are no secrets
 * of the session: they are read before, and restored by the returned function.
 */
export function holdChoices(): () => void {
  const language = readChosenLanguage(readCookies())
  const theme = getTheme()
  return () => {
    if (language !== undefined) rememberLanguage(language)
    setTheme(theme)
  }
}
