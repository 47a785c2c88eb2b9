import { readChosenLanguage } from '#contract/languages.ts'
import { rememberLanguage } from '../language/remember-language.ts'
import { getTheme, setTheme } from '../ui/theme.ts'

/**
 * Logging out makes the browser forget all that the site has stored (Clear-Site-Data). How somebody likes to read it is
 * no secret of the session: taken before, put back by the function that this returns.
 */
export function holdChoices(): () => void {
  const language = readChosenLanguage(document.cookie)
  const theme = getTheme()
  return () => {
    if (language !== undefined) rememberLanguage(language)
    setTheme(theme)
  }
}
