import type { Plugin } from 'vite'
import { paths } from '#contract/paths.ts'

/** In development every page but the landing page and the check-in is the app, as the server has it in production. */
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
        if (isPage) request.url = path === paths.checkIn ? '/checkin.html' : '/app.html'
        next()
      })
    },
  }
}
