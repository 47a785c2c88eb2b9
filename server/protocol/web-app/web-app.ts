import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { originMeta, signedInHintCookie } from '#contract/identifiers.ts'
import {
  chooseLanguage,
  defaultLanguage,
  type LanguageTag,
  languageTags,
  readChosenLanguage,
} from '#contract/languages.ts'
import { openingPageOf, openingPages } from '#contract/opening-pages.ts'
import { pathPatterns, paths } from '#contract/paths.ts'
import { type ShellPath, shellFileOf, shellPaths } from '#contract/shell-pages.ts'
import type { Engine } from '../../domain/ports.ts'
import { readPreferredLanguages } from '../http/preferred-languages.ts'
import { contentSecurityPolicyOf } from '../http/security-headers.ts'
import { readStaticFiles, type StaticFile, sendStaticFile, toStaticPage } from './static-files.ts'

type WebAppOptions = {
  /** The folder that the build of web/ wrote. */
  readonly root: string
  /** Of PUBLIC_URL. */
  readonly origin: string
  readonly engine: Engine
  readonly sourceUrl: string
  readonly contactEmail: string
  /** Undefined: the link of the footer stays a placeholder (spec §2). */
  readonly termsUrl: string | undefined
  readonly privacyUrl: string | undefined
}

const guestPaths: readonly ShellPath[] = [paths.login, paths.register]

/** Serves the built web app: the landing page, the check-in, the check of evidence, the app's documents on every other route, and the files of all. */
export function serveWebApp(app: FastifyInstance, options: WebAppOptions): void {
  const english = readLandingPage(options, 'index.html')
  const landingByLanguage = new Map([[defaultLanguage, english], ...readTranslatedLandingPages(options)])
  const document = readOwnPage(options, 'app.html')
  const files = readStaticFiles(options.root)

  app.get('/', async (request, reply) =>
    sendStaticFile(request, reply, landingByLanguage.get(languageOf(request)) ?? english),
  )
  for (const path of shellPaths) {
    const byLanguage = new Map(readShellPages(options, path))
    const isForGuests = guestPaths.includes(path)
    app.get(path, async (request, reply) => {
      // A browser that may be signed in is led on from there: it must not see a form first.
      const shell = isForGuests && mayBeSignedIn(request) ? undefined : byLanguage.get(languageOf(request))
      return sendStaticFile(request, reply, shell ?? document)
    })
  }
  const opening = new Map(openingPages.map((name) => [name, readOwnPage(options, `${name}.html`)]))
  for (const pattern of Object.values(pathPatterns).filter((one) => !shellPaths.some((path) => path === one))) {
    const name = openingPageOf(pattern)
    const page = (name && opening.get(name)) ?? document
    app.get(pattern, async (request, reply) => sendStaticFile(request, reply, page))
  }
  for (const [path, name] of [
    [paths.checkIn, 'checkin.html'],
    [paths.verify, 'verify.html'],
  ] as const) {
    const page = readOwnPage(options, name)
    app.get(path, async (request, reply) => sendStaticFile(request, reply, page))
  }
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

/** The app's document with a screen's heading and fields inside, which paints before any script; by language, as far as the build has made them. */
function readShellPages(options: WebAppOptions, path: ShellPath): [LanguageTag, StaticFile][] {
  return languageTags
    .map((tag) => ({ tag, name: shellFileOf(path, tag) }))
    .filter(({ name }) => existsSync(join(options.root, name)))
    .map(({ tag, name }) => {
      const html = readDocument(options, name)
      return [
        tag,
        toStaticPage(html, { vary: 'accept-language, cookie', contentSecurityPolicy: contentSecurityPolicyOf(html) }),
      ]
    })
}

/**
 * The app's documents, the check-in and the check of evidence. The same for everyone: where a QR code leads, the browser may leave out its
 * cookies, so the page's own calls find out who checks in.
 */
function readOwnPage(options: WebAppOptions, name: string): StaticFile {
  const html = readDocument(options, name)
  return toStaticPage(html, { contentSecurityPolicy: contentSecurityPolicyOf(html) })
}

function mayBeSignedIn({ headers }: FastifyRequest): boolean {
  return headers.cookie?.split('; ').includes(`${signedInHintCookie}=1`) ?? false
}

function readLandingPage(options: WebAppOptions, name: string): StaticFile {
  const { sourceUrl, contactEmail, termsUrl = '#terms-of-service', privacyUrl = '#privacy' } = options
  const email = encodeURIComponent(contactEmail).replaceAll('%40', '@')
  const html = readDocument(options, name)
    .replaceAll('{{SOURCE_URL}}', escapeAttribute(sourceUrl))
    .replaceAll('{{CONTACT_EMAIL}}', escapeAttribute(email))
    .replaceAll('{{TERMS_URL}}', escapeAttribute(termsUrl))
    .replaceAll('{{PRIVACY_URL}}', escapeAttribute(privacyUrl))
  return toStaticPage(html, { vary: 'accept-language, cookie', contentSecurityPolicy: contentSecurityPolicyOf(html) })
}

/** The choice made by the page's own language switch, else the browser's preference. */
function languageOf({ headers }: FastifyRequest): LanguageTag {
  return chooseLanguage(readChosenLanguage(headers.cookie ?? ''), readPreferredLanguages(headers['accept-language']))
}

/** With the address at which a login works: a page that stands elsewhere says so. */
function readDocument({ root, origin }: WebAppOptions, name: string): string {
  const meta = `<meta name="${originMeta}" content="${escapeAttribute(origin)}">`
  return readFileSync(join(root, name), 'utf8').replace('</title>', () => `</title>${meta}`)
}

function escapeAttribute(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
}
