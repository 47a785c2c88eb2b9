import type { FastifyInstance } from 'fastify'

/** For monitoring: `/healthz` says that the process is alive, `/readyz` that requests should be sent to it. */
export function registerHealthRoutes(app: FastifyInstance, readiness: { readonly check: () => Promise<string> }): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const status = await readiness.check()
    reply.header('cache-control', 'no-store')
    if (status !== 'ready') reply.code(503).header('retry-after', '2')
    return reply.send({ status })
  })
}
