import type { FastifyInstance } from 'fastify'

/** For monitoring: `/healthz` says that the process is alive, `/readyz` that requests should be sent to it. */
export function registerHealthRoutes(app: FastifyInstance, readiness: { readonly check: () => Promise<string> }): void {
  app.get('/healthz', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'alive' }))
  app.get('/readyz', async (_request, reply) => {
    const status = await readiness.check()
    return reply
      .header('cache-control', 'no-store')
      .code(status === 'ready' ? 200 : 503)
      .send({ status })
  })
}
