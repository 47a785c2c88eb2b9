import type { Plugin } from 'vite'
import { defaultLanguage } from '#contract/languages.ts'
import { paintEarly } from './early-paint.ts'
import { afterBuild, readAsset, readText } from './finished-build.ts'
import { gatherStyles, prerender } from './prerender.ts'

const page = 'app/render-starting.tsx'
/** Without scripts the page says that it needs them. */
const rules = '@media (scripting: none) { #app { display: none } }'

/**
 * On a slow line a page stays empty for seconds until its script is there. The app's page shows that it is coming. Stands
 * behind the pages with a shell, which are made of the page as it was.
 */
export function startingPage(): Plugin {
  return afterBuild('starting-page', async (bundle, config) => {
    const app = readAsset(bundle, /^app\.html$/)
    const { html, cssModules } = await prerender(config.root, page)
    const base = readText(bundle, /^assets\/base-[^/]+\.css$/)
    app.source = paintEarly(String(app.source), {
      tag: defaultLanguage,
      firstScripts: [readText(bundle, /^assets\/theme-\w+\.js$/)],
      styles: [base, await gatherStyles(cssModules, config), rules].join('\n'),
      body: `<div id="app">${html(defaultLanguage)}</div>`,
    })
  })
}
