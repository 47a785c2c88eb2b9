// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { defaultLanguage, languageTags } from '#contract/languages.ts'
import { shellFileOf, shellPaths } from '#contract/shell-pages.ts'
import { linkedPages } from '../session/mail-link.ts'
import { nameFiles, paintEarly, preloadFonts } from './early-paint.ts'
import { afterBuild, readText } from './finished-build.ts'
import { bundleScript } from './page-scripts.ts'
import { gatherStyles, prerender } from './prerender.ts'
import { scopedClassName } from './scoped-class-name.ts'

const shells = 'app/render-shells.tsx'
const linkStart = 'app/link-start.ts'
const shellStart = 'app/shell-start.ts'

/** Until the app shows more than that it is waiting, the shell is what is seen; its buttons cannot be pressed yet. */
const rules = `
#shell button { pointer-events: none; }
#shell ~ #app:is(:empty, :has([data-waiting])) { display: none; }
body:has(#app:not(:empty, :has([data-waiting]))) #shell { display: none; }
`

/**
 * Lays login.html, register.html and their sisters beside app.html: the same page with the screen's heading and fields
 * inside, and the styles that they need. It paints with the first answer, whatever the app's scripts and style sheets take.
 */
export function shellPages(): Plugin {
  return afterBuild('shell-pages', async function (bundle, config) {
    const app = readText(bundle, /^app\.html$/)
    const base = readText(bundle, /^assets\/base-[^/]+\.css$/)
    const link = await bundleScript(join(config.root, linkStart), config, 'iife')
    const theme = readText(bundle, /^assets\/theme-\w+\.js$/)
    const start = await bundleScript(join(config.root, shellStart), config, 'iife')
    const { html, cssModules } = await prerender(config.root, shells)
    for (const path of shellPaths) {
      const example = html(defaultLanguage, path)
      const used = cssModules.filter((file) => example.includes(scopedClassName('', file)))
      const styles = [base, await gatherStyles(used, config), rules].join('\n')
      for (const tag of languageTags) {
        this.emitFile({
          type: 'asset',
          fileName: shellFileOf(path, tag),
          source: paintEarly(preloadFonts(nameFiles(app, bundle, `/screens${path}${path}.tsx`), bundle), {
            tag,
            firstScripts: linkedPages.includes(path) ? [link, theme] : [theme],
            styles,
            body: `${html(tag, path)}<script>${start}</script><div id="app"></div>`,
          }),
        })
      }
    }
  })
}
