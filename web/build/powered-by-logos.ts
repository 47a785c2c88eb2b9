import type { SimpleIcon } from 'simple-icons'
import { siPostgresql, siSqlite } from 'simple-icons'
import type { Plugin } from 'vite'

/**
 * Emits powered-by/{sqlite,postgresql}.svg; the server answers /powered-by.svg with the one of its database. In
 * development Vite answers, which has the server's environment.
 */
export function poweredByLogos(): Plugin {
  return {
    name: 'powered-by-logos',
    configureServer: (server) => {
      const logo = drawLogo(process.env.DATABASE_URL ? siPostgresql : siSqlite)
      server.middlewares.use('/powered-by.svg', (_request, response) => {
        response.setHeader('content-type', 'image/svg+xml').end(logo)
      })
    },
    generateBundle() {
      for (const icon of [siSqlite, siPostgresql]) {
        this.emitFile({ type: 'asset', fileName: `powered-by/${icon.slug}.svg`, source: drawLogo(icon) })
      }
    },
  }
}

/** Mark and name in one colour; the page inverts it in the dark theme. */
function drawLogo({ path, title }: SimpleIcon): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="128" height="24" viewBox="0 0 128 24" fill="#13201a" role="img" aria-label="${title}"><path d="${path}"/><text x="33" y="18" font-family="system-ui, sans-serif" font-size="17" font-weight="600">${title}</text></svg>\n`
}
