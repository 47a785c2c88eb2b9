export type EarlyPage = {
  readonly tag: string
  /** Before all else in the page. */
  readonly firstScripts: readonly string[]
  readonly styles: string
  /** What is seen before the app's script, with the app's own element. */
  readonly body: string
}

/**
 * The app's page with something to see in it. The app's style sheets would hold the first paint up: they are only fetched
 * here, below the body, and the app puts them to use (web/app/page-sheets.ts).
 */
export function paintEarly(app: string, { tag, firstScripts, styles, body }: EarlyPage): string {
  const sheets = (app.match(/<link rel="stylesheet"[^>]*>/g) ?? []).map((sheet) =>
    sheet.replace('rel="stylesheet"', 'rel="preload" as="style"'),
  )
  return app
    .replace(/<html lang="[^"]*">/, () => `<html lang="${tag}">`)
    .replace(/<script src="[^"]*"><\/script>/, () =>
      firstScripts.map((script) => `<script>${script}</script>`).join(''),
    )
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace('</head>', () => `<style>${styles}</style></head>`)
    .replace('<div id="app"></div>', '')
    .replace('</body>', () => `${body}${sheets.join('')}</body>`)
}
