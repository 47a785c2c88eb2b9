import type { Plugin } from 'vite'
import { paths } from '#contract/paths.ts'

const pages: ReadonlyMap<string, string> = new Map([
  [paths.checkIn, '/checkin.html'],
  [paths.verify, '/verify.html'],
])

/** In development every page but the landing page, the check-in and the check of evidence is the app, as the server has it in production. */
export function devPages(): Plugin {
  return {
    name: 'dev-pages',
    configureServer: (server) => {
      server.middlewares.use((request, _response, next) => {
        const path = request.url?.split('?')[0] ?? '/'
        const isPage =
          request.headers.accept?.includes('text/html') &&
          path !== '/' &&
          !path.startsWith('/dev/') &&
          !/\.\w+$/.test(path)
        if (isPage) request.url = pages.get(path) ?? '/app.html'
        next()
      })
    },
  }
}
