import type { Plugin } from 'vite'
import { defaultLanguage, languageTags } from '#contract/languages.ts'
import { paintEarly } from './early-paint.ts'
import { afterBuild, readText } from './finished-build.ts'
import { compileScript } from './page-scripts.ts'
import { gatherStyles, prerender } from './prerender.ts'
import { scopedClassName } from './scoped-class-name.ts'

const page = 'screens/login/render-login.tsx'
const shellStart = 'screens/login/shell-start.ts'

/** Until the app shows more than that it is waiting, the shell is what is seen; its buttons cannot be pressed yet. */
const rules = `
#shell button { pointer-events: none; }
#shell ~ #app:is(:empty, :has([data-waiting])) { display: none; }
body:has(#app:not(:empty)):not(:has([data-waiting])) #shell { display: none; }
`

/**
 * Lays login.html and its sisters beside app.html: the same page with the login's heading and fields inside, and the
 * styles that they need. It paints with the first answer, whatever the app's scripts and style sheets take.
 */
export function loginPages(): Plugin {
  return afterBuild('login-pages', async function (bundle, config) {
    const app = readText(bundle, /^app\.html$/)
    const themeStart = readText(bundle, /^assets\/theme-\w+\.js$/)
    const start = await compileScript(config.root, shellStart)
    const { html, cssModules } = await prerender(config.root, page)
    const used = cssModules.filter((file) => html(defaultLanguage).includes(scopedClassName('', file)))
    const base = readText(bundle, /^assets\/base-[^/]+\.css$/)
    const styles = [base, await gatherStyles(used, config), rules].join('\n')
    for (const tag of languageTags) {
      const fileName = tag === defaultLanguage ? 'login.html' : `login.${tag}.html`
      this.emitFile({
        type: 'asset',
        fileName,
        source: paintEarly(app, {
          tag,
          themeStart,
          styles,
          body: `${html(tag)}<script>${start}</script><div id="app"></div>`,
        }),
      })
    }
  })
}
