import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Another site's web server on this machine: another port of the product's host, and other names that lead here. */
export type HostileSite = {
  /** The origins under which it is reached: same-site with the product, a subdomain of its host, and another site. */
  readonly origins: readonly string[]
  /** Sets the content of the page at `/`. */
  readonly serve: (html: string) => void
  readonly close: () => Promise<void>
}

export async function startHostileSite(): Promise<HostileSite> {
  let page = ''
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><body>${page}`)
  })
  server.listen(0)
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origins: ['localhost', 'a.localhost', '127.0.0.1'].map((host) => `http://${host}:${port}`),
    serve: (html) => {
      page = html
    },
    close: async () => {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
