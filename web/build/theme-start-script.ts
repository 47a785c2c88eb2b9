// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { HtmlTagDescriptor, Plugin } from 'vite'
import { transformWithOxc } from 'vite'

const source = 'ui/theme-start.ts'

/** Puts ui/theme-start.ts into every page as a small blocking script: modules run too late, inline scripts are forbidden. */
export function themeStartScript(): Plugin {
  let root = ''
  const compile = async () => {
    const { code } = await transformWithOxc(await readFile(join(root, source), 'utf8'), source, { sourcemap: false })
    const hash = createHash('sha256').update(code).digest('hex').slice(0, 8)
    return { code, fileName: `assets/theme-${hash}.js` }
  }
  return {
    name: 'theme-start-script',
    configResolved: (config) => {
      root = config.root
    },
    configureServer: (server) => {
      server.middlewares.use((request, response, next) => {
        if (!request.url?.startsWith('/assets/theme-')) return next()
        compile().then(({ code }) => {
          response.setHeader('content-type', 'text/javascript')
          response.end(code)
        }, next)
      })
    },
    async generateBundle() {
      const { code, fileName } = await compile()
      this.emitFile({ type: 'asset', fileName, source: code })
    },
    async transformIndexHtml(): Promise<HtmlTagDescriptor[]> {
      const { fileName } = await compile()
      return [{ tag: 'script', attrs: { src: `/${fileName}` }, injectTo: 'head-prepend' }]
    },
  }
}
