import type { Plugin, ResolvedConfig, Rolldown } from 'vite'
import { defaultLanguage, languageTags } from '#contract/languages.ts'
import { compileScript } from './page-scripts.ts'
import { gatherStyles, prerender } from './prerender.ts'
import { scopedClassName } from './scoped-class-name.ts'

const page = 'screens/login/render-login.tsx'
const shellStart = 'screens/login/shell-start.ts'

/** Until the app shows more than that it is waiting, the shell is what is seen; its buttons cannot be pressed yet. */
const rules = `
#shell button { pointer-events: none; }
#shell ~ #app:is(:empty, :has([data-waiting])) { display: none; }
body:has(#app:not(:empty)):not(:has([data-waiting])) #shell { display: none; }
`

/**
 * Lays login.html and its sisters beside app.html: the same page with the login's heading and fields inside, and the
 * styles that they need. It paints with the first answer, whatever the app's scripts and style sheets take.
 */
export function loginPages(): Plugin {
  let config: ResolvedConfig
  return {
    name: 'login-pages',
    apply: 'build',
    enforce: 'post',
    configResolved: (resolved) => {
      config = resolved
    },
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const app = readAsset(bundle, /^app\.html$/)
        const themeStart = readAsset(bundle, /^assets\/theme-\w+\.js$/)
        const start = await compileScript(config.root, shellStart)
        const { html, cssModules } = await prerender(config.root, page)
        const used = cssModules.filter((file) => html(defaultLanguage).includes(scopedClassName('', file)))
        const base = readAsset(bundle, /^assets\/base-[^/]+\.css$/)
        const styles = [base, await gatherStyles(used, config), rules].join('\n')
        for (const tag of languageTags) {
          const fileName = tag === defaultLanguage ? 'login.html' : `login.${tag}.html`
          this.emitFile({
            type: 'asset',
            fileName,
            source: compose(app, { tag, themeStart, styles, shell: `${html(tag)}<script>${start}</script>` }),
          })
        }
      },
    },
  }
}

function readAsset(bundle: Rolldown.OutputBundle, name: RegExp): string {
  const asset = Object.values(bundle).find(({ fileName }) => name.test(fileName))
  if (asset?.type !== 'asset') throw new Error(`the build has no ${name.source}`)
  return String(asset.source)
}

type Parts = { readonly tag: string; readonly themeStart: string; readonly styles: string; readonly shell: string }

/**
 * The app's style sheets would hold the first paint up. They are only fetched here, below the shell, and the app puts them
 * to use (web/app/page-sheets.ts).
 */
function compose(app: string, { tag, themeStart, styles, shell }: Parts): string {
  const sheets = (app.match(/<link rel="stylesheet"[^>]*>/g) ?? []).map((sheet) =>
    sheet.replace('rel="stylesheet"', 'rel="preload" as="style"'),
  )
  return app
    .replace(/<html lang="[^"]*">/, () => `<html lang="${tag}">`)
    .replace(/<script src="[^"]*"><\/script>/, () => `<script>${themeStart}</script>`)
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace('</head>', () => `<style>${styles}</style></head>`)
    .replace('<div id="app"></div>', '')
    .replace('</body>', () => `${shell}<div id="app"></div>${sheets.join('')}</body>`)
}
