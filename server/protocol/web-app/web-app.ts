import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import {
  chooseLanguage,
  defaultLanguage,
  type LanguageTag,
  languageTags,
  readChosenLanguage,
} from '#contract/languages.ts'
import { pathPatterns } from '#contract/paths.ts'
import type { Engine } from '../../domain/ports.ts'
import { readPreferredLanguages } from '../http/preferred-languages.ts'
import { contentSecurityPolicyOf } from '../http/security-headers.ts'
import { readStaticFiles, type StaticFile, sendStaticFile, toStaticPage } from './static-files.ts'

type WebAppOptions = {
  /** The folder that the build of web/ wrote. */
  readonly root: string
  readonly engine: Engine
  readonly sourceUrl: string
  readonly contactEmail: string
}

/** Serves the built web app: the landing page, the app's document on every route of spec §2, and the files of both. */
export function serveWebApp(app: FastifyInstance, options: WebAppOptions): void {
  const english = readLandingPage(options, 'index.html')
  const landingByLanguage = new Map([[defaultLanguage, english], ...readTranslatedLandingPages(options)])
  const document = toStaticPage(readDocument(options.root, 'app.html'))
  const files = readStaticFiles(options.root)

  app.get('/', async (request, reply) =>
    sendStaticFile(request, reply, landingByLanguage.get(languageOf(request)) ?? english),
  )
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
    /** The app's document, which shows the app's 404 screen. */
    notFoundPage?: StaticFile
  }
}

/** By language, for each that the build has made: index.hi.html beside index.html. */
function readTranslatedLandingPages(options: WebAppOptions): [LanguageTag, StaticFile][] {
  return languageTags
    .map((tag) => ({ tag, name: `index.${tag}.html` }))
    .filter(({ name }) => existsSync(join(options.root, name)))
    .map(({ tag, name }) => [tag, readLandingPage(options, name)])
}

function readLandingPage({ root, sourceUrl, contactEmail }: WebAppOptions, name: string): StaticFile {
  const email = encodeURIComponent(contactEmail).replaceAll('%40', '@')
  const html = readDocument(root, name)
    .replaceAll('{{SOURCE_URL}}', escapeAttribute(sourceUrl))
    .replaceAll('{{CONTACT_EMAIL}}', escapeAttribute(email))
  return toStaticPage(html, { vary: 'accept-language, cookie', contentSecurityPolicy: contentSecurityPolicyOf(html) })
}

/** The choice made by the page's own language switch, else the browser's preference. */
function languageOf({ headers }: FastifyRequest): LanguageTag {
  return chooseLanguage(readChosenLanguage(headers.cookie ?? ''), readPreferredLanguages(headers['accept-language']))
}

function readDocument(root: string, name: string): string {
  return readFileSync(join(root, name), 'utf8')
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
