import type { Server } from 'node:http'
import fastifyCookie from '@fastify/cookie'
import fastify, { type FastifyHttpOptions, type FastifyInstance, type FastifyPluginAsync, LogController } from 'fastify'
import { prefixes } from '#contract/addresses.ts'
import { appwriteCalls as appwriteList } from '#contract/appwrite-calls.ts'
import { projectId } from '#contract/identifiers.ts'
import { productCalls as productList } from '#contract/product-calls.ts'
import { type DevelopmentMailbox, registerDevelopmentMailbox } from './adapters/mail/development-mailbox.ts'
import type { Metrics } from './adapters/metrics/create-metrics.ts'
import { countRequests } from './adapters/metrics/request-metrics.ts'
import { registerMetricsRoute } from './adapters/metrics/serve-metrics.ts'
import type { Config } from './config/config.ts'
import { isTrustedProxy } from './config/trusted-proxies.ts'
import type { Deps } from './domain/deps.ts'
import type { RateLimiter } from './domain/limits/rate-limiter.ts'
import { Problem } from './domain/problem.ts'
import type { Readiness } from './process/readiness.ts'
import { appwriteCalls } from './protocol/appwrite/appwrite-calls.ts'
import { isHandshake, registerRealtime } from './protocol/appwrite/realtime/realtime-route.ts'
import { leastBounds } from './protocol/http/body-bounds.ts'
import type { CallDeps } from './protocol/http/call.ts'
import { makeCookies } from './protocol/http/cookies.ts'
import { answerBrokenRequests, answerErrors, answerUnreadableAddresses } from './protocol/http/error-reply.ts'
import { guardOrigin } from './protocol/http/guard-origin.ts'
import { guardQuery } from './protocol/http/guard-query.ts'
import { registerHealthRoutes } from './protocol/http/health-routes.ts'
import { registerInstallationKeyRoute } from './protocol/http/installation-key-route.ts'
import { acceptOnlyJson } from './protocol/http/json-body.ts'
import { noteRefusals } from './protocol/http/note-refusals.ts'
import { registerCalls } from './protocol/http/register-calls.ts'
import { sendRateLimitHeaders } from './protocol/http/request-context.ts'
import { requestIds, sendRequestId } from './protocol/http/request-id.ts'
import { loggerOptions, logRequests } from './protocol/http/request-log.ts'
import { securityHeaders, sendSecurityHeaders } from './protocol/http/security-headers.ts'
import { productCalls } from './protocol/product/product-calls.ts'
import { sendStaticFile } from './protocol/web-app/static-files.ts'
import { serveWebApp } from './protocol/web-app/web-app.ts'

export type AppOptions = {
  readonly config: Config
  readonly deps: Deps
  readonly limiter: RateLimiter
  readonly isOutage: (error: unknown) => boolean
  /** The built web app; with undefined, only the calls are served. */
  readonly webRoot: string | undefined
  readonly mailbox: DevelopmentMailbox | undefined
  /** Where the installation was served before. */
  readonly earlierOrigins: readonly string[]
  /** With undefined, nothing is counted. */
  readonly metrics: Metrics | undefined
  readonly readiness: Pick<Readiness, 'check'>
  /** Receives the lines of the log, each with its line feed. */
  readonly writeLog: (line: string) => void
}

/** The whole server, put together. It opens nothing and does not listen; start.ts does. */
export async function buildApp(options: AppOptions): Promise<FastifyInstance> {
  const { config, deps, limiter } = options
  const app = fastify({
    ...serverLimits,
    logger: loggerOptions(config.logLevel, options.writeLog),
    trustProxy: config.trustProxy,
    bodyLimit: leastBounds.bytes,
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    genReqId: requestIds(isTrustedProxy(config.trustProxy)),
    routerOptions: { maxParamLength: 256 },
    frameworkErrors: answerUnreadableAddresses(securityHeaders(config.isSecure)),
    clientErrorHandler: answerBrokenRequests(securityHeaders(config.isSecure)),
    // While the server stops, requests on open connections are still answered.
    return503OnClosing: false,
  })
  app.server.maxConnections = 15_000

  sendSecurityHeaders(app, config.isSecure)
  sendRequestId(app)
  sendRateLimitHeaders(app)
  acceptOnlyJson(app)
  answerErrors(app, { isOutage: options.isOutage, noteRefusal: noteRefusals(deps) })
  answerUnknownAddresses(app)
  logRequests(app)
  if (options.metrics) countRequests(app, options.metrics)
  letConnectionsGo(app)
  await app.register(fastifyCookie)
  app.decorateRequest('context')

  const callDeps = { ...deps, cookies: makeCookies(config.isSecure) }
  await app.register(appwriteApi(config.origin, callDeps, limiter), { prefix: prefixes.appwrite })
  await app.register(productApi(config.origin, callDeps, limiter), { prefix: prefixes.product })
  await registerRealtime(app, callDeps, limiter, config.origin)
  registerHealthRoutes(app, options.readiness)
  const { earlierOrigins } = options
  registerInstallationKeyRoute(app, {
    origin: config.origin,
    ...(earlierOrigins.length > 0 && { earlierOrigins }),
    keys: deps.installationKey.publicKeys,
  })
  const { port, token } = config.metrics ?? {}
  if (options.metrics && token !== undefined && port === undefined) registerMetricsRoute(app, options.metrics, token)
  if (options.mailbox) registerDevelopmentMailbox(app, options.mailbox)
  if (options.webRoot !== undefined) {
    serveWebApp(app, {
      root: options.webRoot,
      origin: config.origin,
      engine: deps.storage.engine,
      sourceUrl: config.sourceUrl,
      contactEmail: config.contactEmail,
      termsUrl: config.termsUrl,
      privacyUrl: config.privacyUrl,
    })
  }
  return app
}

/** Slow and oversized requests are ended (rules §3). Milliseconds, bytes. */
const serverLimits = {
  requestTimeout: 15_000,
  keepAliveTimeout: 5_000,
  http: {
    headersTimeout: 10_000,
    connectionsCheckingInterval: 2_000,
    maxHeaderSize: 16_384,
    shouldUpgradeCallback: isHandshake,
  },
} as const satisfies FastifyHttpOptions<Server>

/** While the server stops, each answer is the last one on its connection: the next request goes to another process. */
function letConnectionsGo(app: FastifyInstance): void {
  let isStopping = false
  app.addHook('preClose', async () => {
    isStopping = true
  })
  app.addHook('onSend', (_request, reply, _payload, done) => {
    if (isStopping) reply.header('connection', 'close')
    done()
  })
}

/** The Appwrite client protocol. Every route requires the project's id. */
function appwriteApi(origin: string, deps: CallDeps, limiter: RateLimiter): FastifyPluginAsync {
  return async (api) => {
    guardCalls(api, origin)
    api.addHook('onRequest', (request, _reply, done) => {
      const isOurs = request.headers['x-appwrite-project'] === projectId
      done(isOurs ? undefined : new Problem('project_not_found'))
    })
    registerCalls(api, appwriteList, appwriteCalls, deps, limiter)
    refuseUnknownCalls(api)
  }
}

function productApi(origin: string, deps: CallDeps, limiter: RateLimiter): FastifyPluginAsync {
  return async (api) => {
    guardCalls(api, origin)
    registerCalls(api, productList, productCalls, deps, limiter)
    refuseUnknownCalls(api)
  }
}

function guardCalls(api: FastifyInstance, origin: string): void {
  api.addHook('onRequest', (request, reply, done) => {
    reply.header('cache-control', 'no-store')
    guardOrigin(request, origin)
    guardQuery(request)
    done()
  })
}

/** Own routes for unknown calls: otherwise the routes of the web app's files would answer them. */
function refuseUnknownCalls(api: FastifyInstance): void {
  api.setNotFoundHandler(refuseUnknownCall)
  for (const url of ['/', '/*']) api.get(url, refuseUnknownCall)
}

async function refuseUnknownCall(): Promise<never> {
  throw new Problem('general_route_not_found')
}

/** A browser gets the app's 404 screen, a program the JSON of all refusals. */
function answerUnknownAddresses(app: FastifyInstance): void {
  app.setNotFoundHandler(async (request, reply) => {
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    if (wantsPage && app.notFoundPage !== undefined) return sendStaticFile(request, reply.code(404), app.notFoundPage)
    throw new Problem('general_route_not_found')
  })
}
