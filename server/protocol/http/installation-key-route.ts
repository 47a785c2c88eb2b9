import type { FastifyInstance } from 'fastify'
import { type InstallationKeys, installationKeysPath } from '#contract/evidence.ts'

/** The public keys of this installation, for anyone who checks an evidence file. */
export function registerInstallationKeyRoute(app: FastifyInstance, installation: InstallationKeys): void {
  app.get(installationKeysPath, async (_request, reply) => reply.header('cache-control', 'no-cache').send(installation))
}
