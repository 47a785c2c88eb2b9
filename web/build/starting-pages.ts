// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { join } from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { defaultLanguage } from '#contract/languages.ts'
import { openingPageOf, openingPages } from '#contract/opening-pages.ts'
import { pathPatterns } from '#contract/paths.ts'
import { listFiles, nameFiles, paintEarly, preloadFonts } from './early-paint.ts'
import { afterBuild, readAsset, readText } from './finished-build.ts'
import { bundleScript } from './page-scripts.ts'
import { gatherStyles, prerender } from './prerender.ts'
import { readScreenTable } from './screen-table.ts'

const page = 'app/render-starting.tsx'
const firstReads = 'app/send-first-reads.ts'
const ownFiles = 'app/ask-own-files.ts'
const frame = '/screens/institute-page/institute-page.tsx'
/** What some addresses show at once beside the file of their screen. */
const parts: Partial<Record<keyof typeof pathPatterns, string>> = {
  courseSessions: 'course-sessions',
  courseNumbers: 'course-numbers',
  coursePeople: 'course-people',
  courseSettings: 'course-settings',
}
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
    const ask = await bundleScript(join(config.root, ownFiles), config, 'iife')
    const paint = (document: string, firstScripts: readonly string[], lastScript?: string) =>
      paintEarly(document, {
        tag: defaultLanguage,
        firstScripts,
        styles: styles.join('\n'),
        body: `<div id="app">${html(defaultLanguage)}</div>`,
        ...(lastScript !== undefined && { lastScript }),
      })
    app.source = paint(built, [theme])
    for (const name of openingPages) {
      const named = name === 'student' ? built : nameFiles(built, bundle, frame)
      const document = name === 'office' ? named : nameFiles(named, bundle, `/app/${name}-screens.ts`)
      const own = name === 'office' ? `${listOwnFiles(document, bundle)}${ask}` : undefined
      this.emitFile({ type: 'asset', fileName: `${name}.html`, source: paint(document, [theme, reads], own) })
    }
  })
}

/** What each screen of the office needs besides what its page names, as a script. */
function listOwnFiles(page: string, bundle: Rolldown.OutputBundle): string {
  const rows = readScreenTable()
    .filter(({ address }) => openingPageOf(pathPatterns[address]) === 'office')
    .map(({ address, module }) => {
      const needed = [module, ...(parts[address] === undefined ? [] : [`screens/courses/${parts[address]}.tsx`])]
      const lists = needed.map((one) => listFiles(bundle, `/${one}`))
      const files = [...lists.flatMap(({ scripts }) => scripts), ...lists.flatMap(({ sheets }) => sheets)]
      const own = [...new Set(files)].filter((file) => !page.includes(`/${file}"`)).map((file) => `/${file}`)
      return [`^${pathPatterns[address].replaceAll(/:\w+/g, '[^/]+')}/?$`, own]
    })
  return `const filesOfScreens=${JSON.stringify(rows)};`
}
