import { createHash, timingSafeEqual } from 'node:crypto'
import { once } from 'node:events'
import type { Server } from 'node:http'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../../domain/problem.ts'
import type { Metrics } from './create-metrics.ts'

/** Answers GET /metrics, and nothing else, on its own port. */
export async function listenForScrapes(
  metrics: Metrics,
  { host, port, token }: { readonly host: string; readonly port: number; readonly token: string | undefined },
): Promise<Server> {
  // Imported here only: as a module, node:http loads all of fetch, which takes 30 ms of a start.
  const { createServer } = await import('node:http')
  const server = createServer({ requestTimeout: 15_000, headersTimeout: 10_000 }, (request, response) => {
    const isKnown = request.method === 'GET' && request.url?.split('?')[0] === '/metrics'
    if (!isKnown) return void response.writeHead(404).end()
    if (token !== undefined && !holdsToken(request.headers.authorization, token))
      return void response.writeHead(401).end()
    metrics.read().then(
      (text) => response.writeHead(200, { 'content-type': metrics.contentType, 'cache-control': 'no-store' }).end(text),
      () => response.writeHead(500).end(),
    )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return server
}

/** Answers GET /metrics on the web app's port, for requests with the token. */
export function registerMetricsRoute(app: FastifyInstance, metrics: Metrics, token: string): void {
  app.get('/metrics', async (request, reply) => {
    if (!holdsToken(request.headers.authorization, token)) throw new Problem('general_unauthorized_scope')
    return reply
      .header('cache-control', 'no-store')
      .type(metrics.contentType)
      .send(await metrics.read())
  })
}

/** Compares digests: neither the length nor the time of the comparison reveals the token. */
function holdsToken(header: string | undefined, token: string): boolean {
  const digest = (text: string) => createHash('sha256').update(text).digest()
  return timingSafeEqual(digest(header ?? ''), digest(`Bearer ${token}`))
}
