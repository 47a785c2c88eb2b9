// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HtmlTagDescriptor, Plugin, ResolvedConfig } from 'vite'
import { build, transformWithOxc } from 'vite'
import { sideEffectFree } from './chunk-groups.ts'
import { isLandingPage, isSelfContained } from './inline-styles.ts'

const themeStart = 'ui/theme-start.ts'
const facesStart = 'screens/landing/faces-start.ts'
const landing = 'screens/landing/landing.ts'
const verify = 'screens/verify/verify-start.ts'

/**
 * Scripts that must run before a page's first paint, when modules are not loaded yet. In the app this is a small
 * blocking script. The landing page and the check of evidence have it inline, together with their own script, so that no
 * request delays it.
 */
export function pageScripts(): Plugin {
  let config: ResolvedConfig
  const compile = (source: string) => compileScript(config.root, source)
  const compileForApp = async () => {
    const code = await compile(themeStart)
    const hash = createHash('sha256').update(code).digest('hex').slice(0, 8)
    return { code, fileName: `assets/theme-${hash}.js` }
  }
  const describeScript = async (source: string): Promise<HtmlTagDescriptor> =>
    config.command === 'serve'
      ? { tag: 'script', attrs: { type: 'module', src: `/${source}` }, injectTo: 'body' }
      : {
          tag: 'script',
          attrs: { type: 'module' },
          children: await bundleScript(join(config.root, source), config, 'es'),
          injectTo: 'body',
        }
  return {
    name: 'page-scripts',
    configResolved: (resolved) => {
      config = resolved
    },
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        if (!request.url?.startsWith('/assets/theme-')) return next()
        compileForApp().then(({ code }) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(code)
        }, next)
      })
    },
    async generateBundle() {
      const { code, fileName } = await compileForApp()
      this.emitFile({ type: 'asset', fileName, source: code })
    },
    async transformIndexHtml(_html, { filename }): Promise<HtmlTagDescriptor[]> {
      if (!isSelfContained(filename)) {
        const { fileName } = await compileForApp()
        return [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' }]
      }
      const isLanding = isLandingPage(filename)
      const first = await Promise.all([themeStart, ...(isLanding ? [facesStart] : [])].map(compile))
      const start = isLanding ? landing : filename.endsWith('/verify.html') ? verify : undefined
      return [
        { tag: 'script', children: first.join(''), injectTo: 'head-prepend' },
        ...(start === undefined ? [] : [await describeScript(start)]),
      ]
    },
  }
}

/** A script that imports nothing, as it stands in a page. `source`: below `root`. */
async function compileScript(root: string, source: string): Promise<string> {
  const text = await readFile(join(root, source), 'utf8')
  return (await transformWithOxc(text, source, { sourcemap: false })).code
}

/** The module with all of its imports. `iife`: as a script that runs where it stands in the page. */
export async function bundleScript(
  input: string,
  { build: { target } }: ResolvedConfig,
  format: 'es' | 'iife',
): Promise<string> {
  const output = await build({
    configFile: false,
    logLevel: 'error',
    build: {
      write: false,
      target,
      modulePreload: { polyfill: false },
      rolldownOptions: { input, output: { format }, treeshake: { moduleSideEffects: sideEffectFree } },
    },
  })
  if (!('output' in output)) throw new Error(`${input} has not become one script`)
  return output.output[0].code
}
