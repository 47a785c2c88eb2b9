// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { defaultLanguage } from '#contract/languages.ts'
import { openingPages } from '#contract/opening-pages.ts'
import { nameFiles, paintEarly, preloadFonts } from './early-paint.ts'
import { afterBuild, readAsset, readText } from './finished-build.ts'
import { bundleScript } from './page-scripts.ts'
import { gatherStyles, prerender } from './prerender.ts'

const page = 'app/render-starting.tsx'
const firstReads = 'app/send-first-reads.ts'
/** Without scripts the page says that it needs them. */
const rules = '@media (scripting: none) { #app { display: none } }'

/**
 * On a slow line a page stays empty for seconds until its script is there. The app's page shows that it is coming. Beside it
 * stands the same page for each kind of screen: it names the file with them, but for the office's, and its first script sends
 * their first reads. Stands behind the pages with a shell, which are made of the page as it was.
 */
export function startingPages(): Plugin {
  return afterBuild('starting-pages', async function (bundle, config) {
    const app = readAsset(bundle, /^app\.html$/)
    const built = preloadFonts(String(app.source), bundle)
    const { html, cssModules } = await prerender(config.root, page)
    const styles = [readText(bundle, /^assets\/base-[^/]+\.css$/), await gatherStyles(cssModules, config), rules]
    const theme = readText(bundle, /^assets\/theme-\w+\.js$/)
    const reads = await bundleScript(join(config.root, firstReads), config, 'iife')
    const paint = (document: string, firstScripts: readonly string[]) =>
      paintEarly(document, {
        tag: defaultLanguage,
        firstScripts,
        styles: styles.join('\n'),
        body: `<div id="app">${html(defaultLanguage)}</div>`,
      })
    app.source = paint(built, [theme])
    for (const name of openingPages) {
      const document = name === 'office' ? built : nameFiles(built, bundle, `/app/${name}-screens.ts`)
      this.emitFile({ type: 'asset', fileName: `${name}.html`, source: paint(document, [theme, reads]) })
    }
  })
}
