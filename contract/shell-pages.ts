import { defaultLanguage, type LanguageTag } from './languages.ts'
import { paths } from './paths.ts'

/** The pages that a poster, a mail or the login's own address leads to: heading and fields stand in them before any script. */
export const shellPaths = [
  paths.login,
  paths.register,
  paths.verifyEmail,
  paths.newPassword,
  paths.recoverPassword,
  paths.replacePasskey,
  paths.join,
] as const
export type ShellPath = (typeof shellPaths)[number]

/** The file that the build makes of such a page in a language: 'login.html', 'login.hi.html'. */
export function shellFileOf(path: ShellPath, tag: LanguageTag): string {
  return `${path.slice(1)}${tag === defaultLanguage ? '' : `.${tag}`}.html`
}
