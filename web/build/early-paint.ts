import type { Rolldown } from 'vite'

export type EarlyPage = {
  readonly tag: string
  /** Before all else in the page. */
  readonly firstScripts: readonly string[]
  readonly styles: string
  /** What is seen before the app's script, with the app's own element. */
  readonly body: string
  /** Behind all that the page names. */
  readonly lastScript?: string
}

/**
 * The app's page with something to see in it. The app's style sheets would hold the first paint up: they are only fetched
 * here, below the body, and the app puts them to use (web/app/page-sheets.ts).
 */
export function paintEarly(app: string, { tag, firstScripts, styles, body, lastScript }: EarlyPage): string {
  const sheets = (app.match(/<link rel="stylesheet"[^>]*>/g) ?? []).map((sheet) =>
    // The base is among the styles inside. It is named and not loaded, so that no late part has the page laid out by it once more.
    sheet.includes('/base-')
      ? sheet.replace('<link', '<link disabled')
      : sheet.replace('rel="stylesheet"', 'rel="preload" as="style"'),
  )
  return app
    .replace(/<html lang="[^"]*">/, () => `<html lang="${tag}">`)
    .replace(/<script src="[^"]*"><\/script>/, () =>
      firstScripts.map((script) => `<script>${script}</script>`).join(''),
    )
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace('</head>', () => `<style>${styles}</style></head>`)
    .replace('<div id="app"></div>', '')
    .replace('</body>', () => `${body}${sheets.join('')}${lastScript ? `<script>${lastScript}</script>` : ''}</body>`)
}

type Files = { readonly scripts: readonly string[]; readonly sheets: readonly string[] }

/** What a screen's module needs, its own file last, since of two rules with the same weight the later one counts. `module`: how its name ends. */
export function listFiles(bundle: Rolldown.OutputBundle, module: string): Files {
  const chunks = Object.values(bundle).filter((file) => file.type === 'chunk')
  const own = chunks.find(({ facadeModuleId, moduleIds }) =>
    facadeModuleId === null ? moduleIds.some((id) => id.endsWith(module)) : facadeModuleId.endsWith(module),
  )
  if (own === undefined) throw new Error(`the build has no ${module}`)
  const needed = new Set<Rolldown.OutputChunk>()
  const add = (chunk: Rolldown.OutputChunk) => {
    for (const one of chunks) if (chunk.imports.includes(one.fileName) && !needed.has(one)) add(one)
    needed.add(chunk)
  }
  add(own)
  return {
    scripts: [...needed].map(({ fileName }) => fileName),
    sheets: [...needed].flatMap(({ viteMetadata }) => [...(viteMetadata?.importedCss ?? [])]),
  }
}

/** The page with the names of all that a screen's module needs besides what the page names already, so that nothing is asked for one after the other. */
export function nameFiles(page: string, bundle: Rolldown.OutputBundle, module: string): string {
  const { scripts, sheets } = listFiles(bundle, module)
  const isNew = (fileName: string) => !page.includes(`/${fileName}"`)
  const links = [
    ...scripts.filter(isNew).map((fileName) => `<link rel="modulepreload" crossorigin href="/${fileName}">`),
    ...sheets.filter(isNew).map((fileName) => `<link rel="stylesheet" crossorigin href="/${fileName}">`),
  ]
  return page.replace('</head>', () => `${links.join('')}</head>`)
}

/** The page with the fonts of its first words, so that none moves when they come. */
export function preloadFonts(page: string, bundle: Rolldown.OutputBundle): string {
  const links = Object.keys(bundle)
    .filter((file) => /(besley|atkinson-hyperlegible-next)-latin-wght-normal.*\.woff2$/.test(file))
    .map((file) => `<link rel="preload" as="font" type="font/woff2" href="/${file}" crossorigin>`)
  return page.replace('</head>', () => `${links.join('')}</head>`)
}
