export type EarlyPage = {
  readonly tag: string
  readonly themeStart: string
  readonly styles: string
  /** What is seen before the app's script, with the app's own element. */
  readonly body: string
}

/**
 * The app's page with something to see in it. The app's style sheets would hold the first paint up: they are only fetched
 * here, below the body, and the app puts them to use (web/app/page-sheets.ts).
 */
export function paintEarly(app: string, { tag, themeStart, styles, body }: EarlyPage): string {
  const sheets = (app.match(/<link rel="stylesheet"[^>]*>/g) ?? []).map((sheet) =>
    sheet.replace('rel="stylesheet"', 'rel="preload" as="style"'),
  )
  return app
    .replace(/<html lang="[^"]*">/, () => `<html lang="${tag}">`)
    .replace(/<script src="[^"]*"><\/script>/, () => `<script>${themeStart}</script>`)
    .replace(/\s*<link rel="stylesheet"[^>]*>/g, '')
    .replace('</head>', () => `<style>${styles}</style></head>`)
    .replace('<div id="app"></div>', '')
    .replace('</body>', () => `${body}${sheets.join('')}</body>`)
}
