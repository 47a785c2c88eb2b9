// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { preprocessCSS, runnerImport } from 'vite'
import { scopedClassName } from './scoped-class-name.ts'

const marker = '<!--landing-->'
const page = 'screens/landing/render-landing.tsx'
const stylesheet = 'screens/landing/prerendered.css'

type RenderedPage = { readonly html: (language: string) => string; readonly cssModules: readonly string[] }

/**
 * Renders the landing page to static HTML at build time, in each language, so that it can be read without a script. Its
 * CSS modules are collected into one plain stylesheet, because the build would drop a module that no script uses.
 */
export function prerenderLanding(): Plugin {
  let config: ResolvedConfig
  let rendered: Promise<RenderedPage> | undefined
  const render = () => {
    rendered ??= renderPage(config.root)
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
      const parts = await Promise.all(
        cssModules.map(async (file) => preprocessCSS(await readFile(file, 'utf8'), file, config)),
      )
      return parts.map((part) => part.code).join('\n')
    },
  }
}

async function renderPage(root: string): Promise<RenderedPage> {
  const cssModules = new Set<string>()
  const { module } = await runnerImport<{ renderLanding: (language: string) => string }>(join(root, page), {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [nameClasses(cssModules)],
  })
  return { html: module.renderLanding, cssModules: [...cssModules].sort(generalFirst) }
}

const namesOnly = '.names-only'

/**
 * Replaces Vite's CSS modules, which need a whole build: returns the class names, and collects the files in `found`.
 */
function nameClasses(found: Set<string>): Plugin {
  return {
    name: 'name-classes',
    enforce: 'pre',
    resolveId: (id, importer) =>
      id.endsWith('.module.css') && importer !== undefined ? join(dirname(importer), id) + namesOnly : undefined,
    load: (id) => {
      if (!id.endsWith(namesOnly)) return undefined
      const file = id.slice(0, -namesOnly.length)
      found.add(file)
      const prefix = JSON.stringify(scopedClassName('', file))
      return `export default new Proxy({}, { get: (_, name) => ${prefix} + String(name) })`
    },
  }
}

/** The page's own rules come after those of the parts, so they take precedence. */
function generalFirst(a: string, b: string): number {
  return Number(a.includes('/screens/')) - Number(b.includes('/screens/')) || a.localeCompare(b)
}
