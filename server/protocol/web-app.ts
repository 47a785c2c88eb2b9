import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { pathPatterns } from '#contract/paths.ts'

type WebAppOptions = {
  /** The folder that the build of web/ wrote. */
  readonly root: string
  readonly engine: 'sqlite' | 'postgresql'
  readonly sourceUrl: string
  readonly contactEmail: string
}

/** Serves the built web app: the landing page, the app's document on every route of spec §2, and hashed files. */
export async function serveWebApp(app: FastifyInstance, options: WebAppOptions): Promise<void> {
  const landing = readDocument(options.root, 'index.html')
    .replaceAll('{{SOURCE_URL}}', escapeAttribute(options.sourceUrl))
    .replaceAll('{{CONTACT_EMAIL}}', escapeAttribute(encodeURIComponent(options.contactEmail).replaceAll('%40', '@')))
  const document = readDocument(options.root, 'app.html')

  await app.register(fastifyStatic, {
    root: options.root,
    index: false,
    // Names of files under assets/ hold a hash of their content.
    setHeaders: (reply, path) => {
      const isHashed = path.startsWith(join(options.root, 'assets'))
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    },
    allowedPath: (path) => !path.endsWith('.html') && !path.includes('/.'),
  })
  app.get('/', async (_request, reply) => sendHtml(reply, landing))
  for (const pattern of Object.values(pathPatterns))
    app.get(pattern, async (_request, reply) => sendHtml(reply, document))
  app.get('/powered-by.svg', async (_request, reply) => reply.sendFile(`powered-by/${options.engine}.svg`))
  app.decorate('notFoundPage', document)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The app's document, which shows its own 404 screen. */
    notFoundPage?: string
  }
}

export function sendHtml(reply: FastifyReply, html: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').type('text/html; charset=utf-8').send(html)
}

function readDocument(root: string, name: string): string {
  const file = join(root, name)
  if (!existsSync(file)) throw new Error(`${name} is not built: run 'npm run build' first`)
  return readFileSync(file, 'utf8')
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
