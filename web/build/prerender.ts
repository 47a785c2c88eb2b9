// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { readFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Plugin, ResolvedConfig } from 'vite'
import { preprocessCSS, runnerImport } from 'vite'
import { scopedClassName } from './scoped-class-name.ts'

export type RenderedPage = {
  /** `path`: for a module that makes several pages. */
  readonly html: (language: string, path?: string) => string
  readonly cssModules: readonly string[]
}

/**
 * Renders a page to static HTML at build time. `page`: a module below `root`, whose `render` gives the HTML in a language.
 */
export async function prerender(root: string, page: string): Promise<RenderedPage> {
  const cssModules = new Set<string>()
  const { module } = await runnerImport<{ render: RenderedPage['html'] }>(join(root, page), {
    root,
    configFile: false,
    logLevel: 'error',
    plugins: [nameClasses(cssModules)],
  })
  return { html: module.render, cssModules: [...cssModules].sort(generalFirst) }
}

const namesOnly = '.names-only'
/** In place of a plain sheet: what it styles is not on the page before its script. */
const nothing = '\0no-styles'

/**
 * Replaces Vite's CSS modules, which need a whole build: returns the class names, and collects the files in `found`.
 */
function nameClasses(found: Set<string>): Plugin {
  return {
    name: 'name-classes',
    enforce: 'pre',
    resolveId: (id, importer) => {
      if (!id.endsWith('.css') || importer === undefined) return undefined
      return id.endsWith('.module.css') ? join(dirname(importer), id) + namesOnly : nothing
    },
    load: (id) => {
      if (id === nothing) return ''
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

/** The CSS modules as one plain sheet: a module that no script of the page uses would be dropped from the build. */
export async function gatherStyles(cssModules: readonly string[], config: ResolvedConfig): Promise<string> {
  const parts = await Promise.all(
    cssModules.map(async (file) => preprocessCSS(await readFile(file, 'utf8'), file, config)),
  )
  return parts.map((part) => part.code).join('\n')
}
