import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { pathPatterns } from '#contract/paths.ts'
import { readStaticFiles, type StaticFile, sendStaticFile, toStaticPage } from './static-files.ts'

type WebAppOptions = {
  /** The folder that the build of web/ wrote. */
  readonly root: string
  readonly engine: 'sqlite' | 'postgresql'
  readonly sourceUrl: string
  readonly contactEmail: string
}

/** Serves the built web app: the landing page, the app's document on every route of spec §2, and the files of both. */
export function serveWebApp(app: FastifyInstance, options: WebAppOptions): void {
  const landing = toStaticPage(
    readDocument(options.root, 'index.html')
      .replaceAll('{{SOURCE_URL}}', escapeAttribute(options.sourceUrl))
      .replaceAll(
        '{{CONTACT_EMAIL}}',
        escapeAttribute(encodeURIComponent(options.contactEmail).replaceAll('%40', '@')),
      ),
  )
  const document = toStaticPage(readDocument(options.root, 'app.html'))
  const files = readStaticFiles(options.root)

  app.get('/', async (request, reply) => sendStaticFile(request, reply, landing))
  for (const pattern of Object.values(pathPatterns))
    app.get(pattern, async (request, reply) => sendStaticFile(request, reply, document))
  const logo = files.get(`/powered-by/${options.engine}.svg`)
  app.get('/powered-by.svg', async (request, reply) =>
    logo ? sendStaticFile(request, reply, logo) : reply.callNotFound(),
  )
  app.get('/*', async (request, reply) => {
    const file = files.get(request.url.split('?', 1)[0] ?? '')
    return file ? sendStaticFile(request, reply, file) : reply.callNotFound()
  })
  app.decorate('notFoundPage', document)
}

declare module 'fastify' {
  interface FastifyInstance {
    /** The app's document, which shows its own 404 screen. */
    notFoundPage?: StaticFile
  }
}

function readDocument(root: string, name: string): string {
  const file = join(root, name)
  if (!existsSync(file)) throw new Error(`${name} is not built: run 'npm run build' first`)
  return readFileSync(file, 'utf8')
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
