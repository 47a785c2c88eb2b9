import type { Plugin } from 'vite'

/** In development every page but the landing page is the app, as the server has it in production. */
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
        if (isPage) request.url = '/app.html'
        next()
      })
    },
  }
}
