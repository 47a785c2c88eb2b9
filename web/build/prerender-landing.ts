// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { join } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { gatherStyles, prerender, type RenderedPage } from './prerender.ts'

const marker = '<!--landing-->'
const page = 'screens/landing/render-landing.tsx'
const stylesheet = 'screens/landing/prerendered.css'

/**
 * Renders the landing page to static HTML at build time, in each language, so that it can be read without a script. Its
 * CSS modules are collected into one plain stylesheet, because the build would drop a module that no script uses.
 */
export function prerenderLanding(): Plugin {
  let config: ResolvedConfig
  let rendered: Promise<RenderedPage> | undefined
  const render = () => {
    rendered ??= prerender(config.root, page)
    return rendered
  }
  return {
    name: 'prerender-landing',
    enforce: 'pre',
    configResolved: (resolved) => {
      config = resolved
    },
    transformIndexHtml: {
      order: 'pre',
      handler: async (html) => {
        if (!html.includes(marker)) return html
        if (config.command === 'serve') rendered = undefined
        const [, language = ''] = /<html lang="([^"]*)"/.exec(html) ?? []
        const page = await render()
        return html.replace(marker, () => page.html(language))
      },
    },
    resolveId: (id) => (id.endsWith('/prerendered.css') ? join(config.root, stylesheet) : undefined),
    async load(id) {
      if (id.split('?')[0] !== join(config.root, stylesheet)) return undefined
      const { cssModules } = await render()
      for (const file of cssModules) this.addWatchFile(file)
      return gatherStyles(cssModules, config)
    },
  }
}
