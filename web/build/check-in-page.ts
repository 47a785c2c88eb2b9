// biome-ignore-all lint/style/noRestrictedImports: this runs in the build, not in the browser.
import { join } from 'node:path'
import react from '@vitejs/plugin-react'
import type { Plugin, ResolvedConfig, Rolldown } from 'vite'
import { build } from 'vite'
import { hindiCheckInTexts } from '#contract/check-in-texts.hi.ts'
import { checkInTexts } from '#contract/check-in-texts.ts'
import { defaultLanguage } from '#contract/languages.ts'
import { sideEffectFree } from './chunk-groups.ts'
import { hindiParts } from './hindi-parts.ts'

const start = 'screens/check-in/check-in-start.ts'
const app = 'screens/check-in/open-check-in.tsx'
const sentences = { [defaultLanguage]: checkInTexts, hi: hindiCheckInTexts }

/**
 * Makes checkin.html, which students scan their way to: its first script and all of its styles are inside, so that a code
 * is swapped with the first answer. Its app is a file of its own that shares nothing with the rest: what other screens
 * share is larger than all of it.
 */
export function checkInPage(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'check-in-page',
    enforce: 'post',
    configResolved: (resolved) => {
      config = resolved
    },
    transformIndexHtml: {
      order: 'pre',
      handler: (html, { filename }) => {
        if (!isCheckInPage(filename)) return html
        const lines = Object.entries(sentences).map(
          ([tag, { oneMoment }]) => `<p class="waiting" lang="${tag}">${oneMoment}</p>`,
        )
        return {
          html: html.replace('<!--one-moment-->', lines.join('')),
          tags:
            config.command === 'serve'
              ? [{ tag: 'script', attrs: { type: 'module', src: `/${start}` }, injectTo: 'body' }]
              : [],
        }
      },
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle['checkin.html']
        if (page?.type !== 'asset') throw new Error('the build has no checkin.html')
        const [first] = await bundleScript(start, config)
        const files = await bundleScript(app, config)
        const [entry] = files
        const styles = files.filter(isStyles).map(({ source }) => String(source))
        for (const file of files) {
          if (file.type === 'chunk') this.emitFile({ type: 'asset', fileName: file.fileName, source: file.code })
        }
        page.source = String(page.source)
          .replace(`/${app}`, () => `/${entry.fileName}`)
          .replace('</head>', () => `<style>${styles.join('')}</style></head>`)
          .replace('</body>', () => `<script type="module">${first.code}</script></body>`)
      },
    },
  }
}

function isCheckInPage(filename: string): boolean {
  return filename.endsWith('/checkin.html')
}

function isStyles(file: Rolldown.OutputChunk | Rolldown.OutputAsset): file is Rolldown.OutputAsset {
  return file.type === 'asset' && file.fileName.endsWith('.css')
}

/** The module with all of its imports in one file; only what is imported later has others. The first one is its own. */
async function bundleScript(
  input: string,
  { root, css, build: { target } }: ResolvedConfig,
): Promise<Rolldown.RolldownOutput['output']> {
  const output = await build({
    configFile: false,
    root,
    logLevel: 'error',
    plugins: [hindiParts(input), react()],
    css: { modules: css.modules ?? {} },
    build: {
      write: false,
      target,
      modulePreload: { polyfill: false },
      cssCodeSplit: false,
      assetsInlineLimit: 0,
      rolldownOptions: {
        input: join(root, input),
        preserveEntrySignatures: 'allow-extension',
        treeshake: { moduleSideEffects: sideEffectFree },
        output: { entryFileNames: 'assets/check-in-[hash].js', chunkFileNames: 'assets/check-in-[name]-[hash].js' },
      },
    },
  })
  if (!('output' in output)) throw new Error(`${input} has not become one script`)
  return output.output
}
